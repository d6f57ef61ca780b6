import AlertSounds

/// Checks Android's channels: since Android 8 the channel has the sound, and a notification in a
/// channel that does not exist is silent or does not appear.
struct ChannelCheck {
  private let world: PreflightWorld
  private let uses: [ChannelUse]

  init(_ world: PreflightWorld) {
    self.world = world
    uses = world.channels.filter(\.isCertain)
  }

  func findings() -> [PreflightFinding] {
    guard isForAndroid else { return [] }
    return missing() + disagreeing()
  }

  /// Whether the inputs contain an app for Android: a server alone does not show which channels
  /// exist.
  private var isForAndroid: Bool {
    world.projects.contains { project in
      switch project.kind {
      case .android, .expo, .reactNative, .flutter, .capacitor, .cordova: true
      case .nativeScript, .kotlin, .dotNet, .unity: true
      default: false
      }
    }
  }

  /// Notifications in channels that no code creates.
  private func missing() -> [PreflightFinding] {
    guard !world.makesComputedChannels else { return [] }
    let made = Set(uses.filter { $0.role == .made || $0.role == .shown }.map(\.identifier))
    return uses.filter { use in
      (use.role == .pushed || use.role == .posted) && !made.contains(use.identifier)
        && !Self.libraryChannels.contains(use.identifier)
    }.map { use in
      let effect =
        use.role == .pushed
        ? "the push comes without the channel\u{2019}s sound" : "the notification does not appear"
      return Rule.androidChannelMissing.finding(
        "no code here makes the channel \(printed(use.identifier)): \(effect)",
        fix: similar(to: use.identifier, in: made).map { "is \(printed($0)) meant?" }
          ?? "create the channel when the app starts, with the sound that it is to have",
        file: use.file, line: use.line, column: use.column)
    }
  }

  /// Channels that libraries create by themselves.
  private static let libraryChannels: Set<String> = ["default", "miscellaneous", ""]

  private func similar(to name: String, in made: Set<String>) -> String? {
    made.sorted().first { Spelling.isClose($0.lowercased(), name.lowercased()) }
  }

  /// Sounds that differ from their channel's sound: the channel's sound is the one that plays.
  private func disagreeing() -> [PreflightFinding] {
    let makers = Dictionary(grouping: uses.filter { $0.role == .made }, by: \.identifier)
    return uses.compactMap { use in
      guard use.role != .made, case .named(let sound) = use.sound,
        let makers = makers[use.identifier], let first = makers.first,
        // If several places create it with different sounds, or one has an unknown sound, it is not
        // known which applies.
        makers.allSatisfy({ $0.sound == first.sound }), first.sound != .unknown,
        first.sound != .named(sound)
      else { return nil }
      let own =
        if case .named(let name) = first.sound { printed(name) } else { "the default sound" }
      return Rule.androidChannelSound.finding(
        "\(printed(sound)) never plays since Android 8: the channel \(printed(use.identifier)) is made "
          + "with \(own)", fix: "give the sound to the channel, under a new channel id",
        file: use.file, line: use.line, column: use.column)
    }
  }
}
