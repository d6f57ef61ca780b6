import Foundation

/// One of three machines that together store each push.
package struct ClusterNode: Codable, Equatable, Sendable {
  package var host: String
  /// The port for boxes and gateways.
  package var enginePort: Int
  /// The port for the other engines.
  package var clusterPort: Int

  package init(host: String, enginePort: Int, clusterPort: Int) {
    self.host = host
    self.enginePort = enginePort
    self.clusterPort = clusterPort
  }

  /// Reads `HOST` or `HOST:ENGINE-PORT:CLUSTER-PORT`; without ports it takes those of `other`.
  /// - Throws: ``GatewayError`` if the text is neither.
  package init(_ text: String, like other: ClusterNode) throws(GatewayError) {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    let ports = parts.dropFirst().compactMap { UInt16($0) }.map(Int.init)
    guard let host = parts.first, !host.isEmpty, parts.count == ports.count + 1,
      ports.isEmpty || ports.count == 2
    else {
      throw GatewayError(
        "“\(text)” is not a machine: give HOST, or HOST:ENGINE-PORT:CLUSTER-PORT.")
    }
    self.init(
      host: String(host), enginePort: ports.first ?? other.enginePort,
      clusterPort: ports.last ?? other.clusterPort)
  }

  var engineAddress: String { "tls://\(host):\(enginePort)" }
  var routeAddress: String { "tls://\(host):\(clusterPort)" }
  /// The name, which is unique in the cluster.
  var name: String { "\(host)-\(enginePort)" }
}

/// The data of the first machine that the second and third need.
package struct Invitation: Codable, Sendable {
  private var version = 1
  package var nodes: [ClusterNode]
  private var identity: EngineIdentity
  private var seal: [SealKeyRecord]
  private var devices: [DeviceRecord]
  private var providers: [ProviderRecord]
  private var topics: [TopicRecord]?
  private var authority: String
  private var authorityKey: String

  /// - Throws: ``GatewayError`` if the folder is not the state of one of three machines.
  package init(of folder: StateFolder) throws(GatewayError) {
    let settings: GatewaySettings = try folder.load("gateway.json")
    guard let nodes = settings.nodes else {
      throw GatewayError(
        "This gateway is alone. Make one of three with "
          + "`tocsin-gateway init HOST --with SECOND --with THIRD`.")
    }
    self.nodes = nodes
    identity = try folder.load("identity.json")
    seal = try folder.load("seal.json")
    devices = try folder.load("devices.json")
    providers = try folder.load("providers.json")
    topics = folder.exists("topics.json") ? try folder.load("topics.json") : nil
    authority = try folder.read("ca.pem")
    authorityKey = try folder.read("ca.key")
  }

  /// Reads a file.
  /// - Throws: ``GatewayError`` if it is not an invitation.
  package init(file: String) throws(GatewayError) {
    guard let data = FileManager.default.contents(atPath: file) else {
      throw GatewayError("\(file) cannot be read.")
    }
    guard let invitation = try? JSONDecoder().decode(Self.self, from: data),
      invitation.version == 1
    else {
      throw GatewayError(
        "\(file) is not an invitation. Make one on the first machine: `tocsin-gateway invite`.")
    }
    self = invitation
  }

  /// - Throws: ``GatewayError`` if it cannot be written as JSON.
  package func json() throws(GatewayError) -> String {
    try readableJSON("The invitation")
  }

  /// Writes the files that all machines have in common.
  /// - Throws: ``GatewayError`` with the system's reason.
  package func write(to folder: StateFolder) throws(GatewayError) -> EngineIdentity {
    try folder.write(authority, to: "ca.pem")
    try folder.write(authorityKey, to: "ca.key")
    try folder.store(identity, as: "identity.json")
    try folder.store(seal, as: "seal.json")
    try folder.store(devices, as: "devices.json")
    try folder.store(providers, as: "providers.json")
    if let topics { try folder.store(topics, as: "topics.json") }
    // What the first machine removes later may not come back from here.
    try SharedFiles(folder).noteAsShared()
    return identity
  }
}
