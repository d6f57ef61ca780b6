extension Sink {
  /// All sinks. A library that is missing takes a row here and a test.
  ///
  /// - Language: `swift`, `objc`, `js` (JavaScript and TypeScript), `dart`, `kotlin` (and Java), `cs`,
  ///   `server` for servers, whose sounds are found by the words around them.
  /// - Callee: `f`, `T.f`; `…f` of an object that speaks of notifications, because other libraries have
  ///   an `f`, too; `x=.f` for what the member x is given; `:T` for an object of a declared type; `*` for
  ///   any call; `-` for any object. `.x` stands after a dot.
  /// - Argument: its label, or its place from 0; `=` for what the callee itself is given; `a.m` for the
  ///   member m directly in a, `*.m` for one at any depth, `a+m` for one beside a; `-` for a mention. `|`
  ///   separates the forms of one argument.
  /// - Kind: `sound`, `critical` (a sound that takes the entitlement), `foreign` (not one of an app),
  ///   `resource` (one of Android's), and the roles of channels.
  /// - Platform: `apple`, `android`, `both`, or `either` where the name shows which.
  /// - Library, and before it the conditions: `?A,B` for a reference that is doubtful where the source has
  ///   none of the words, `!A` for none at all then, `form:` for a form of names (see ``SoundForm``).
  static let table = """
    swift  UNNotificationSound                    named                      sound    apple   UserNotifications
    swift  UNNotificationSoundName                rawValue|0                 sound    apple   UserNotifications
    swift  .criticalSoundNamed                    0                          critical apple   UserNotifications
    swift  .ringtoneSoundNamed                    0                          sound    apple   UserNotifications
    swift  .sound=.init                           named                      sound    apple   UserNotifications
    swift  sound=.init                            named                      sound    apple   ?UserNotifications UserNotifications
    swift  .criticalSound=.init                   named                      sound    apple   UserNotifications
    swift  criticalSound=.init                    named                      sound    apple   ?UserNotifications UserNotifications
    swift  .defaultCritical                       -                          critical apple   !UserNotifications UserNotifications
    swift  .defaultCriticalSound                  -                          critical apple   !UserNotifications UserNotifications
    swift  AlertSound.named                       0                          sound    apple   ?AlertConfiguration,AlertSound,AlarmKit ActivityKit, AlarmKit
    swift  sound=.named                           0                          sound    apple   ?AlertConfiguration,AlertSound,AlarmKit ActivityKit, AlarmKit
    swift  sound=.fileName                        0                          sound    apple   !APNSCore,APNSwift APNSwift
    swift  .soundName                             =                          sound    apple   ?UILocalNotification UIKit, AppKit
    swift  .ringtoneSound                         =                          sound    apple   ?(never) CallKit
    swift  -                                      aps.sound                  sound    apple   APNs
    swift  -                                      aps.sound.name             sound    apple   APNs
    objc   UNNotificationSound.soundNamed         0                          sound    apple   UserNotifications
    objc   UNNotificationSound.criticalSoundNamed 0                          critical apple   UserNotifications
    objc   UNNotificationSound.ringtoneSoundNamed 0                          sound    apple   UserNotifications
    objc   setSoundName                           0                          sound    apple   ?UILocalNotification UIKit, AppKit
    objc   .soundName                             =                          sound    apple   ?UILocalNotification UIKit, AppKit
    objc   .ringtoneSound                         =                          sound    apple   ?(never) CallKit
    objc   -                                      aps.sound                  sound    apple   APNs
    objc   -                                      aps.sound.name             sound    apple   APNs
    objc   -                                      alert+sound                sound    apple   !PFPush Parse
    swift  -                                      alert+sound                sound    apple   !PFPush Parse

    kotlin UNNotificationSound.soundNamed         0                          sound    apple   UserNotifications
    kotlin UNNotificationSound.criticalSoundNamed 0                          sound    apple   UserNotifications
    kotlin *                                      notificationSoundName      sound    apple   KMPNotifier
    kotlin IosNotificationConfiguration           soundFilename              sound    apple   Alarmee
    kotlin setSound                               0                          sound    android form:android.resource:// ?NotificationChannel,NotificationChannelCompat,NotificationCompat,NotificationManager,NotificationManagerCompat Android
    kotlin .sound                                 =                          sound    android form:android.resource:// ?NotificationChannel,NotificationChannelCompat,NotificationCompat,NotificationManager,NotificationManagerCompat Android
    kotlin getRingtone                            1                          sound    android form:android.resource:// ?(never) Android
    kotlin setActualDefaultRingtoneUri            2                          sound    android form:android.resource:// ?(never) Android
    kotlin getDefaultUri                          0                          sound    android form:android.resource:// Android
    kotlin .setSound                              0                          sound    apple   !SimpleApnsPayloadBuilder,ApnsPayloadBuilder pushy
    kotlin R.raw                                  -                          resource android Android
    kotlin NotificationChannel                    id|0                       made     android Android
    kotlin NotificationChannelCompat.Builder      0                          made     android AndroidX
    kotlin NotificationCompat.Builder             1|-                        posted   android AndroidX
    kotlin Notification.Builder                   1|-                        posted   android Android

    cs     UNNotificationSound.GetSound           0                          sound    apple   .NET
    cs     UNNotificationSound.FromName           0                          sound    apple   .NET
    cs     UNNotificationSound.GetCriticalSound   0                          critical apple   .NET
    cs     .DefaultCriticalSound                  -                          critical apple   .NET
    cs     iOSNotification                        SoundName|soundName        sound    apple   Unity Mobile Notifications
    cs     UILocalNotification                    SoundName                  sound    apple   .NET
    cs     .SoundName                             =                          sound    apple   ?UILocalNotification .NET
    cs     .soundName                             =                          sound    apple   ?UILocalNotification Unity Mobile Notifications
    cs     SetSound                               0                          sound    android form:android.resource:// ?NotificationChannel,NotificationChannelCompat,NotificationCompat,NotificationManager,NotificationManagerCompat .NET
    cs     GetRingtone                            1                          sound    android form:android.resource:// ?(never) .NET
    cs     Resource.Raw                           -                          resource android .NET
    cs     NotificationRequest                    Sound                      sound    either  Plugin.LocalNotification
    cs     .Sound                                 =                          sound    either  !LocalNotification Plugin.LocalNotification
    cs     NotificationChannelRequest             Sound                      sound    android Plugin.LocalNotification
    cs     NotificationChannelRequest             Id                         made     android !LocalNotification Plugin.LocalNotification
    cs     NotificationRequest                    *.ChannelId                shown    android !LocalNotification Plugin.LocalNotification
    cs     NotificationSound                      CustomPath                 sound    either  !Shiny Shiny
    cs     -                                      ios_sound                  sound    apple   OneSignal
    cs     -                                      android_sound              sound    android OneSignal

    js     scheduleNotificationAsync              *.sound|*.soundName        sound    both    expo-notifications
    js     presentNotificationAsync               *.sound|*.soundName        sound    both    expo-notifications
    js     presentLocalNotificationAsync          *.sound|*.soundName        sound    both    expo-notifications
    js     scheduleLocalNotificationAsync         *.sound|*.soundName        sound    both    expo-notifications
    js     setNotificationChannelAsync            *.sound|*.soundName        sound    android expo-notifications
    js     setNotificationChannelAsync            0                          made     android expo-notifications
    js     createChannelAndroidAsync              *.sound|*.soundName        sound    android expo-notifications
    js     createChannelAndroidAsync              0                          made     android expo-notifications
    js     :NotificationContentInput              *.sound|*.soundName        sound    both    expo-notifications
    js     :NotificationRequestInput              *.sound|*.soundName        sound    both    expo-notifications
    js     :NotificationChannelInput              *.sound|*.soundName        sound    android expo-notifications
    js     :ExpoPushMessage                       *.sound|*.soundName        sound    apple   expo-server-sdk
    js     …createChannel                         *.sound|*.soundName        sound    android notifee, react-native-push-notification, Capacitor
    js     LocalNotifications.createChannel       *.id                       made     android !capacitor Capacitor
    js     PushNotifications.createChannel        *.id                       made     android !capacitor Capacitor
    js     …createChannel                         *.id|*.channelId           made     android notifee, react-native-push-notification, Capacitor
    js     …createChannels                        *.sound|*.soundName        sound    android notifee
    js     …createChannels                        *.id|*.channelId           made     android notifee
    js     createNotificationChannel              *.id|*.channelId           made     android wix/react-native-notifications
    js     createNotificationChannels             *.id|*.channelId           made     android wix/react-native-notifications
    js     displayNotification                    *.sound|*.soundName        sound    both    notifee
    js     displayNotification                    *.channelId                required android notifee
    js     createTriggerNotification              *.sound|*.soundName        sound    both    notifee
    js     createTriggerNotification              *.channelId                required android notifee
    js     :NotificationIOS                       *.sound|*.soundName        sound    apple   notifee
    js     :NotificationAndroid                   *.sound|*.soundName        sound    android notifee
    js     :AndroidChannel                        *.sound|*.soundName        sound    android notifee
    js     :AndroidChannel                        *.id                       made     android notifee
    js     :ChannelObject                         *.channelId                made     android react-native-push-notification
    js     localNotification                      *.sound|*.soundName        sound    both    react-native-push-notification
    js     localNotification                      *.channelId                required android react-native-push-notification
    js     localNotificationSchedule              *.sound|*.soundName        sound    both    react-native-push-notification
    js     localNotificationSchedule              *.channelId                required android react-native-push-notification
    js     :PushNotificationObject                *.sound|*.soundName        sound    both    react-native-push-notification
    js     presentLocalNotification               *.sound|*.soundName        sound    apple   push-notification-ios
    js     scheduleLocalNotification              *.sound|*.soundName        sound    apple   push-notification-ios
    js     postLocalNotification                  *.sound|*.soundName        sound    apple   wix/react-native-notifications
    js     addNotificationRequest                 *.sound|*.soundName        sound    apple   push-notification-ios
    js     …schedule                              *.sound|*.soundName        sound    both    Capacitor, Cordova
    js     …schedule                              *.channelId|*.androidChannelId posted android Capacitor, Cordova
    js     …setDefaults                           *.sound|*.soundName        sound    both    Cordova
    js     …setDefaults                           *.channelId|*.androidChannelId posted android Cordova
    js     :LocalNotificationSchema               *.sound|*.soundName        sound    both    Capacitor
    js     showNotification                       *.sound|*.soundName        foreign  -       browsers
    js     Notification                           *.sound|*.soundName        foreign  -       browsers
    js     Audio                                  *.sound|*.soundName        foreign  -       browsers
    js     Howl                                   *.sound|*.soundName        foreign  -       howler.js
    js     Sound                                  *.sound|*.soundName        foreign  -       react-native-sound
    js     -                                      ios_sound                  sound    apple   OneSignal
    js     -                                      android_sound              sound    android OneSignal
    js     .ios_sound                             =                          sound    apple   OneSignal
    js     .android_sound                         =                          sound    android OneSignal
    js     -                                      android.notification.channelId pushed android FCM
    js     -                                      android.notification.channel_id pushed android FCM
    js     -                                      notification.android_channel_id pushed android FCM
    js     .setSound                              0                          sound    both    React Native Firebase 5
    js     Android.Channel                        0                          made     android React Native Firebase 5
    js     .setChannelId                          0                          required android !firebase React Native Firebase 5
    js     -                                      aps.sound                  sound    apple   APNs
    js     -                                      aps.sound.name             sound    apple   APNs
    js     -                                      aps.alert.sound            sound    apple   !timestamp ActivityKit
    js     -                                      android.notification.sound sound    android FCM

    dart   DarwinNotificationDetails              sound                      sound    apple   flutter_local_notifications
    dart   IOSNotificationDetails                 sound                      sound    apple   flutter_local_notifications
    dart   MacOSNotificationDetails               sound                      sound    apple   flutter_local_notifications
    dart   RawResourceAndroidNotificationSound    0                          sound    android flutter_local_notifications
    dart   UriAndroidNotificationSound            0                          sound    android form:android.resource:// flutter_local_notifications
    dart   AndroidNotificationChannel             id|0                       made     android flutter_local_notifications
    dart   AndroidNotificationDetails             channelId|0                shown    android flutter_local_notifications
    dart   NotificationChannel                    channelKey                 made     android awesome_notifications
    dart   NotificationContent                    channelKey                 posted   android awesome_notifications
    dart   *                                      soundSource                sound    both    form:resource:// awesome_notifications
    dart   *                                      customSound                sound    both    form:resource:// awesome_notifications
    dart   FirebaseNotificationsHandler           customSound                sound    both    form:each firebase_notifications_handler
    dart   -                                      ios_sound                  sound    apple   OneSignal
    dart   -                                      android_sound              sound    android OneSignal
    dart   -                                      android.notification.channelId pushed android FCM
    dart   -                                      android.notification.channel_id pushed android FCM
    dart   -                                      aps.sound                  sound    apple   APNs
    dart   -                                      aps.sound.name             sound    apple   APNs
    dart   -                                      android.notification.sound sound    android FCM

    server sound                                  *                          sound    apple   !Rpush Rpush
    server sound                                  *                          sound    apple   !apns2 apns2
    server sound                                  *                          sound    apple   !APNSDevice django-push-notifications
    server sound                                  *                          sound    apple   !Pushok,PushOk Pushok
    server sound                                  *                          sound    apple   !Pigeon Pigeon
    """
}
