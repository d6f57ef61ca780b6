import AlertSounds
import Files

/// The pages of the rules about names that are asked for.
extension PreflightRule {
  /// The page of a rule about a name that is asked for; nil for the others.
  var referencePage: RulePage? {
    switch self {
    case .soundMissing: page(Self.soundMissingSummary, Self.soundMissingText)
    case .soundNameCase: page(Self.soundNameCaseSummary, Self.soundNameCaseText)
    case .soundNameExtension:
      page(Self.soundNameExtensionSummary, Self.soundNameExtensionText)
    case .soundNamePath: page(Self.soundNamePathSummary, Self.soundNamePathText)
    case .soundFolder: page(Self.soundFolderSummary, Self.soundFolderText)
    case .soundTarget: page(Self.soundTargetSummary, Self.soundTargetText)
    case .payloadMalformed: page(Self.payloadMalformedSummary, Self.payloadMalformedText)
    case .payloadSound: page(Self.payloadSoundSummary, Self.payloadSoundText)
    case .payloadAppleSilent: page(Self.appleSilentSummary, Self.appleSilentText)
    case .criticalEntitlement: page(Self.criticalSummary, Self.criticalText)
    default: nil
    }
  }

  private static let soundMissingSummary = "Every sound that is referenced is shipped"
  private static let soundMissingText = """
    A payload, or a line of source code, asks for a sound that no bundle holds. The notification \
    arrives all the same, with the default sound: nothing is logged, and the developer's own \
    device often has the sound from an earlier build.

    The message names the file of that name in the project's folder, if there is one: no target \
    has it among its resources.

    **To fix it**

    - Xcode: select the file, and tick the app's target under *Target Membership*; it then stands \
    in *Copy Bundle Resources*.
    - Expo: list it under `sounds` of the `expo-notifications` plug-in in `app.json`.
    - Flutter: add it to the Runner target in `ios/Runner.xcodeproj`; an asset of `pubspec.yaml` \
    is not found by the system.
    - or ask for a sound that is there: `tocsin preflight` prints what each bundle ships.

    On Android the file is a raw resource, in `src/main/res/raw` of the app's module and in no other \
    folder.

    A name that only looks like a sound's, in source code, gives a note and never fails a run. So \
    does one in an app whose code speaks of `Library/Sounds`: it may put the sound there itself. Where \
    nothing says what the app ships, a name that its own project asks for is a warning.
    """

  private static let soundNameCaseSummary = "References use the same case as the file name"
  private static let soundNameCaseText = """
    A device's file system tells upper from lower case; the disk of most Macs does not. So \
    `Ding.caf` is found in the simulator under `ding.caf`, and on the device the default sound \
    plays.

    **To fix it**, ask for the name as it is shipped. Where it stands in a payload file of the \
    project, `tocsin fix --rename` does that. Small letters alone, without spaces, work \
    everywhere, on Android, too.
    """

  private static let soundNameExtensionSummary = "References include the file extension"
  private static let soundNameExtensionText = """
    `"sound": "ding"` is not found where the bundle has `ding.caf`: the name of an alert sound \
    is the whole file name. On Android the resource's name stands without extension, which is how \
    the mistake comes about in projects for both. There it is the other way round: code that looks a \
    raw resource up by a text finds `ding`, not `ding.wav`.

    **To fix it**, write the whole name: `"sound": "ding.caf"`. `tocsin fix --rename` does that in \
    payload files.
    """

  private static let soundNamePathSummary = "A sound is asked for by its name, not by a path"
  private static let soundNamePathText = """
    The system looks for a plain file name, first in `Library/Sounds` of the app's container, then \
    in that of a shared group container, then at the top of the app's bundle (Apple, \
    `UNNotificationSound`). `./ding.caf`, `file://…` and a path that is not in the bundle are not \
    found, and the default sound plays.

    A path that is in the bundle letter by letter is a warning: Apple does not promise that it is \
    found, and apps ship it all the same. With `strict-apple: true` it is an error.

    **To fix it**, ask for the last part alone, and ship the file at the top of the bundle. `tocsin \
    fix --rename` changes payload files.
    """

  private static let soundFolderSummary = "Sounds are at the top of the app's bundle"
  private static let soundFolderText = """
    The sound is shipped, but in a folder of the bundle: a folder reference (a blue folder in \
    Xcode) is copied with its name, and so is a folder that a Swift package copies. The system does \
    not look into folders.

    **To fix it**, add the folder's files as a group (a yellow folder), or ship the sounds one by \
    one, so that `App.app/ding.caf` comes out. In a Swift package use `.process` in place of \
    `.copy`.

    Where nothing asks for the sound by that name, this is a note: an app may play sounds from \
    folders itself.
    """

  private static let soundTargetSummary = "The app itself ships the sounds of its notifications"
  private static let soundTargetText = """
    The sound belongs to an extension, a watch app, a test bundle or a package's resource bundle. \
    Alert sounds are looked for in the app's own bundle, also those that a notification service \
    extension sets.

    **To fix it**, tick the app's target under *Target Membership*; the extension does not need \
    the file. A sound of a Swift package can be copied to `Library/Sounds` when the app starts.
    """

  private static let payloadMalformedSummary = "Payload files are JSON"
  private static let payloadMalformedText = """
    An `.apns` file is what `xcrun simctl push` sends, and the model of what a server will send. \
    This one is not JSON, so it is never delivered: servers answer `PayloadEmpty` or refuse it, \
    and the simulator refuses it.

    **To fix it**, look at the line and column that the message names: a comma after the last \
    entry, a single quote or a comment are the usual causes.
    """

  private static let payloadSoundSummary = "The payload's sound is a name or a critical sound"
  private static let payloadSoundText = """
    `aps.sound` is a string, the file name of a sound or `default`, or for a critical alert a \
    dictionary:

        "sound": { "critical": 1, "name": "alarm.caf", "volume": 0.8 }

    `critical` is 1 or 0, `name` as above, `volume` from 0 to 1. Anything else is dropped without \
    a word, and the notification is silent or plays the default sound.

    **To fix it**, write one of the two forms. Leave `sound` out for a silent notification.
    """

  private static let appleSilentSummary = "A push with a sound for Android has one for Apple, too"
  private static let appleSilentText = """
    A message of Firebase names a sound below `android`, and has nothing for Apple's devices. A \
    notification without `aps.sound` is silent there, whatever the app does: it does not run when the \
    push arrives. The rule is silent where no app for Apple's devices is in the tree.

    **To fix it**, name the sound for both:

        android: { notification: { sound: 'ding', channelId: 'bells' } },
        apns: { payload: { aps: { sound: 'ding.caf' } } }
    """

  private static let criticalSummary = "An app with critical sounds is entitled to them"
  private static let criticalText = """
    A critical sound plays through the silent switch and through *Do Not Disturb*, if the app has the \
    entitlement `com.apple.developer.usernotifications.critical-alerts`, which Apple gives on request \
    (Apple, `UNNotificationSound.criticalSoundNamed(_:)`). Here the code makes one, and no \
    `.entitlements` file has the entitlement: the sound plays as any other, which nobody notices before \
    the night when it counts.

    **To fix it**, ask Apple for the entitlement and add it to the app's entitlements; the user must \
    allow critical alerts as well.
    """
}
