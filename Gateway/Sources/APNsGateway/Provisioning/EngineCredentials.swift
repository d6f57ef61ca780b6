import Foundation

/// A credentials file of the engine, as far as the gateway must understand its own.
package struct EngineCredentials: Sendable {
  /// The user's public key.
  package let user: String
  /// Whether the user may do whatever its account can.
  package let hasAllRights: Bool

  /// Reads a credentials file.
  /// - Throws: ``GatewayError`` if it is not one.
  package init(_ folder: StateFolder, _ name: String) throws(GatewayError) {
    let lines = try folder.read(name).split(separator: "\n")
    let begin = lines.firstIndex { $0.contains("BEGIN NATS USER JWT") }
    guard let begin, lines.indices.contains(begin + 1) else { throw Self.error(folder, name) }
    let parts = lines[begin + 1].split(separator: ".")
    guard parts.count == 3, let data = Self.bytes(parts[1]),
      let claims = try? JSONDecoder().decode(Claims.self, from: data)
    else { throw Self.error(folder, name) }
    user = claims.sub
    hasAllRights = claims.nats.pub?.allow?.isEmpty ?? true
  }

  private static func error(_ folder: StateFolder, _ name: String) -> GatewayError {
    GatewayError(
      "\(folder.file(name)) is not a credentials file. Make it again: `tocsin-gateway upgrade`.")
  }

  private static func bytes(_ text: Substring) -> Data? {
    let standard = text.replacing("-", with: "+").replacing("_", with: "/")
    return Data(base64Encoded: standard + String(repeating: "=", count: -standard.count & 3))
  }

  private struct Claims: Decodable {
    struct Rights: Decodable { var allow: [String]? }
    struct Engine: Decodable { var pub: Rights? }

    var sub: String
    var nats: Engine
  }
}
