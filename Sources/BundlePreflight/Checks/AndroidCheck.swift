/// Checks the Android twins of alert sounds.
struct AndroidCheck {
  private let world: PreflightWorld

  init(_ world: PreflightWorld) { self.world = world }

  /// - Parameter container: the container that a file really holds, where it is an alert container.
  func findings(container: (String) -> String?) -> [PreflightFinding] {
    let sounds = world.projects.flatMap(\.bundles).filter { $0.platform == .android }
      .flatMap(\.sounds)
    var seen: Set<String> = []
    return sounds.filter { seen.insert($0.file).inserted }.flatMap { sound in
      [name(sound), format(sound, container(sound.file))].compactMap(\.self)
    }
  }

  /// Android makes a Java identifier of a resource's name.
  private func name(_ sound: ShippedSound) -> PreflightFinding? {
    let isGood =
      sound.name.utf8.first.map { UInt8(ascii: "a")...UInt8(ascii: "z") ~= $0 } == true
      && sound.name.utf8.allSatisfy(Self.isAllowed)
    guard !isGood else { return nil }
    return PreflightRule.androidName.finding(
      "\(printed(sound.name)) is no Android resource name: a small letter first, then small "
        + "letters, digits and _", fix: "rename it to \(Self.mended(sound.name))", file: sound.file)
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

  /// Android plays WAVE, MP3, Ogg, FLAC and AAC, neither CAF nor AIFF.
  private func format(_ sound: ShippedSound, _ container: String?) -> PreflightFinding? {
    let suffix = TreePath.suffix(sound.file)
    let named = ["caf": "CAF", "aif": "AIFF", "aiff": "AIFF", "aifc": "AIFF-C"][suffix]
    guard let what = container.flatMap({ $0 == "WAVE" ? nil : $0 }) ?? named else { return nil }
    return PreflightRule.androidFormat.finding(
      "\(what) does not play on Android",
      fix: "tocsin convert \(sound.file) \(TreePath.stem(sound.file)).wav", file: sound.file)
  }
}
