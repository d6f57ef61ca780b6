/// The version of the stored form of a value, the key `version` of its JSON.
///
/// A document without it, one that a person wrote, is of the current version. A newer one is
/// refused, because its meaning is unknown.
struct FormatVersion: Codable, Sendable, Hashable {
  static let current = 1

  let number: Int

  init() { number = Self.current }

  init(from decoder: any Decoder) throws {
    number = try decoder.singleValueContainer().decode(Int.self)
    guard (1...Self.current).contains(number) else {
      throw NotificationFormatError.unsupportedVersion(number, newest: Self.current)
    }
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(number)
  }
}

/// The reason why a stored notification cannot be read.
public enum NotificationFormatError: Error, Equatable, CustomStringConvertible {
  /// Written by a later Tocsin than the one that reads it.
  case unsupportedVersion(Int, newest: Int)

  /// The error and its remedy, as a sentence without a full stop.
  public var description: String {
    switch self {
    case .unsupportedVersion(let version, let newest):
      "the format's version is \(version); this program knows up to \(newest): update it"
    }
  }
}

extension KeyedDecodingContainer {
  /// Refuses the form of a later version.
  func checkVersion(_ key: Key) throws { _ = try decodeIfPresent(FormatVersion.self, forKey: key) }

  /// The value for `key`, or `fallback` if it is absent.
  func decode<Value: Decodable>(_ key: Key, or fallback: Value) throws -> Value {
    try decodeIfPresent(Value.self, forKey: key) ?? fallback
  }
}
