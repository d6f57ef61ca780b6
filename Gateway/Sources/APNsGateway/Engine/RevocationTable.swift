import Foundation

/// The table of revocations in the engine, the key-value bucket `REVOKED`: `<device>` or
/// `<device>.<app>`, with the time of the revocation in milliseconds since 1970.
package struct RevocationTable: @unchecked Sendable {
  private let connection: EngineConnection
  private let replicas: Int

  package init(_ connection: EngineConnection, replicas: Int) {
    self.connection = connection
    self.replicas = replicas
  }

  /// Writes one entry; it is stored when this returns.
  /// - Throws: ``GatewayError`` if the engine does not accept it.
  package func put(_ key: String, since milliseconds: Int64) throws(GatewayError) {
    try bucket().put(key, Array(String(milliseconds).utf8))
  }

  /// Removes one entry; that is stored when this returns.
  /// - Throws: ``GatewayError`` if the engine does not accept it.
  func remove(_ key: String) throws(GatewayError) {
    try bucket().remove(key)
  }

  /// Reads the table, then follows its changes until the connection fails.
  /// - Parameter change: called with each entry; nil for a removed one.
  /// - Throws: ``GatewayError`` when the caller must start again.
  func follow(
    _ change: (_ key: String, _ since: Int64?) -> Void, whileTrue goesOn: () -> Bool
  ) throws(GatewayError) {
    try bucket().follow { event throws(GatewayError) in
      if case .entry(let entry) = event {
        change(entry.key, entry.value.flatMap { Int64(String(decoding: $0, as: UTF8.self)) })
      }
      return goesOn() ? 1_000 : nil
    }
  }

  private func bucket() throws(GatewayError) -> KeyValueBucket {
    try KeyValueBucket("REVOKED", connection, replicas: replicas)
  }
}
