import Foundation

/// Revokes a device: the engine refuses its user, and the gateways answer 410.
package struct Revocation: Sendable {
  private let folder: StateFolder

  package init(_ folder: StateFolder) {
    self.folder = folder
  }

  /// Writes the revocation into the state, so that it is kept when the engine restarts.
  /// - Parameter milliseconds: since 1970.
  /// - Throws: ``GatewayError`` if the state cannot be read or written.
  package func write(_ user: String, since milliseconds: Int64) throws(GatewayError) {
    var identity: EngineIdentity = try folder.load("identity.json")
    // Tokens that were issued up to this second are refused.
    identity.revoked[user] = milliseconds / 1_000 + 1
    try folder.store(identity, as: "identity.json")
    try writeToken(of: identity)
  }

  /// Makes the engine refuse all that are revoked in the state: it may have been revoked on another
  /// machine.
  /// - Throws: ``GatewayError`` if the state cannot be read or written, or the engine refuses.
  package func renew() throws(GatewayError) {
    let identity: EngineIdentity = try folder.locked { () throws(GatewayError) in
      let identity: EngineIdentity = try folder.load("identity.json")
      try writeToken(of: identity)
      return identity
    }
    try tellEngine(try folder.load("gateway.json"), identity)
  }

  private func writeToken(of identity: EngineIdentity) throws(GatewayError) {
    let old = try folder.read("nats.conf")
    let account = try NKey(seed: identity.accountSeed).publicKey
    let token = try identity.accountToken()
    let lines = old.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      line.hasPrefix("  \(account): ") ? "  \(account): \"\(token)\"" : String(line)
    }
    try folder.write(lines.joined(separator: "\n"), to: "nats.conf")
  }

  /// Sends the revocation to the engine and, through its table, to all gateways.
  /// - Parameter device: 16 hexadecimal digits.
  /// - Throws: ``GatewayError`` if the engine is not reachable; then the call must be repeated.
  package func tell(_ device: String, since milliseconds: Int64) throws(GatewayError) {
    let settings: GatewaySettings = try folder.load("gateway.json")
    let identity: EngineIdentity = try folder.load("identity.json")
    do throws(GatewayError) {
      try tellEngine(settings, identity)
      let table = RevocationTable(
        try connect(settings, "gateway.creds"), replicas: settings.replicas)
      try table.put(device, since: milliseconds)
    } catch {
      throw GatewayError(
        "\(error.description) The engine must run for this: start it, then run the command again.")
    }
  }

  private func tellEngine(
    _ settings: GatewaySettings, _ identity: EngineIdentity
  ) throws(GatewayError) {
    let system = try connect(settings, "system.creds")
    let reply = try system.request("$SYS.REQ.CLAIMS.UPDATE", identity.accountToken())
    guard String(decoding: reply, as: UTF8.self).contains(#""code":200"#) else {
      throw GatewayError("The engine refuses it: \(String(decoding: reply, as: UTF8.self))")
    }
  }

  private func connect(
    _ settings: GatewaySettings, _ credentials: String
  ) throws(GatewayError) -> EngineConnection {
    let connection = try EngineConnection(
      EngineAddress(
        servers: settings.engine, certificateAuthority: folder.file("ca.pem"),
        credentials: folder.file(credentials)))
    for _ in 0..<50 where !connection.isConnected { Thread.sleep(forTimeInterval: 0.1) }
    return connection
  }
}
