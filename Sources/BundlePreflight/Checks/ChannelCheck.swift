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

  func findings() -> [TreeFinding] {
    guard isForAndroid else { return [] }
    var findings = missing() + disagreeing() + changing() + muted()
    findings += bare() + ignored()
    findings += ChannelTwice(world).findings()
    findings += FallbackChannelCheck(world).findings()
    return findings
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
  private func missing() -> [TreeFinding] {
    let made = Set(uses.filter(\.role.makesChannel).map(\.identifier))
    let unreached = Dictionary(
      uses.filter { $0.role == .unreached }.map { ($0.identifier, $0) },
      uniquingKeysWith: { first, _ in first })
    let packages = Set(world.projects.flatMap(\.packages))
    return uses.filter { use in
      [.pushed, .posted, .required].contains(use.role) && !use.isConstant
        && !made.contains(use.identifier)
        && (use.role == .required || !Self.libraryChannels.contains(use.identifier))
        && !world.computedChannels.contains { $0.mayBe(use.identifier, in: packages) }
    }.map { use in
      let effect =
        use.role == .pushed
        ? "so Android plays the default sound" : "so Android does not show the notification"
      if let maker = unreached[use.identifier] {
        let makers = maker.callers.sorted().map { $0 + "()" }.joined(separator: " or ")
        return Rule.androidChannelMissing.finding(
          "only \(makers) in \(maker.file.name) creates the channel \(printed(use.identifier)), and "
            + "nothing calls it, \(effect)", fix: "call \(makers) when the app starts", at: use)
      }
      return Rule.androidChannelMissing.finding(
        "no code creates the channel \(printed(use.identifier)), \(effect)",
        fix: similar(to: use.identifier, in: made).map { "did you mean \(printed($0))?" }
          ?? "create the channel when the app starts, with the sound that it is to have",
        at: use)
    }
  }

  /// Notifications without a channel, in apps that are made for Android 8 or later.
  private func bare() -> [TreeFinding] {
    let scope = ReferenceScope(world)
    return uses.filter { use in
      use.role == .bare
        && scope.project(for: use.file, on: .android)?.targetSDK.map { $0 >= 26 } == true
    }.map { use in
      Rule.androidChannelMissing.finding(
        "this notification has no channel; Android 8 and later do not show it",
        fix: "create a channel with the sound, and give the builder its id",
        at: use)
    }
  }

  private func ignored() -> [TreeFinding] {
    uses.filter { $0.role == .ignored }.map { use in
      Rule.androidChannel.finding(
        "the setting \(printed(use.identifier)) has no effect; the channel decides the sound",
        fix: "create a channel with the sound, and name it as the default channel",
        at: use)
    }
  }

  /// Channels that libraries create by themselves.
  private static let libraryChannels: Set<String> = ["default", "miscellaneous", ""]

  private func similar(to name: String, in made: Set<String>) -> String? {
    made.sorted().first { Spelling.isClose($0.lowercased(), name.lowercased()) }
  }

  /// Channels of a fixed identifier that each call of a function is to give another sound.
  private func changing() -> [TreeFinding] {
    uses.filter { $0.role.makesChannel && $0.sound == .given }.map { use in
      Rule.androidChannelSound.finding(
        "Android keeps the sound with which channel \(printed(use.identifier)) was first created; later "
          + "sounds are ignored",
        fix: "make a channel for each sound, with the sound in its id",
        at: use)
    }
  }

  /// Channels that are made with a sound and without sounds. A notification in a channel that is
  /// made elsewhere has the channel's sound.
  private func muted() -> [TreeFinding] {
    let made = Set(uses.filter { $0.role == .made }.map(\.identifier))
    return uses.filter { use in
      use.sound == .muted
        && (use.role == .made || use.role == .shown && !made.contains(use.identifier))
    }.map { use in
      Rule.androidChannel.finding(
        "the sound of the channel \(printed(use.identifier)) never plays: playSound is false",
        fix: "let playSound be true, under a new channel id, or name no sound",
        at: use)
    }
  }

  /// Sounds that differ from their channel's sound: the channel's sound is the one that plays.
  private func disagreeing() -> [TreeFinding] {
    let makers = Dictionary(grouping: uses.filter { $0.role == .made }, by: \.identifier)
    return uses.compactMap { use in
      guard use.role != .made, use.role != .unchannelled, use.sound.isOwn,
        let makers = makers[use.identifier],
        let first = makers.first,
        // If several places create it with different sounds, or one has an unknown sound, it is not
        // known which applies.
        makers.allSatisfy({ $0.sound == first.sound }), first.sound.isKnown,
        first.sound != use.sound, use.sound.isKnown || !first.sound.isOwn
      else { return nil }
      let sound = use.sound.isKnown ? use.sound.text : "the notification\u{2019}s"
      return Rule.androidChannelSound.finding(
        "on Android 8 and later the channel \(printed(use.identifier)) plays \(first.sound.text), not "
          + sound, fix: "give the sound to the channel, under a new channel id",
        at: use)
    }
  }
}
