import AlertSounds

/// Checks the notifications that name no channel, and so come in one that a library makes: since
/// Android 8 with that channel's sound.
struct FallbackChannelCheck {
  private let world: PreflightWorld
  private let scope: ReferenceScope
  /// The sounds with which the app itself makes a channel that is called as Capacitor's own one.
  private let made: [ChannelUse.Sound]

  init(_ world: PreflightWorld) {
    self.world = world
    made = world.channels.filter {
      $0.isCertain && $0.role == .made && $0.identifier == FallbackChannel.capacitor
    }.map(\.sound)
    scope = ReferenceScope(world)
  }

  func findings() -> [TreeFinding] {
    world.channels.filter {
      $0.isCertain && $0.role == .unchannelled && isForAndroid($0.file)
    }.compactMap { use in
      use.identifier == FallbackChannel.expo ? expo(use) : capacitor(use)
    }
  }

  /// Whether a file is of an app for Android. Expo makes its native projects during the build.
  private func isForAndroid(_ file: TreePath) -> Bool {
    scope.kind(for: file) == .expo || !scope.bundles(for: file, on: .android).isEmpty
  }

  private func expo(_ use: ChannelUse) -> TreeFinding {
    report(
      use, "Expo\u{2019}s own one, which has the default sound",
      fix: "name a channel that has the sound in the trigger: { channelId: \u{2026} }")
  }

  /// Capacitor makes its channel when the app starts, with the sound of the settings.
  private func capacitor(_ use: ChannelUse) -> TreeFinding? {
    guard scope.kind(for: use.file) == .capacitor,
      made.allSatisfy({ $0.isKnown && $0 != use.sound })
    else { return nil }
    let sounds = settings(around: use.file)
    guard let first = sounds.first else {
      return report(
        use, "Capacitor\u{2019}s own one, and the settings give that no sound",
        fix: "name a channel that has the sound, or give the settings the sound")
    }
    guard case .named(let name) = use.sound, !sounds.contains(name) else { return nil }
    return report(
      use, "Capacitor\u{2019}s own one, which the settings give \(printed(first))",
      fix: "name a channel that has the sound")
  }

  /// The sounds in the settings of the innermost project around a file that has any.
  private func settings(around file: TreePath) -> [String] {
    let found = world.references.filter { reference in
      CapacitorReader.configurations.contains(reference.file.name)
        && file.isBelow(reference.file.folder)
    }
    let root = found.map { $0.file.folder }.max { $0.text.utf8.count < $1.text.utf8.count }
    return found.filter { $0.file.folder == root }.map(\.name.fileStem)
  }

  private func report(_ use: ChannelUse, _ channel: String, fix: Fix) -> TreeFinding {
    let sound = if case .named(let name) = use.sound { printed(name) } else { "its own sound" }
    return Rule.androidChannelSound.finding(
      "\(sound) never plays since Android 8: the notification names no channel, and comes in "
        + channel, fix: fix, at: use)
  }
}
