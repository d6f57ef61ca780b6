import AlertSounds

/// The pages of the rules about shipped sounds.
extension PreflightRule {
  /// The page of a rule about shipped sounds; nil for the others.
  var shipmentPage: RulePage? {
    switch self {
    case .soundUnshipped: page(Self.soundUnshippedSummary, Self.soundUnshippedText)
    case .soundUnused: page(Self.soundUnusedSummary, Self.soundUnusedText)
    case .soundIgnored: page(Self.soundIgnoredSummary, Self.soundIgnoredText)
    case .soundDuplicate: page(Self.soundDuplicateSummary, Self.soundDuplicateText)
    case .resourceMissing: page(Self.resourceMissingSummary, Self.resourceMissingText)
    case .moduleBundle: page(Self.moduleBundleSummary, Self.moduleBundleText)
    case .androidName: page(Self.androidNameSummary, Self.androidNameText)
    case .androidFormat: page(Self.androidFormatSummary, Self.androidFormatText)
    case .androidTwin: page(Self.androidTwinSummary, Self.androidTwinText)
    case .androidChannel: page(Self.androidChannelSummary, Self.androidChannelText)
    case .androidChannelMissing: page(Self.channelMissingSummary, Self.channelMissingText)
    case .androidChannelSound: page(Self.channelSoundSummary, Self.channelSoundText)
    case .androidShrinking: page(Self.androidShrinkingSummary, Self.androidShrinkingText)
    case .siblingLoudness:
      page(
        Self.siblingLoudnessSummary, Self.siblingLoudnessText,
        limits: [
          .init(
            name: PreflightLimits.siblingName, standard: PreflightLimits().siblingDifference,
            unit: "LU",
            meaning: "The largest difference from the median of the siblings that is fine")
        ], needsSamples: true)
    default: nil
    }
  }

  private static let soundUnshippedSummary = "A sound beside an app's sources is in its bundle"
  private static let soundUnshippedText = """
    The file lies in the folder of an Xcode project, and no target of it ships the file. Dragging \
    a file into a folder on disk does not add it to a target.

    The rule also finds sounds in `android/app/res/raw` and the like, which Gradle does not read: \
    it reads `android/app/src/main/res/raw`.

    **To fix it**, add it to the app's target (*Target Membership*), delete it, or, if it is the \
    master of a sound that is shipped, leave it out:

        # .tocsin.yml
        exclude: ["Masters/**"]
    """

  private static let soundUnusedSummary = "Every shipped sound is referenced somewhere"
  private static let soundUnusedText = """
    The app ships the sound, and neither a payload nor a line of source code asks for it. That is \
    right where a server chooses it; else it is dead weight in every download, or the name that is \
    asked for is misspelt. This is a note, and only runs that find some reference to a sound give \
    it.

    **To fix it**, delete the sound, or put a payload file of the server under test beside the \
    project: `tocsin preflight . payloads/`.
    """

  private static let soundIgnoredSummary = "Git keeps every alert sound that a project ships"
  private static let soundIgnoredText = """
    The sound is here, and the app built here plays it. A line of `.gitignore` leaves it out, and \
    Git's index does not have it: colleagues and CI build the app without the sound, or not at all. \
    Lines such as `*.wav` and `Sounds/` do it by accident. Native projects that are made anew, \
    `ios`, `android` and `platforms`, are not meant.

    **To fix it**, add the file all the same, `git add -f Sounds/ding.caf`, or take it out of what \
    the line means: `!Sounds/ding.caf` in a line after it.
    """

  private static let soundDuplicateSummary = "No two files of a bundle have the same name"
  private static let soundDuplicateText = """
    Two files get the same name at the top of a bundle. Which one wins depends on the order of the \
    build; Xcode may refuse the build (*Multiple commands produce*). Names that differ in upper \
    and lower case alone are one name on most Macs, and as Android resources.

    **To fix it**, rename one of them, or take it out of the target.
    """

  private static let resourceMissingSummary = "Every file that a project lists exists"
  private static let resourceMissingText = """
    The project says that it ships a sound, and the file is not in the project: renamed, not \
    committed, ignored by `.gitignore`, or the case of its name differs. The build fails on another \
    machine, or ships without the sound.

    **To fix it**, commit the file, or take it off the project's list. The message names the line.
    """

  private static let moduleBundleSummary = "A package's resource bundle is not searched"
  private static let moduleBundleText = """
    Resources of a Swift package end up in a bundle of their own inside the app, \
    `App.app/Package_Target.bundle`. The system looks for alert sounds at the top of the app's \
    bundle and in `Library/Sounds` only. This is a note, because the package may copy its sounds \
    itself.

    **To fix it**, copy the sound when the app starts,

        let folder = URL.libraryDirectory.appending(path: "Sounds")
        // copy Bundle.module.url(forResource: "ding", withExtension: "caf") there

    or have the app's own target ship it.
    """

