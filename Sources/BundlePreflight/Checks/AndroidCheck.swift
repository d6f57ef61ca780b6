import AlertSounds

/// Checks the Android twins of alert sounds.
struct AndroidCheck {
  private let world: PreflightWorld
  /// The references that ask for a resource of Android.
  private let asked: [SoundReference]
  private let askedNames: Set<String>

  init(_ world: PreflightWorld) {
    self.world = world
    asked = world.references.filter { $0.platform != .apple && $0.isCertain }
    askedNames = Set(asked.map(\.name.fileStem))
  }

  /// The actual content of a file.
  struct Content {
    /// The container; nil if it is not one for alerts.
    var container: String?
    /// The coding of its samples, by its name; nil if that is not known.
    var coding: String?
    /// The kind of content that is there instead of a sound.
    var impostor: String?
    /// The way to get the sound there.
    var step: Fix.Step?
  }

  /// - Parameters:
  ///   - content: what a file has in it.
  ///   - mayAlert: whether the sound of a file may be an alert.
  func findings(
    mayAlert: (TreePath) -> Bool = { _ in true }, content: (TreePath) -> Content
  ) -> [TreeFinding] {
    let sounds = world.projects.flatMap(\.bundles).filter { $0.platform == .android }
      .flatMap(\.sounds)
    var seen: Set<TreePath> = []
    return sounds.filter { seen.insert($0.file).inserted }.flatMap { sound in
      let content = content(sound.file)
      return [name(sound), impostor(sound, content) ?? format(sound, content)]
        .compactMap(\.self)
    } + strays(mayAlert) + shrunk()
  }

  /// Content that is not a sound and plays nowhere. A file that nobody asks for may be left over.
  private func impostor(_ sound: ShippedSound, _ content: Content) -> TreeFinding? {
    guard let what = content.impostor else { return nil }
    return Rule.androidFormat.finding(
      what == "nothing" ? "the file is empty" : "the content is \(what), not a sound",
      fix: Fix(content.step ?? .advice("put the sound there")), file: sound.file,
      severity: askedNames.contains(sound.name) ? nil : .warning)
  }

  /// Sounds outside the folders that Gradle reads.
  private func strays(_ mayAlert: (TreePath) -> Bool) -> [TreeFinding] {
    world.strayResources.filter(mayAlert).map { file in
      Rule.soundUnshipped.finding(
        "is in \(printed(file.folder)), which Gradle does not package",
        fix: "move it to \(RawFolder(nil).text(insteadOf: file))", file: file)
    }
  }

  /// Sounds that a release build removes, because only a string names them.
  private func shrunk() -> [TreeFinding] {
    world.projects.flatMap { project -> [TreeFinding] in
      guard let place = project.shrinking else { return [] }
      let names = Set(
        project.bundles.filter { $0.platform == .android }.flatMap(\.sounds).map(\.name))
      // A sound that compiled code refers to, for whatever use, is kept.
      let compiled = world.compiledResources.union(asked.filter(\.isCompiled).map(\.name.fileStem))
      let kept = place.kept.map { GlobName($0[...]) }
      // Of a name that is computed, any resource may be meant.
      let asked = askedNames.contains(SoundReference.anyName) ? names : askedNames
      let lost = asked.intersection(names).subtracting(compiled.union(place.named))
        .filter { name in !kept.contains { $0.matches(Array(name)) } }.sorted()
      guard let first = lost.first else { return [] }
      let others = lost.count > 1 ? " and \(lost.count - 1) more" : ""
      return [
        Rule.androidShrinking.finding(
          (place.isByFlutter ? "Flutter\u{2019}s " : "")
            + "release builds remove sounds that only text refers to: \(printed(first))\(others)",
          fix: "keep them: res/raw/keep.xml with tools:keep=\"@raw/\(first)\"", file: place.file,
          line: place.line)
      ]
    }
  }

  /// Android turns a resource's name into a Java identifier.
  private func name(_ sound: ShippedSound) -> TreeFinding? {
    let first = sound.name.utf8.first ?? 0
    let startsWithDigit = UInt8(ascii: "0")...UInt8(ascii: "9") ~= first
    let isGood = first > 0 && !startsWithDigit && sound.name.utf8.allSatisfy(Self.isAllowed)
    guard !isGood else { return nil }
    return Rule.androidName.finding(
      "\(printed(sound.name)) is not an Android resource name: a lower-case letter or _ first, then "
        + "lower-case letters, digits and _", fix: Fix(.renameFile(to: Self.mended(sound.name))),
      file: sound.file)
  }

  private static func isAllowed(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
      UInt8(ascii: "_"):
      true
    default: false
    }
  }

  private static func mended(_ name: String) -> String {
    let letters = name.lowercased().utf8.map { isAllowed($0) ? $0 : UInt8(ascii: "_") }
    let text = String(decoding: letters, as: UTF8.self)
    return text.first?.isLetter == true ? text : "sound_" + text
  }

  /// Android plays WAVE, MP3, Ogg, FLAC and AAC, but not CAF or AIFF, and not each coding in WAVE.
  private func format(_ sound: ShippedSound, _ content: Content) -> TreeFinding? {
    let named = ["caf": "CAF", "aif": "AIFF", "aiff": "AIFF", "aifc": "AIFF-C"]
    var what = named[sound.file.suffix]
    if let container = content.container {
      if container != "WAVE" {
        what = container
      } else if let coding = content.coding, Self.isRefused(coding) {
        what = "WAVE with \(coding.split(separator: " WAVE tag")[0])"
      }
    }
    guard let what else { return nil }
    return Rule.androidFormat.finding(
      "\(what) does not play on Android", fix: Self.conversion(of: sound.file), file: sound.file)
  }

  /// Whether Android's reader of WAVE (`WAVExtractor`) has no decoder for a coding. It takes linear
  /// PCM of integers, floats of 32 bits, G.711 and GSM.
  private static func isRefused(_ coding: String) -> Bool {
    coding == "LEF64" || coding == "MS IMA ADPCM"
      || coding.contains("WAVE tag") && !coding.hasPrefix("GSM")
  }

  /// WAVE in place of the file: two raw resources of one name do not build.
  private static func conversion(of file: TreePath) -> Fix {
    let isWAVE = file.suffix == "wav"
    let purpose =
      isWAVE
      ? "put WAVE in its place"
      : AndroidReader.isRawResource(file)
        ? "make WAVE of it, and remove this file" : "make WAVE of it, and ship that instead"
    return Fix(.command(.shared(file.text), purpose: purpose), isWAVE ? .recode : nil)
  }
}
