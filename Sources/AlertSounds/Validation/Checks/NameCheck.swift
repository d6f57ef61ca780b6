import AudioFormats
import Files

/// The extension matches the content of the file.
///
/// Systems that trust the name pick the wrong reader and play the default sound. Another
/// extension of the three allowed formats is known to work on iOS.
struct NameCheck: SoundCheck {
  static let rule = Rule.name

  func check(_ sound: ExaminedSound) -> [Finding] {
    // Standard input has no name.
    guard sound.path != OutputFile.standardPath else { return [] }
    let suffix = fileExtension(of: sound.path)
    let container = container(of: sound)
    if let container, container.fileExtensions.contains(suffix) { return [] }
    let named = Container.allCases.filter { $0.fileExtensions.contains(suffix) }
    guard let container else {
      guard let name = named.first?.name, sound.source.byteCount > 0 else { return [] }
      return [finding("the name says \(name), the content is something else", at: 0)]
    }
    if container == .aiff && suffix == "aifc" { return [] }
    let right = container.fileExtensions[0]
    let fix = fix(sound, container, isWAVE: named.first == .wave)
    if named.isEmpty {
      let seen = suffix.isEmpty ? "no extension" : "the extension .\(printable(suffix))"
      var finding = finding(
        "\(container.name) with \(seen); alert sounds end in .\(right)", fix: fix)
      finding.isReadable = true
      return [finding]
    }
    return [
      finding(
        "the name ends in .\(suffix), the content is \(container.name)", .warning, fix: fix)
    ]
  }

  /// The right name; for a sound that Android plays too, and that is not WAVE, a WAVE file: under
  /// its right name it would play on Apple's devices alone.
  private func fix(_ sound: ExaminedSound, _ container: Container, isWAVE: Bool) -> Fix {
    guard !sound.isShared || container == .wave else {
      return Fix(sound.conversion(), isWAVE ? .recode : nil)
    }
    let name = baseName(of: sound.path) + "." + container.fileExtensions[0]
    return Fix(.renameFile(to: name), .repack)
  }

  private func container(of sound: ExaminedSound) -> Container? {
    switch sound.content {
    case .container(let description): description.container
    case .failure(.malformed(let container, _)): container
    case .failure: nil
    }
  }
}
