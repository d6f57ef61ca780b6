import AlertSounds

/// Checks that referenced sounds are shipped, in the place where the system searches.
struct ReferenceCheck {
  private let scope: ReferenceScope
  private let world: PreflightWorld
  private let unshipped: [TreePath]
  /// The same by their names in lower case.
  private let unshippedByName: [String: TreePath]
  /// Sounds in folders that look like Android's resources but that Gradle does not read.
  private let strays: [TreePath]
  /// The names of sounds that projects list and that are not there: each is reported where it is
  /// listed.
  private let absent: Set<String>
  /// Those of settings that are not Apple's alone.
  private let absentOnAndroid: Set<String>
  /// The names of all sound files, and of those that are not Android's resources, without their
  /// extensions.
  private let names: Set<String>
  private let namesForApple: Set<String>

  init(_ world: PreflightWorld, _ scope: ReferenceScope) {
    self.world = world
    self.scope = scope
    let shipped = world.shippedFiles(on: .apple)
    let resources = world.shippedFiles(on: .android)
    let left = world.soundFiles.filter { !shipped.contains($0) }
    // A file that is Android's is named only if there is no other.
    unshipped =
      left.filter { !resources.contains($0) } + left.filter { resources.contains($0) }
    unshippedByName = Dictionary(
      unshipped.map { ($0.name.lowercased(), $0) }, uniquingKeysWith: { first, _ in first })
    strays = world.strayResources
    let absent = world.projects.flatMap(\.findings).filter { $0.absentSound != nil }
    self.absent = Set(absent.compactMap { $0.absentSound?.lowercased() })
    absentOnAndroid = Set(
      absent.filter { !Self.appleSettings.contains($0.file.suffix) }
        .compactMap { $0.absentSound?.lowercased() })
    names = Set(world.soundFiles.map { $0.stem.lowercased() })
    namesForApple = Set(
      world.soundFiles.filter { !resources.contains($0) }.map { $0.stem.lowercased() })
  }

  func findings() -> [TreeFinding] {
    world.references.flatMap { reference -> [TreeFinding] in
      let found = finding(about: reference)
      let isToldThere = found?.finding.breaks(.soundMissing) == true && isListed(reference)
      let isAboutExtension = found?.finding.breaks(.soundNameExtension) == true
      return [isToldThere ? nil : found, isAboutExtension ? nil : sharedExtension(reference)]
        .compactMap(\.self)
    }
  }

  private func finding(about reference: SoundReference) -> TreeFinding? {
    if let path = reference.pagePath { return page(reference, path) }
    if let found = onMac(reference) { return found }
    if isSystemSound(reference) { return nil }
    if reference.name == SoundReference.anyName { return anySound(reference) }
    if reference.name.hasPrefix(SoundReference.anyName) { return anyName(reference) }
    return switch reference.platform {
    case .apple: apple(reference)
    case .android: android(reference)
    case nil: both(reference)
    }
  }

  /// Whether a project lists the sound, and the listed file is not there.
  private func isListed(_ reference: SoundReference) -> Bool {
    let name = reference.name.lowercased()
    guard reference.platform != .apple else { return absent.contains(name) }
    return (reference.platform == nil ? absent : absentOnAndroid).contains {
      $0 == name || $0.fileStem == name.fileStem
    }
  }

  /// The suffixes of the settings of Xcode's projects and of the tools that make these.
  private static let appleSettings: Set<String> = ["pbxproj", "yml", "yaml", "swift"]

  /// Cordova's plug-in reads `file://a/b.caf` as `b.caf` in the folder `a` of the app's pages; a
  /// build may copy it there from another folder. Capacitor runs the same plug-in.
  private func page(_ reference: SoundReference, _ path: String) -> TreeFinding? {
    guard [.cordova, .capacitor].contains(scope.kind(for: reference.file)) else { return nil }
    let name = path.fileName
    guard !world.soundFiles.contains(where: { $0.name == name }) else { return nil }
    return report(
      .soundMissing, reference, "no sound of the app's pages is called \(printed(name))",
      fix: "add it as www/\(path), or ask for one that is there")
  }

  // MARK: Apple

  /// A name of which nothing is known: an app that ships sounds on Android must ship some for Apple.
  private func anySound(_ reference: SoundReference) -> TreeFinding? {
    let bundles = bundles(for: reference)
    guard reference.platform == .apple, scope.knowsBundles,
      bundles.contains(where: { $0.role == .app }),
      AppleLookup.searched(bundles).flatMap(\.sounds).allSatisfy({ $0.name.contains("/") }),
      scope.bundles(for: reference.file, on: .android).contains(where: { !$0.sounds.isEmpty })
    else { return nil }
    return report(
      .soundMissing, reference,
      "a name is computed here, and the app ships no sound at all for Apple\u{2019}s devices",
      fix: "add the sounds to the resources of the app's target", severity: .warning)
  }

