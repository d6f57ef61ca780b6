import Crypto
import Foundation
import RemoteNotifications

/// A record that all machines of a gateway have in common.
package struct SharedRecord: Codable, Hashable, Sendable {
  package enum Kind: String, Codable, Sendable {
    case provider, topic, device, revocation
    /// All seal keys: their order counts.
    case seal
  }

  package var kind: Kind
  package var name: String
  /// JSON with sorted keys; nil for a record that was removed.
  package var content: String?

  /// A record; its value as JSON.
  /// - Throws: ``GatewayError`` if the value cannot be written as JSON.
  init(_ kind: Kind, _ name: String, _ value: some Encodable) throws(GatewayError) {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    guard let data = try? encoder.encode(value) else {
      throw GatewayError("The \(kind) \(name) cannot be written as JSON.")
    }
    self.kind = kind
    self.name = name
    content = String(decoding: data, as: UTF8.self)
  }

  /// A record with this content; nil means that it was removed.
  package init(kind: Kind, name: String, content: String?) {
    self.kind = kind
    self.name = name
    self.content = content
  }

  /// Its name in the engine's table, where not all letters are permitted.
  package var key: String { "\(kind.rawValue).\(Fingerprint.text(Array(name.utf8)))" }

  var removed: Self { Self(kind: kind, name: name, content: nil) }

  /// Its value; nil for a record that was removed.
  /// - Throws: ``GatewayError`` if it is not of this type.
  func value<Value: Decodable>(_ type: Value.Type = Value.self) throws(GatewayError) -> Value? {
    guard let content else { return nil }
    guard let value = try? JSONDecoder().decode(type, from: Data(content.utf8)) else {
      throw GatewayError("The shared \(kind) \(name) cannot be read.")
    }
    return value
  }
}

/// Records by their keys.
package typealias SharedRecords = [String: SharedRecord]
