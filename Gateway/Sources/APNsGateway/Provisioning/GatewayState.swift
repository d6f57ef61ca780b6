import Foundation

/// `gateway.json`: the settings, which may be changed by hand.
package struct GatewaySettings: Codable, Sendable {
  /// The host name under which boxes and providers reach this machine.
  package var host: String
  /// The port, on all addresses, on which the gateway listens for providers.
  package var port: Int
  /// The loopback port of `/metrics` and `/health`.
  package var monitoringPort: Int
  /// The loopback port for ntfy's calls without TLS; nil for none.
  package var plainPort: Int?
  /// The addresses of the engine for the gateway.
  package var engine: [String]
  /// The addresses of the engine for boxes.
  package var publicEngine: [String]
  package var enginePort: Int
  /// The engine's program; nil is `nats-server`, where the system finds it.
  package var engineProgram: String?
  /// The number of engines that store each push: 1 or 3.
  package var replicas: Int
  /// The limits on pushes to one device token: the burst, and the average per second (0: no limit).
  package var burst: Int
  package var rate: Double
  /// All machines, including this one; nil if there is only one.
  package var nodes: [ClusterNode]?

  /// Settings for one of three machines.
  /// - Parameter node: this machine.
  package init(port: Int, monitoringPort: Int, node: ClusterNode, nodes: [ClusterNode]) {
    self.init(
      host: node.host, port: port, monitoringPort: monitoringPort, enginePort: node.enginePort)
    if nodes.count < 3 { return }
    self.nodes = nodes
    engine += nodes.filter { $0 != node }.map(\.engineAddress)
    publicEngine = nodes.map(\.engineAddress)
    replicas = 3
  }

  package var program: String { engineProgram ?? "nats-server" }

  /// The port for the engines of the other machines; nil if there are none.
  package var clusterPort: Int? { node?.clusterPort }

  /// The hosts of the other two machines; empty if there is only one.
  package var otherHosts: [String] {
    (nodes ?? []).filter { $0 != node }.map { node in
      node.host == host ? node.engineAddress : node.host
    }
  }

  /// This machine among the three.
  var node: ClusterNode? {
    nodes?.first { $0.host == host && $0.enginePort == enginePort }
  }

  /// Settings for an engine of its own on this machine.
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

/// `identity.json`: the signing keys and the identities for the engine.
package struct EngineIdentity: Codable, Sendable {
  package var operatorSeed: String
  package var accountSeed: String
  package var systemAccountSeed: String
  /// The seed of the key that signs devices.
  package var deviceRoleSeed: String
  /// Revoked users' public keys, with the time of revocation in seconds since 1970.
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

  /// Writes the credentials of new users: the gateway's, and the system account's.
  /// - Throws: ``GatewayError`` with the system's reason.
  package func writeCredentials(to folder: StateFolder) throws(GatewayError) {
    try folder.write(
      credentials(name: "gateway", rights: .gateway, account: accountSeed), to: "gateway.creds")
    try folder.write(
      credentials(name: "system", rights: .system, account: systemAccountSeed), to: "system.creds")
  }

  /// Credentials of a new user of an account.
  /// - Parameter rights: what it may do; nil for all that the account can.
  /// - Throws: ``GatewayError`` if the account's seed is not one.
  package func credentials(
    name: String, rights: EngineRights?, account seed: String
  ) throws(GatewayError) -> String {
    let user = NKey(.user)
    let token = try EngineToken.user(
      user.publicKey, name: name, rights: rights, by: NKey(seed: seed))
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

  /// The key that this machine's own `push` signs with; each machine has one of its own.
  package static let localName = "LOCAL00000"

  package var isLocal: Bool { name == Self.localName }

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

/// One topic of `topics.json`, for ntfy's calls.
package struct TopicRecord: Codable, Equatable, Sendable {
  package var name: String
  package var app: String
  /// 16 hexadecimal digits each.
  package var devices: [String]
  /// The SHA-256 of the access token, 64 hexadecimal digits.
  package var token: String
  package var sound: String?

  /// A topic.
  package init(name: String, app: String, devices: [String], token: String, sound: String?) {
    self.name = name
    self.app = app
    self.devices = devices
    self.token = token
    self.sound = sound
  }
}

/// One device of `devices.json`; it contains no secrets, and a gateway can serve without it.
package struct DeviceRecord: Codable, Equatable, Sendable {
  package var name: String
  /// 16 hexadecimal digits.
  package var device: String
  /// The device's public key in the engine.
  package var user: String
  /// Milliseconds since 1970.
  package var revoked: Int64?
}