  /// A name of which only the extension is known: one sound at least must have it.
  private func anyName(_ reference: SoundReference) -> TreeFinding? {
    let suffix = reference.name.fileSuffix
    let bundles = scope.bundles(for: reference.file, on: .apple)
    guard reference.platform != .android, !bundles.isEmpty, scope.knowsBundles,
      !AppleLookup.searched(bundles).flatMap(\.sounds).contains(where: {
        $0.name.fileSuffix == suffix && !$0.name.contains("/")
      })
    else { return nil }
    let other = unshipped.first { $0.suffix == suffix }
    let hint = other.map { " (found outside it: \(printed($0)))" } ?? ""
    return report(
      .soundMissing, reference,
      "the code plays a .\(suffix) file, but the app's target contains none" + hint,
      fix: "add the sounds to the resources of the app's target")
  }

  /// The bundles of the systems that ask for a sound; all where none is named or only one is known.
  private func bundles(for reference: SoundReference) -> [SoundBundle] {
    let all = scope.bundles(for: reference.file, on: .apple)
    guard !reference.systems.isEmpty else { return all }
    let fitting = all.filter { $0.isForMac == (reference.systems == [.macOS]) }
    return fitting.isEmpty ? all : fitting
  }

  /// A sound that macOS is asked for, and that the app for iOS alone ships.
  private func onMac(_ reference: SoundReference) -> TreeFinding? {
    guard reference.systems.contains(.macOS) else { return nil }
    let bundles = scope.bundles(for: reference.file, on: .apple).filter { $0.role == .app }
    func ships(_ isForMac: Bool) -> Bool {
      bundles.filter { $0.isForMac == isForMac }.flatMap(\.sounds).contains { sound in
        reference.name == SoundReference.anyName
          ? !sound.name.contains("/") : sound.name == reference.name
      }
    }
    guard bundles.contains(where: \.isForMac), ships(false), !ships(true) else { return nil }
    let what =
      reference.name == SoundReference.anyName ? "no sound" : "no \(printed(reference.name))"
    return report(
      .soundMissing, reference, "the app for macOS ships \(what); that for iOS does",
      fix: "add the sounds to the resources of the target for macOS", severity: .warning)
  }

  /// Whether macOS has the sound itself, in /System/Library/Sounds, and an app for it asks.
  private func isSystemSound(_ reference: SoundReference) -> Bool {
    let name = reference.name.fileSuffix == "aiff" ? reference.name.fileStem : reference.name
    return Self.systemSounds.contains(name) && reference.platform != .android
      && scope.bundles(for: reference.file, on: .apple).contains { $0.role == .app && $0.isForMac }
  }

  private static let systemSounds: Set<String> = [
    "Basso", "Blow", "Bottle", "Frog", "Funk", "Glass", "Hero", "Morse", "Ping", "Pop", "Purr",
    "Sosumi", "Submarine", "Tink",
  ]

  private func apple(_ reference: SoundReference) -> TreeFinding? {
    let bundles = bundles(for: reference)
    // If it is not known what the app ships, the name cannot be checked either.
    guard !bundles.isEmpty, scope.knowsBundles || !world.soundFiles.isEmpty else {
      guard reference.name.contains("/") else { return unknown(reference) }
      return isPath(reference, reference.name.fileName, isShipped: false)
    }
    let names = scope.appleNames(for: reference.file, reference.systems) { bundles }
    return finding(names.lookUp(reference.name, unshipped: unshippedByName), reference)
  }

  /// A reference in a project of which it is not known what it ships, and no file has the name.
  private func unknown(_ reference: SoundReference) -> TreeFinding? {
    // A server beside an app may send to it.
    let isBesideApp = reference.origin == .server && names.isEmpty && !world.projects.isEmpty
    guard reference.isCertain, isBesideApp || scope.kind(for: reference.file) != nil,
      !scope.isPartial(reference.file), !hasFile(for: reference),
      names.isEmpty || reference.platform != .android && scope.hasApplePart(reference.file)
    else { return nil }
    return report(
      .soundMissing, reference,
      "there is no sound \(printed(reference.name)) here, and no project file that lists what the "
        + "app ships",
      fix: Fix(
        .command(
          Fix.Command("tocsin preflight . PATH-OF-THE-APP"),
          purpose: "check it together with the app")),
      severity: .warning)
  }

  /// Whether any file could be the sound. Those of Android's resources never reach Apple's devices.
  private func hasFile(for reference: SoundReference) -> Bool {
    (reference.platform == .apple ? namesForApple : names)
      .contains(reference.name.fileStem.lowercased())
  }

