import FoundationEssentials
public import NotificationTypes

/// A document with requests, to move them to another machine: JSON with the keys `version` and
/// `requests`.
///
/// A time interval starts again when the document is read.
public struct RequestArchive: Codable, Sendable, Hashable {
  /// The version of the document's format; 1 is the only one.
  public var version = 1
  /// The requests, of one app or several, in any order.
  public var requests: [NotificationRequest]

  /// A document of the current version.
  public init(requests: [NotificationRequest]) { self.requests = requests }

  /// Reads a document.
  /// - Throws: `NotificationFormatError.unsupportedVersion` for a version of tomorrow,
  ///   `DecodingError` for other JSON.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    version = try container.decode(Int.self, forKey: .version)
    guard version == 1 else {
      throw NotificationFormatError.unsupportedVersion(version, newest: 1)
    }
    requests = try container.decode([NotificationRequest].self, forKey: .requests)
  }
}
