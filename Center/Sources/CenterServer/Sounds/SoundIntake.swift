import AlertSounds
import Files
import Foundation
import HTTPTypes
import HummingbirdCore

/// A file on its way into a folder of sounds: converted where it is not an alert sound yet, checked,
/// and put in place complete or not at all.
struct SoundIntake: Codable, Sendable {
  /// What became of it.
  struct Result: Encodable {
    let name: String
    let isConverted: Bool
    let findings: [Finding]
  }

  /// The name that the file had.
  let name: String
  let folder: String
  let replaces: Bool
  /// A folder for the file and its copy, which is removed afterwards.
  let scratch: String

  /// - Throws: ``Refusal`` with the reason why the sound cannot be used.
  func take(_ bytes: Data) throws -> Result {
    guard !bytes.isEmpty else { throw Refusal(.unprocessableContent, "The file is empty.") }
    let stem = try stem()
    // Its extension must fit: the validator looks at that, too.
    let fileExtension = Self.fileExtension(of: bytes)
    let input = scratch + "/input." + fileExtension
    try bytes.write(to: URL(fileURLWithPath: input))
    let original = SoundValidator().validate(path: input)
    if original.container != nil, !isBad(original) {
      return try keep(input, as: stem + "." + fileExtension, original, converted: false)
    }
    let output = scratch + "/output.caf"
    do {
      _ = try SoundConverter(ConversionRequest(parsing: "caff:ima4")).convert(input, to: output)
    } catch {
      let reason = "\(error)".replacing(input, with: "'\(name)'").replacing(
        output, with: "the copy")
      throw Refusal(.unprocessableContent, reason)
    }
    let report = SoundValidator().validate(path: output)
    if let finding = report.findings.first(where: { $0.severity == .error }) {
      throw Refusal(.unprocessableContent, finding.message)
    }
    return try keep(output, as: stem + ".caf", report, converted: true)
  }

  private func isBad(_ report: SoundReport) -> Bool {
    report.findings.contains { $0.severity == .error }
  }

  /// The extension of the container that the file begins as.
  private static func fileExtension(of bytes: Data) -> String {
    if bytes.starts(with: Array("caff".utf8)) { return "caf" }
    guard bytes.starts(with: Array("FORM".utf8)) else { return "wav" }
    return bytes.dropFirst(8).starts(with: Array("AIFC".utf8)) ? "aifc" : "aiff"
  }

  /// The name without its extension: one plain name of at most 100 bytes.
  private func stem() throws(Refusal) -> String {
    let stem = URL(fileURLWithPath: "/" + name).deletingPathExtension().lastPathComponent
    guard !stem.isEmpty, !stem.hasPrefix("."), stem.utf8.count <= 100, !name.contains("/"),
      !name.unicodeScalars.contains(where: { $0.properties.generalCategory == .control })
    else { throw Refusal(.badRequest, "The file's name cannot be a sound's name.") }
    return stem
  }

  private func keep(
    _ path: String, as name: String, _ report: SoundReport, converted: Bool
  ) throws -> Result {
    let target = folder + "/" + name
    guard replaces || !FileManager.default.fileExists(atPath: target) else {
      throw Refusal(.conflict, "There is a '\(name)' already.")
    }
    try makeFolder(folder)
    let file = try AtomicFile(path: target)
    try file.write(Array(try Data(contentsOf: URL(fileURLWithPath: path))), at: 0)
    try file.commit()
    return Result(name: name, isConverted: converted, findings: report.findings)
  }
}