  private func finding(
    _ lookup: AppleLookup, _ reference: SoundReference
  ) -> TreeFinding? {
    let name = printed(reference.name)
    let isExpo = scope.kind(for: reference.file) == .expo
    switch lookup {
    case .found: return nil
    case .isPath(let last, let isShipped): return isPath(reference, last, isShipped: isShipped)
    case .isFittingPath(let sound):
      return report(
        .soundNamePath, reference,
        "\(name) is the path in the bundle; Apple promises to find sounds at its top alone, though "
          + "devices find this",
        fix: "ship \(printed(sound.file)) at the top of the app's bundle, and ask for its name",
        severity: world.isStrictApple ? .error : .warning)
    case .otherCase(let shipped):
      return report(
        .soundNameCase, reference, "\(name) is shipped as \(printed(shipped)): case counts",
        fix: rename(reference, to: shipped))
    case .withoutExtension(let shipped):
      return report(
        .soundNameExtension, reference,
        "\(name) has no extension; the sound is shipped as \(printed(shipped))",
        fix: rename(reference, to: shipped))
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
    case .unshipped(let file) where file.folder.text.contains(".xcassets"):
      return report(
        .soundMissing, reference,
        "\(name) lies in an asset catalogue, where notifications do not look",
        fix: "add the file itself to the resources of the app's target")
    case .unshipped(let file):
      return report(
        .soundMissing, reference, "\(printed(file)) exists but belongs to no target",
        fix: isExpo
          ? "list \(printed(file)) under sounds of the expo-notifications plug-in"
          : "add \(printed(file)) to the resources of the app's target")
    case .missing(let similar):
      guard let similar else {
        return report(
          .soundMissing, reference, "\(name) is not shipped",
          fix: isExpo
            ? "\(Self.expoFix), or ask for one that is there"
            : "add the sound to the app's bundle, or ask for one that is there")
      }
      return report(
        .soundMissing, reference,
        "\(name) is not shipped; did you mean \(printed(similar))?",
        fix: rename(reference, to: similar))
    }
  }

  private func isPath(
    _ reference: SoundReference, _ name: String, isShipped: Bool
  ) -> TreeFinding {
    report(
      .soundNamePath, reference,
      "\(printed(reference.name)) is a path; a sound is asked for by its name alone",
      fix: isShipped ? rename(reference, to: name) : "ask for \(printed(name))")
  }

  // MARK: Android

  private func android(_ reference: SoundReference) -> TreeFinding? {
    let bundles = scope.bundles(for: reference.file, on: .android)
    let names = androidNames(reference)
    let wanted = reference.name.fileStem
    // Without a known Android project nothing can be checked.
    guard !bundles.isEmpty else { return unknown(reference) }
    if names.isEmpty, reference.isCompiled { return uncompiled(reference, wanted) }
    if names.contains(wanted) { return withExtension(reference, wanted) }
    if let other = scope.androidNames(for: reference.file).byLowerCase[wanted.lowercased()] {
      return report(
        .soundNameCase, reference,
        "\(printed(reference.name)) is the Android resource \(printed(other)): case counts",
        fix: "ask for \(printed(other))")
    }
    let raw = rawFolder(for: reference)
    if let stray = strays.first(where: { $0.stem.lowercased() == wanted.lowercased() }) {
      return report(
        .soundMissing, reference,
        "\(printed(wanted)) is in \(printed(stray.folder)), which Gradle does not package",
        fix: "move \(printed(stray)) to \(raw.text(insteadOf: stray))")
    }
    return report(
      .soundMissing, reference,
      names.isEmpty
        ? "the Android app has no sounds in res/raw, so no \(printed(wanted))"
        : "res/raw has no \(printed(wanted))",
      fix: scope.kind(for: reference.file) == .expo
        ? "\(Self.expoFix)" : "add it to \(raw.text)")
  }

  /// A resource that code names, where no sound is known: it may come from a library or from the build.
  private func uncompiled(_ reference: SoundReference, _ wanted: String) -> TreeFinding? {
    guard reference.isCertain, !scope.isPartial(reference.file), !hasFile(for: reference) else {
      return nil
    }
    return report(
      .soundMissing, reference,
      "the Android app has no sounds in res/raw, so no \(printed(wanted)), unless a library has it",
      fix: "add it to \(rawFolder(for: reference).text)", severity: .warning)
  }

  private static let expoFix = "list the file under sounds of the expo-notifications plug-in"

  private func rawFolder(for reference: SoundReference) -> RawFolder {
    RawFolder(scope.project(for: reference.file, on: .android))
  }

