/// What a source tells about an app's sounds besides the names that it asks for.
struct SourceFacts: Hashable, Sendable {
  /// Whether it posts, schedules or receives notifications.
  var mentionsNotifications = false
  /// Whether it opens sounds itself: `AVAudioPlayer`, `SoundPool`, `just_audio` and their like.
  var playsSounds = false
  /// Whether it asks for an alert sound whose name is put together at run time.
  var asksForComputed = false
  /// Whether it speaks of `Library/Sounds`, where an app may put sounds that it does not ship.
  var writesSounds = false
  /// Names of sounds in the sources that open sounds themselves.
  var playedNames: Set<String> = []

  var isEmpty: Bool { self == SourceFacts() }

  mutating func merge(_ other: SourceFacts) {
    mentionsNotifications = mentionsNotifications || other.mentionsNotifications
    playsSounds = playsSounds || other.playsSounds
    asksForComputed = asksForComputed || other.asksForComputed
    writesSounds = writesSounds || other.writesSounds
    playedNames.formUnion(other.playedNames)
  }

  init() {}

  /// What the words of a source tell, wherever they stand.
  init(_ bytes: [UInt8]) {
    mentionsNotifications = Self.mentionsNotifications(bytes)
    playsSounds = Self.playsSounds(bytes)
    writesSounds =
      bytes.contains(bytesOf: "Library/Sounds")
      || bytes.contains(bytesOf: "ibraryDirectory") && bytes.contains(bytesOf: "Sounds")
  }

  private static func mentionsNotifications(_ bytes: [UInt8]) -> Bool {
    if bytes.contains(bytesOf: "otification") {
      return notifications.contains { bytes.contains(bytesOf: $0) }
    }
    return messaging.contains { bytes.contains(bytesOf: $0) }
  }

  private static let notifications: [StaticString] = [
    "UserNotification", "UNNotification", "UNUserNotification", "RemoteNotification",
    "LocalNotification", "local_notification", "local-notification", "expo-notifications",
    "awesome_notifications", "push-notification", "push_notification", "PushNotification",
    "NotificationChannel", "NotificationCompat", "notifee",
  ]

  private static let messaging: [StaticString] = [
    "firebase_messaging", "firebase/messaging", "FirebaseMessaging", "onesignal", "OneSignal",
    "PushKit", "notifee",
  ]

  private static func playsSounds(_ bytes: [UInt8]) -> Bool {
    guard
      bytes.contains(bytesOf: "udio") || bytes.contains(bytesOf: "ound")
        || bytes.contains(bytesOf: "Player") || bytes.contains(bytesOf: "Howl")
    else { return false }
    return players.contains { bytes.contains(bytesOf: $0) }
  }

  private static let players: [StaticString] = [
    // Apple
    "AVAudioPlayer", "AVPlayer", "AVQueuePlayer", "AVAudioFile", "AVAudioEngine",
    "SystemSoundID", "AudioServicesPlay", "AudioServicesCreateSystemSound", "playSoundFileNamed",
    "SKAudioNode", "SCNAudioSource", "AudioFileResource", "NSSound", "OALSimpleAudio",
    "SimpleAudioEngine", "AudioPlayer", "AudioFileOpenURL", "alGenSources",
    // React Native, web
    "react-native-sound", "react-native-video", "react-native-track-player", "expo-av",
    "expo-audio", "expo-video", "new Audio(", "new Howl", "Howler", "NativeAudio",
    "createAudioPlayer",
    // Flutter
    "just_audio", "audioplayers", "assets_audio_player", "flutter_sound", "soundpool",
    "flame_audio",
    // Android
    "SoundPool", "MediaPlayer", "ExoPlayer", "AudioTrack", "RingtoneManager.getRingtone",
  ]
}

extension SourceFacts {
  /// Takes note of the names of sounds in a source that opens sounds itself: texts that are files
  /// of sound, and what stands where a resource is named.
  mutating func notePlayedNames(_ tokens: SourceTokens) {
    guard playsSounds else { return }
    for index in tokens.tokens.indices where tokens.tokens[index].kind == .string {
      guard playedNames.count < 1000, let name = tokens.string(index), !name.isEmpty else {
        continue
      }
      if SoundNames.hasSoundSuffix(name) || isResource(index, tokens) {
        playedNames.insert(TreePath.lastPart(name).lowercased())
      }
    }
  }

  /// `forResource: "beep"`, `pathForResource:@"beep"`.
  private func isResource(_ index: Int, _ tokens: SourceTokens) -> Bool {
    let colon = tokens.isMark(index - 1, "@") ? index - 2 : index - 1
    guard tokens.isMark(colon, ":"), let label = tokens.word(colon - 1) else { return false }
    return label.hasSuffix("Resource") || label == "soundName"
  }
}
