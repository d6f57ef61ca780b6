/// Facts in a source about an app's sounds, besides the names that it asks for.
struct SourceFacts: Hashable, Sendable {
  /// Whether it posts, schedules or receives notifications.
  var mentionsNotifications = false
  /// Whether it opens sounds itself: `AVAudioPlayer`, `SoundPool`, `just_audio` and similar ones.
  var playsSounds = false
  /// Whether it asks for an alert sound whose name is computed at run time.
  var asksForComputed = false
  /// The channels of notifications that it creates and whose identifiers are not known here.
  var computedChannels: Set<ComputedChannel> = []
  /// The names with notifications or channels in them that a source of JavaScript mentions, and not
  /// only imports.
  var notifiers: Set<String> = []
  /// Whether it entitles an app to critical sounds.
  var allowsCriticalSounds = false
  /// Whether it mentions `Library/Sounds`, where an app may put sounds that it does not ship.
  var writesSounds = false
  /// Raw resources of Android that compiled code names, for any use.
  var resources: Set<String> = []
  /// Names of sounds in the sources that open sounds themselves.
  var playedNames: Set<String> = []

  var isEmpty: Bool { self == SourceFacts() }

  /// Adds what is asked of a whole project. The channels, functions and resources of each source are
  /// looked up by themselves: uniting them for all sources would take most of the time.
  mutating func add(_ other: SourceFacts) {
    mentionsNotifications = mentionsNotifications || other.mentionsNotifications
    playsSounds = playsSounds || other.playsSounds
    asksForComputed = asksForComputed || other.asksForComputed
    writesSounds = writesSounds || other.writesSounds
    playedNames.formUnion(other.playedNames)
  }

  init() {}

  /// The facts that the words of a source show, at any place.
  init(_ bytes: [UInt8]) {
    let found = Self.words.found(in: bytes)
    (mentionsNotifications, playsSounds) = (found[0], found[1])
    writesSounds = found[2] || found[3] && bytes.contains(bytesOf: "Sounds")
  }

  /// Whether an app's entitlements, or a script that writes them, allow critical alerts.
  static func allowsCriticalSounds(_ bytes: [UInt8]) -> Bool {
    bytes.contains(bytesOf: "usernotifications.critical-alerts")
  }

  private static let words = PatternSet([
    notifications, players, ["Library/Sounds"], ["ibraryDirectory"],
  ])

  private static let notifications: [StaticString] = [
    "UserNotification", "UNNotification", "RemoteNotification", "LocalNotification",
    "local_notification", "local-notification", "expo-notifications", "awesome_notifications",
    "push-notification", "push_notification", "PushNotification", "NotificationChannel",
    "NotificationCompat", "Unity.Notifications", "Plugin.LocalNotification", "firebase_messaging",
    "firebase/messaging", "FirebaseMessaging", "onesignal", "OneSignal", "PushKit", "notifee",
  ]

  private static let players: [StaticString] = [
    // Apple
    "AudioPlayer", "AVAudioFile", "AVAudioEngine", "AudioServicesPlay",
    "AudioServicesCreateSystemSound", "SKAudioNode", "SCNAudioSource", "AudioFileResource",
    "OALSimpleAudio", "SimpleAudioEngine", "AudioFileOpenURL", "SystemSoundID",
    "playSoundFileNamed", "NSSound", "AVPlayer", "AVQueuePlayer", "alGenSources",
    // React Native, web
    "expo-audio", "expo-av", "expo-video", "new Audio(", "NativeAudio", "new Howl",
    "'howler'", "\"howler\"", "react-native-sound",
    "react-native-video", "react-native-track-player",
    // Flutter, Android
    "just_audio", "audioplayers", "assets_audio_player", "flame_audio", "AudioTrack",
    "flutter_sound", "soundpool", "SoundPool", "MediaPlayer", "ExoPlayer",
    "RingtoneManager.getRingtone",
    // .NET
    "IAudioManager", "Plugin.Maui.Audio",
  ]
}

extension SourceFacts {
  /// Whether a function's name says that it is about notifications: such names are collected.
  static func isNotifier(_ name: String) -> Bool {
    notifierParts.contains { Array(name.utf8).contains(bytesOf: $0) }
  }

  private static let notifierParts: [BytePattern] = ["otification", "hannel"]

  /// Collects the names of functions for notifications, wherever they stand but in imports.
  mutating func noteNotifiers(_ bytes: [UInt8]) {
    for part in Self.notifierParts {
      var at = 0
      while let end = bytes.end(of: part, from: at), notifiers.count < 1000 {
        at = end
        var (start, last) = (end, end)
        while start > 0, Lexer.isWord(bytes[start - 1]) { start -= 1 }
        while last < bytes.count, Lexer.isWord(bytes[last]) { last += 1 }
        guard last - start <= 64, !isImport(bytes, start) else { continue }
        notifiers.insert(String(decoding: bytes[start..<last], as: UTF8.self))
      }
    }
  }

  /// Whether the line of a place starts with `import`.
  private func isImport(_ bytes: [UInt8], _ place: Int) -> Bool {
    var line = place
    while line > 0, bytes[line - 1] != 0x0A, place - line < 512 { line -= 1 }
    return bytes[line..<place].starts(with: "import ".utf8)
  }
}

extension SourceFacts {
  /// Collects the names in `R.raw.ding`, and in the source's texts: release builds keep what a text of
  /// the compiled code names exactly.
  mutating func noteResources(_ tokens: SourceTokens) {
    guard [.kotlin, .java].contains(tokens.language) else { return }
    for index in tokens.tokens.indices {
      if resources.count < 1000, let text = tokens.string(index), (1...64).contains(text.utf8.count)
      {
        resources.insert(text)
      }
      guard tokens.isWord(index, "raw") else { continue }
      guard resources.count < 1000, tokens.isMark(index - 1, "."), tokens.isWord(index - 2, "R"),
        tokens.isMark(index + 1, "."), let name = tokens.word(index + 2)
      else { continue }
      resources.insert(name)
    }
  }

  /// Collects the names of sounds in a source that opens sounds itself: strings that are names of
  /// sound files, and the names of resources.
  mutating func notePlayedNames(_ tokens: SourceTokens) {
    guard playsSounds else { return }
    for index in tokens.tokens.indices where tokens.tokens[index].kind == .string {
      guard playedNames.count < 1000, let name = tokens.string(index), !name.isEmpty else {
        continue
      }
      if SoundNames.hasSoundSuffix(name) || isResource(index, tokens) {
        playedNames.insert(name.fileName.lowercased())
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
