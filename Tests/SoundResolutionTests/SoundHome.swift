import AudioFormats
import Foundation
import TestSupport

@testable import SoundResolution

/// A user's data, a system's, and an app's bundle, all in a folder of the test's own.
final class SoundHome: Sendable {
  let folder: TemporaryFolder
  let owner: SoundOwner

  static let app = "org.example.bell"
  static let group = "group.org.example"
  static let library = "home/\(app)/Library/Sounds"

  init() throws {
    folder = try TemporaryFolder()
    owner = SoundOwner(app: Self.app, groups: [Self.group], bundle: folder.path("bundle"))
  }

  var places: SoundPlaces {
    SoundPlaces(
      dataHome: folder.path("home"), dataFolders: [folder.path("local"), folder.path("system")],
      shipped: [folder.path("shipped")])
  }

  func resolver(
    _ defaultSound: DefaultSound = .standard, _ theme: SoundThemeSelection = .init()
  ) -> SoundResolver { SoundResolver(places, defaultSound: defaultSound, theme: theme) }

  /// Writes `bytes` to a path in the folder and makes the folders on the way.
  @discardableResult
  func write(_ bytes: some Sequence<UInt8>, to path: String) throws -> String {
    try FileManager.default.createDirectory(
      at: folder.url(path).deletingLastPathComponent(), withIntermediateDirectories: true)
    return try folder.write(bytes, to: path)
  }

  /// Writes a short sound whose samples all have the same value, by which it is told from others.
  @discardableResult
  func write(sound value: Int32, to path: String) throws -> String {
    try write(Self.wave(value), to: path)
  }

  static func wave(_ value: Int32, frames: Int = 100, sampleRate: Int = 44_100) -> [UInt8] {
    PlainWAVE.integers(Array(repeating: value, count: frames), sampleRate: sampleRate)
  }
}

extension ResolvedSound {
  /// The value that the sound was written with; nil for silence.
  var value: Int? { sound.map { Int($0.sample(at: 0) * 32_768) } }
}

extension [PlainName] {
  /// A relative path of plain names.
  init(_ path: String) { self = path.split(separator: "/").compactMap { PlainName(String($0)) } }
}
