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
    world.channels.filter { $0.isCertain && $0.role == .unchannelled }.compactMap { use in
      switch use.identifier {
      case FallbackChannel.firebase: firebase(use)
      case _ where !isForAndroid(use.file): nil
      case FallbackChannel.expo: expo(use)
      default: capacitor(use)
      }
    }
  }

  /// Whether a file is of an app for Android. Expo makes its native projects during the build.
  private func isForAndroid(_ file: TreePath) -> Bool {
    scope.kind(for: file) == .expo || !scope.bundles(for: file, on: .android).isEmpty
  }

  private func expo(_ use: ChannelUse) -> TreeFinding {
    report(
      use, "Expo\u{2019}s channel plays the default sound",
      fix: "name a channel that has the sound in the trigger: { channelId: \u{2026} }")
  }

  /// Firebase has another channel where a manifest names one, as settings of Expo and of React
  /// Native's libraries make it do, too.
  private func firebase(_ use: ChannelUse) -> TreeFinding? {
    let apps = world.projects.filter { $0.bundles.contains { $0.platform == .android } }
    guard case .named(let name) = use.sound,
      apps.allSatisfy({ $0.kind == .flutter || $0.kind == .android }),
      apps.flatMap(\.bundles).contains(where: { $0.sounds.contains { $0.name == name } }),
      apps.allSatisfy({ app in !app.defaultChannels.contains { $0.role == .pushed } })
    else { return nil }
    return report(
      use, "Firebase\u{2019}s channel plays the default sound",
      fix: "name a channel that has the sound, or a default one in the app\u{2019}s manifest")
  }

  /// Capacitor makes its channel when the app starts, with the sound of the settings.
  private func capacitor(_ use: ChannelUse) -> TreeFinding? {
    guard scope.kind(for: use.file) == .capacitor,
      made.allSatisfy({ $0.isKnown && $0 != use.sound })
    else { return nil }
    let sounds = settings(around: use.file)
    guard let first = sounds.first else {
      return report(
        use, "Capacitor\u{2019}s channel plays the default sound, because the settings name none",
        fix: "name a channel that has the sound, or give the settings the sound")
    }
    guard case .named(let name) = use.sound, !sounds.contains(name) else { return nil }
    return report(
      use, "Capacitor\u{2019}s channel plays \(printed(first)), which the settings name",
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
    let sound = if case .named(let name) = use.sound { printed(name) } else { "its sound" }
    return Rule.androidChannelSound.finding(
      "\(sound) never plays on Android 8 and later: the notification has no channel, and \(channel)",
      fix: fix, at: use)
  }
}
