import Foundation
import Testing

/// The verdict of a strict validator on one fixture, as the manifest states it.
struct ManifestEntry: Decodable, Sendable, CustomTestStringConvertible {
  enum Verdict: String, Decodable, Sendable {
    case error, warning, clean
  }

  /// Path below the folder of fixtures.
  let file: String
  let expect: Verdict
  let family: String
  let why: String

  var testDescription: String { "\(file): \(why)" }

  var path: String { FixtureManifest.folder.appending(path: file).path }
}

/// `Fixtures/manifest.json`.
enum FixtureManifest {
  static let folder = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().appending(path: "Fixtures")

  /// All entries; none where the manifest cannot be read, which is a test of its own.
  static let entries: [ManifestEntry] = {
    let data = try? Data(contentsOf: folder.appending(path: "manifest.json"))
    return data.flatMap { try? JSONDecoder().decode([ManifestEntry].self, from: $0) } ?? []
  }()
}
