import AlertSounds

/// Checks that what is asked for is shipped, and is found where it is looked for.
struct ReferenceCheck {
  private let scope: ReferenceScope
  private let world: PreflightWorld
  private let unshipped: [String]

  init(_ world: PreflightWorld, _ scope: ReferenceScope) {
    self.world = world
    self.scope = scope
    let shipped = world.shippedFiles(on: .apple)
    unshipped = world.soundFiles.filter { !shipped.contains($0) }
  }

  func findings() -> [PreflightFinding] {
    world.references.compactMap { reference in
      switch reference.platform {
      case .apple: apple(reference)
      case .android: android(reference)
      case nil: both(reference)
      }
    }
  }

  // MARK: Apple

  private func apple(_ reference: SoundReference) -> PreflightFinding? {
    let bundles = scope.bundles(for: reference.file, on: .apple)
    // Where nothing says what the app ships, nothing can be said about the name either.
    guard !bundles.isEmpty, scope.knowsBundles || !world.soundFiles.isEmpty else {
      guard reference.name.contains("/") else { return nil }
      return isPath(reference, TreePath.lastPart(reference.name), isShipped: false)
    }
    return finding(AppleLookup(reference.name, in: bundles, unshipped: unshipped), reference)
  }

  private func finding(
    _ lookup: AppleLookup, _ reference: SoundReference
  ) -> PreflightFinding? {
    let name = printed(reference.name)
    switch lookup {
    case .found: return nil
    case .isPath(let last, let isShipped): return isPath(reference, last, isShipped: isShipped)
    case .otherCase(let shipped):
      return report(
        .soundNameCase, reference, "\(name) is shipped as \(printed(shipped)): case counts",
        fix: "ask for \(printed(shipped))", replacement: shipped)
    case .withoutExtension(let shipped):
      return report(
        .soundNameExtension, reference,
        "\(name) has no extension; the sound is shipped as \(printed(shipped))",
        fix: "ask for \(printed(shipped))", replacement: shipped)
    case .inSubfolder(let sound):
      return report(
        .soundFolder, reference,
        "\(name) lies in the bundle as \(printed(sound.name)); sounds are looked for at its top",
        fix: "ship \(printed(sound.file)) at the top of the app's bundle")
    case .inOtherBundle(let sound, let bundle):
      return report(
        .soundTarget, reference,
        "\(name) is shipped in \(printed(bundle.name)) only, where the system does not look",
        fix: "add \(printed(sound.file)) to the app's own target")
    case .unshipped(let file):
      return report(
        .soundMissing, reference, "\(name) is in no bundle, though \(printed(file)) is there",
        fix: "add \(printed(file)) to the resources of the app's target")
    case .missing(let similar):
      let hint = similar.map { "; is \(printed($0)) meant?" } ?? ""
      return report(
        .soundMissing, reference, "\(name) is not shipped" + hint,
        fix: "add the sound to the app's bundle, or ask for one that is there")
    }
  }

  private func isPath(
    _ reference: SoundReference, _ name: String, isShipped: Bool
  ) -> PreflightFinding {
    report(
      .soundNamePath, reference,
      "\(printed(reference.name)) is a path; a sound is asked for by its name alone",
      fix: "ask for \(printed(name))", replacement: isShipped ? name : nil)
  }

  // MARK: Android

  private func android(_ reference: SoundReference) -> PreflightFinding? {
    let names = androidNames(reference)
    let wanted = TreePath.stem(reference.name)
    guard !names.isEmpty, !names.contains(wanted) else { return nil }
    if let other = names.first(where: { $0.lowercased() == wanted.lowercased() }) {
      return report(
        .soundNameCase, reference,
        "\(printed(reference.name)) is the Android resource \(printed(other)): case counts",
        fix: "ask for \(printed(other))")
    }
    return report(
      .soundMissing, reference, "res/raw has no \(printed(wanted))",
      fix: "add it to android/app/src/main/res/raw")
  }

  private func androidNames(_ reference: SoundReference) -> Set<String> {
    let bundles = scope.bundles(for: reference.file, on: .android)
    return Set(bundles.flatMap(\.sounds).map(\.name))
  }

  // MARK: Both

  /// One name for both: an Apple device wants the extension, Android does not mind it.
  private func both(_ reference: SoundReference) -> PreflightFinding? {
    let android = androidNames(reference)
    let isOnAndroid = android.contains(TreePath.stem(reference.name))
    guard let finding = apple(reference) else {
      guard !android.isEmpty, !isOnAndroid else { return nil }
      return report(
        .androidTwin, reference,
        "\(printed(reference.name)) has no twin in Android's res/raw; there the default plays",
        fix: "add \(printed(TreePath.stem(reference.name))) to android/app/src/main/res/raw")
    }
    let isMissing = finding.finding.rule == PreflightRule.soundMissing.rawValue
    // One of two names that code chooses from is for Android.
    let isForAndroid = TreePath.suffix(reference.name).isEmpty || !reference.isCertain
    return isMissing && isOnAndroid && isForAndroid ? nil : finding
  }

  private func report(
    _ rule: PreflightRule, _ reference: SoundReference, _ message: String, fix: String,
    replacement: String? = nil
  ) -> PreflightFinding {
    rule.finding(
      message, fix: fix, file: reference.file, line: reference.line, column: reference.column,
      replacement: replacement, isCertain: reference.isCertain)
  }
}