  /// Code that looks up a resource by a string must leave out the extension. Expo and similar
  /// libraries remove it.
  private func withExtension(
    _ reference: SoundReference, _ resource: String
  ) -> TreeFinding? {
    let isLookedUp =
      reference.origin == .payload || reference.origin == .androidSource
      || reference.file.suffix == "dart"
      || reference.library != nil && reference.platform == .android
    guard isLookedUp, !reference.isCompiled, SoundNames.hasSoundSuffix(reference.name) else {
      return nil
    }
    return report(
      .soundNameExtension, reference,
      "\(printed(reference.name)) is looked up among Android's resources, whose names have no "
        + "extension", fix: rename(reference, to: resource))
  }

  private func androidNames(_ reference: SoundReference) -> Set<String> {
    scope.androidNames(for: reference.file).names
  }

  // MARK: Both

  /// One name for both platforms: Apple's devices need the extension, and most libraries remove it
  /// on Android.
  private func both(_ reference: SoundReference) -> TreeFinding? {
    // If the project is for Android alone, no Apple device searches for the file.
    if scope.knowsBundles, scope.bundles(for: reference.file, on: .apple).isEmpty,
      !scope.bundles(for: reference.file, on: .android).isEmpty
    {
      return android(reference)
    }
    let android = androidNames(reference)
    let isOnAndroid = android.contains(reference.name.fileStem)
    guard let finding = apple(reference) else {
      guard !android.isEmpty, !isOnAndroid else { return nil }
      return report(
        .androidTwin, reference,
        "\(printed(reference.name)) has no twin in Android's res/raw; there the default plays",
        fix: "add \(printed(reference.name.fileStem)) to \(rawFolder(for: reference).text)")
    }
    let isMissing = finding.finding.breaks(.soundMissing)
    // Of two names that code chooses between, one is for Android.
    let isForAndroid = reference.name.fileSuffix.isEmpty || !reference.isCertain
    guard isMissing, isOnAndroid, isForAndroid else { return finding }
    guard reference.library == .firebase, reference.isCertain, scope.knowsBundles else {
      return nil
    }
    return report(
      .soundMissing, reference,
      "Firebase gives \(printed(reference.name)) to Apple\u{2019}s devices, too, and the app ships no "
        + "such sound there: the default plays",
      fix: "add apns: { payload: { aps: { sound: \u{2026} } } } to the message", severity: .warning)
  }

  /// The name of a message of Firebase for both platforms: Apple's devices need its extension, which
  /// is no part of a resource's name.
  private func sharedExtension(_ reference: SoundReference) -> TreeFinding? {
    guard reference.library == .firebase, reference.platform == nil, reference.isCertain,
      SoundNames.hasSoundSuffix(reference.name),
      androidNames(reference).contains(reference.name.fileStem)
    else { return nil }
    let resource = printed(reference.name.fileStem)
    return report(
      .soundNameExtension, reference,
      "Firebase looks \(printed(reference.name)) up among Android's resources, too, whose names have "
        + "no extension: the default plays there",
      fix:
        "give Android \(resource) in android.notification.sound, and Apple\u{2019}s devices the whole name in apns",
      severity: .warning)
  }

  /// Asks for the shipped name that is meant.
  private func rename(_ reference: SoundReference, to name: String) -> Fix {
    var edit: TextEdit?
    if let column = reference.nameColumn, TextEdit.isPlain(name) {
      edit = TextEdit(line: reference.line, column: column, old: reference.name, new: name)
    }
    return Fix(.advice("ask for \(printed(name))"), .rename(to: name, edit))
  }

  private func report(
    _ rule: Rule, _ reference: SoundReference, _ message: String, fix: Fix,
    severity: Finding.Severity? = nil
  ) -> TreeFinding {
    var message = message
    var isCertain = reference.isCertain
    // A sound that the app puts there itself is not in a bundle.
    if rule == .soundMissing || rule == .soundTarget, reference.platform != .android,
      world.writers.contains(where: reference.file.isBelow)
    {
      message += " (the app writes to Library/Sounds and may add the sound at run time)"
      isCertain = false
    }
    if rule == .soundMissing, reference.platform != .android,
      scope.bundles(for: reference.file, on: .apple).contains(where: \.isPartial)
    {
      message += " (a script of the build touches sounds and may add it)"
      isCertain = false
    }
    // Another repository may ship what a server asks for. So it is with a script where no app is.
    let isMild =
      reference.origin == .server
      || reference.origin == .crossPlatformSource && !scope.knowsBundles
        && scope.kind(for: reference.file) == nil
    return rule.finding(
      message, fix: fix, at: reference, isCertain: isCertain,
      severity: isMild ? min(severity ?? rule.severity, .warning) : severity)
  }
}
