import Foundation

/// `gateway.json`: what one sets up, and may change by hand.
package struct GatewaySettings: Codable, Sendable {
  /// The name that boxes and providers reach this machine by.
  package var host: String
  /// Where the gateway listens for providers: all addresses, this port.
  package var port: Int
  /// The loopback port of `/metrics` and `/health`.
  package var monitoringPort: Int
  /// As the gateway reaches the engine.
  package var engine: [String]
  /// As boxes reach the engine.
  package var publicEngine: [String]
  package var enginePort: Int
  /// How many engines keep each push: 1 or 3.
  package var replicas: Int
  /// Pushes to one device token: at once, and a second in the long run (0: no limit).
  package var burst: Int
  package var rate: Double
  /// All machines, this one among them; nil where there is one alone.
  package var nodes: [ClusterNode]?

  /// One of three machines.
  /// - Parameter node: this one.
  package init(port: Int, monitoringPort: Int, node: ClusterNode, nodes: [ClusterNode]) {
    self.init(
      host: node.host, port: port, monitoringPort: monitoringPort, enginePort: node.enginePort)
    if nodes.count < 3 { return }
    self.nodes = nodes
    engine += nodes.filter { $0 != node }.map(\.engineAddress)
    publicEngine = nodes.map(\.engineAddress)
    replicas = 3
  }

  /// This machine among the three.
  var node: ClusterNode? {
    nodes?.first { $0.host == host && $0.enginePort == enginePort }
  }

  /// For an engine of its own on this machine.
  package init(host: String, port: Int, monitoringPort: Int, enginePort: Int) {
    self.host = host
    self.port = port
    self.monitoringPort = monitoringPort
    self.enginePort = enginePort
    engine = ["tls://localhost:\(enginePort)"]
    publicEngine = ["tls://\(host):\(enginePort)"]
    replicas = 1
    burst = 1_000
    rate = 10
  }
}

/// `identity.json`: what signs for the engine, and who is who there.
package struct EngineIdentity: Codable, Sendable {
  package var operatorSeed: String
  package var accountSeed: String
  package var systemAccountSeed: String
  /// Signs devices.
  package var deviceRoleSeed: String
  /// Users' public keys, and since when they are shut out, in seconds since 1970.
  package var revoked: [String: Int64]

  /// New keys.
  package static func new() -> Self {
    Self(
      operatorSeed: NKey(.operatorKey).seed, accountSeed: NKey(.account).seed,
      systemAccountSeed: NKey(.account).seed, deviceRoleSeed: NKey(.account).seed, revoked: [:])
  }

  package func operatorToken() throws(GatewayError) -> String {
    try EngineToken.operatorToken(
      NKey(seed: operatorSeed), systemAccount: NKey(seed: systemAccountSeed).publicKey)
  }

  /// The account's token, with the revocations of this moment.
  package func accountToken() throws(GatewayError) -> String {
    try EngineToken.account(
      NKey(seed: accountSeed).publicKey, name: "PUSH",
      deviceRole: NKey(seed: deviceRoleSeed).publicKey, revoked: revoked,
      by: NKey(seed: operatorSeed))
  }

  package func systemAccountToken() throws(GatewayError) -> String {
    try EngineToken.account(
      NKey(seed: systemAccountSeed).publicKey, name: "SYS", deviceRole: nil,
      by: NKey(seed: operatorSeed))
  }

  /// Credentials of a new user of one of the accounts.
  package func credentials(
    name: String, ofSystem: Bool = false
  ) throws(GatewayError) -> String {
    let user = NKey(.user)
    let account = try NKey(seed: ofSystem ? systemAccountSeed : accountSeed)
    let token = try EngineToken.user(user.publicKey, name: name, by: account)
    return EngineToken.credentials(token: token, seed: user.seed)
  }
}

/// One line of `providers.json`: a key or a certificate, and its topics.
package struct ProviderRecord: Codable, Equatable, Sendable {
  /// The key's identifier, or the certificate's name.
  package var name: String
  package var team: String?
  /// The key's public half, PEM.
  package var key: String?
  /// The SHA-256 of the certificate's DER form, hexadecimal.
  package var certificate: String?
  package var topics: [String]
  package var withdrawn: Bool?

  /// A key.
  package init(name: String, team: String, key: String, topics: [String]) {
    self.name = name
    self.team = team
    self.key = key
    self.topics = topics
  }

  /// A certificate.
  package init(name: String, certificate: String, topics: [String]) {
    self.name = name
    self.certificate = certificate
    self.topics = topics
  }
}

/// One device of `devices.json`; nothing of it is secret, and no gateway needs it to serve.
package struct DeviceRecord: Codable, Equatable, Sendable {
  package var name: String
  /// 16 hexadecimal digits.
  package var device: String
  /// Its public key in the engine.
  package var user: String
  /// Milliseconds since 1970.
  package var revoked: Int64?
}