  private static let androidNameSummary = "Names in res/raw are Android resource names"
  private static let androidNameText = """
    Android makes a Java identifier of each file in `res/raw`: a small letter or `_` first, then \
    small letters, digits and `_`. `Ding-1.wav` breaks the build, or is left out by tools that copy it.

    **To fix it**, rename the file as the message says, and ask for it without its extension: \
    `R.raw.ding_1`, in a channel's sound `ding_1`.
    """

  private static let androidFormatSummary = "Sounds in res/raw play on Android"
  private static let androidFormatText = """
    Android's player knows WAVE, MP3, Ogg Vorbis, Opus, FLAC and AAC. It plays neither CAF nor \
    AIFF: the channel is silent, whatever its settings say. Nor does it play an empty file, the \
    pointer that Git LFS leaves, or the web page that a download brought. Such a file that nothing \
    asks for by name is a warning: it may be left over.

    **To fix it**, ship a twin, and keep the name: `tocsin convert ding.caf ding.wav`; for a \
    pointer, `git lfs pull`.
    """

  private static let androidChannelSummary = "A channel with a sound is loud enough to play it"
  private static let androidChannelText = """
    Since Android 8 the sound belongs to the channel, and so does its importance. A channel of low \
    or of minimal importance makes no sound, whatever its sound is; and a channel keeps the \
    settings with which it was first created: a later version of the app cannot change them.

    **To fix it**, create the channel with the default importance or a higher one. Where people \
    have the app already, use a new channel id.
    """

  private static let channelMissingSummary = "Notifications name channels that the app makes"
  private static let channelMissingText = """
    A push, or a notification of the app itself, names a channel, and no code here makes one with \
    this identifier. Since Android 8 a push then comes in the channel of the manifest, or in \
    *Miscellaneous*, with the default sound; a notification that the app posts does not appear at \
    all. The channel must be there before the push arrives.

    The rule looks at Kotlin, Java, Dart and JavaScript, and is silent where a channel's identifier \
    is put together at run time, and where no app for Android is in the tree.

    **To fix it**, create the channel when the app starts, or name the one that it creates.
    """

  private static let channelSoundSummary = "A notification names the sound of its channel"
  private static let channelSoundText = """
    Since Android 8 the sound belongs to the channel, and the notification's own is ignored. Here a \
    push or a notification names a sound, and the code makes its channel with another one, or with \
    none: on a device the channel's plays.

    With `tocsin preflight --since REVISION` the rule also compares the channels with those of the \
    revision: a channel keeps the settings with which it was first created, so a new sound needs a \
    new identifier.

    **To fix it**, give the sound to the channel. Where people have the app already, use a new \
    channel id.
    """

  private static let androidShrinkingSummary = "Release builds keep the sounds that a text names"
  private static let androidShrinkingText = """
    With `shrinkResources` a release build takes out resources that no compiled code names. A \
    sound that a server, Dart or JavaScript asks for by a text is one of those. It plays in debug \
    builds; the release is silent or plays the default sound.

    **To fix it**, keep the sounds in `android/app/src/main/res/raw/keep.xml`:

        <?xml version="1.0" encoding="utf-8"?>
        <resources xmlns:tools="http://schemas.android.com/tools"
          tools:keep="@raw/ding,@raw/chime" />
    """

  private static let androidTwinSummary = "A sound for both platforms has its twin on Android"
  private static let androidTwinText = """
    One name is asked for on both platforms, and the Android side of the project has no file of \
    that name in `res/raw`. There the default sound plays. This is a note, because that may be \
    intended.

    **To fix it**, add the twin: `tocsin convert ios/Runner/ding.caf \
    android/app/src/main/res/raw/ding.wav`.
    """

  private static let siblingLoudnessSummary = "The sounds of an app are about equally loud"
  private static let siblingLoudnessText = """
    People set the ringer's volume once. A sound that is far louder than its siblings frightens; \
    one that is far quieter is missed. The rule compares the integrated loudness (EBU R 128) with \
    the median of the sounds of the same bundle, or of the same folder, where there are three or \
    more.

    **To fix it**, bring it nearer to the others, for example \
    `ffmpeg -i ding.caf -af loudnorm=I=-16 louder.wav`, then convert again. Where the difference is \
    meant, as for an alarm:

        # .tocsin.yml
        overrides:
          - files: "alarm.caf"
            rules: { sibling-loudness: off }
    """
}
