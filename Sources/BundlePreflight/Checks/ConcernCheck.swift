import AlertSounds

/// Checks the places that are faults only if an app for Apple's devices is built here.
struct ConcernCheck {
  private let world: PreflightWorld

  init(_ world: PreflightWorld) { self.world = world }

  func findings() -> [TreeFinding] {
    var told: Set<TreePath> = []
    return world.concerns.filter(\.isCertain).compactMap { concern in
      switch concern.kind {
      case .critical:
        // Once for each file: the fault is in the app, not in the line.
        guard isSigned(around: concern.file), told.insert(concern.file).inserted else { return nil }
        return Rule.criticalEntitlement.finding(
          "critical sound without the entitlement "
            + "com.apple.developer.usernotifications.critical-alerts: it plays like any other sound",
          fix: "ask Apple for the entitlement, and add it to the app\u{2019}s entitlements",
          at: concern)
      case .silentOnApple:
        guard hasAppleApp else { return nil }
        return Rule.payloadAppleSilent.finding(
          "the push has a sound for Android, and none for Apple\u{2019}s devices: there it is silent",
          fix: "add apns: { payload: { aps: { sound: \u{2026} } } } to the message",
          at: concern)
      case .resource(let name, let package): return foreign(name, of: package, concern)
      }
    }
  }

  /// A resource's address with another package than the app's own.
  private func foreign(
    _ name: String, of package: String, _ concern: SoundConcern
  ) -> TreeFinding? {
    let own = Set(world.projects.flatMap(\.packages))
    let isSystem = package == "android"
    guard isSystem || !own.isEmpty, !own.contains(where: { isVariant(package, of: $0) }) else {
      return nil
    }
    return Rule.soundMissing.finding(
      isSystem
        ? "\(printed(name)) is not among the system\u{2019}s own sounds, in the package 'android'"
        : "no app here has the package name \(printed(package))",
      fix: own.count == 1
        ? "name the app\u{2019}s own package, \(printed(own.first ?? ""))"
        : "name the app\u{2019}s own package", at: concern, severity: .warning)
  }

  /// A build for testing may have a suffix.
  private func isVariant(_ package: String, of own: String) -> Bool {
    package == own || package.hasPrefix(own + ".")
  }

  private var hasAppleApp: Bool {
    world.projects.contains { project in
      project.bundles.contains { $0.platform == .apple && $0.role == .app }
    }
  }

  /// Whether a file is part of an app whose entitlements are known here, and that has none for
  /// critical sounds; or lies beside such apps alone, as a server's.
  private func isSigned(around file: TreePath) -> Bool {
    guard !world.allowsCriticalSounds, !world.projects.contains(where: \.mayPlayCritical) else {
      return false
    }
    let around = world.projects.filter { file.isBelow($0.root) }
    return around.isEmpty
      ? !world.projects.isEmpty && world.projects.allSatisfy(hasKnownEntitlements)
      : around.contains(where: hasKnownEntitlements)
  }

  private func hasKnownEntitlements(_ project: Project) -> Bool {
    // Expo makes them of its settings.
    if project.kind == .expo { return true }
    let kinds: [ProjectKind] = [.xcode, .xcodeGen, .tuist, .flutter, .reactNative, .capacitor]
    return kinds.contains(project.kind)
      && project.bundles.contains { $0.platform == .apple && $0.role == .app }
  }
}
