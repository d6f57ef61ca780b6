import APNsGateway
import ArgumentParser
import Crypto
import Foundation
import Glibc

/// `tocsin-gateway init HOST`
struct Initialise: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "init",
    abstract: "Makes all that a gateway and its engine need: keys, certificates, nats.conf.")

  @OptionGroup var state: StateOption
  @Argument(help: "The name that boxes and providers reach this machine by.") var host: String
  @Option(help: "The port for providers; 0 for any.") var port = 8443
  @Option(help: "The loopback port of /metrics and /health; 0 for any.") var monitoringPort = 8444
  @Option(help: "The engine's port for boxes.") var enginePort = 4222
  @Option(help: "The engine's port for the engines of other machines.") var clusterPort = 6222
  @Option(
    name: .customLong("with"),
    help:
      "The second and the third machine, HOST or HOST:ENGINE-PORT:CLUSTER-PORT: three keep each push."
  )
  var others: [String] = []
  @Option(help: "What `tocsin-gateway invite` wrote on the first of three machines.")
  var join: String?
  @Option(help: "The engine's program.") var engine = "nats-server"

  func validate() throws {
    guard others.isEmpty || others.count == 2 else {
      throw ValidationError("One machine or three: give --with twice, or not at all.")
    }
    guard others.isEmpty || join == nil else {
      throw ValidationError("The invitation names the machines: leave --with away.")
    }
  }

  func run() throws {
    let folder = state.folder
    if folder.exists("gateway.json") {
      throw GatewayError(
        "\(folder.path) holds a gateway already. Remove the folder, or name another with --state.")
    }
    guard host.wholeMatch(of: /[A-Za-z0-9.:_-]{1,253}/) != nil else {
      throw GatewayError("“\(host)” is not the name or address of a machine.")
    }
    let invitation = try join.map { try Invitation(file: $0) }
    var settings = try settings(invitation)
    if engine != "nats-server" {
      // A path counts from here, the services are elsewhere.
      settings.engineProgram =
        engine.contains("/") ? URL(fileURLWithPath: engine).standardized.path : engine
    }
    for name in ["", "accounts", "engine"] { try folder.make(name) }
    let version = try engineVersion()
    let identity = try invitation?.write(to: folder) ?? makeAlone(folder)
    try Certificates(folder).makeServer(host: host)
    try identity.writeCredentials(to: folder)
    try ProviderFile(folder).makeLocalKey()
    let configuration = EngineConfiguration(
      folder: folder, settings: settings, identity: identity, version: version)
    try folder.write(configuration.text(), to: "nats.conf")
    // This file is written last: its presence shows that all the others exist.
    try folder.store(settings, as: "gateway.json")
    tell(folder, version, settings)
  }

  private func settings(_ invitation: Invitation?) throws(GatewayError) -> GatewaySettings {
    var node = ClusterNode(host: host, enginePort: enginePort, clusterPort: clusterPort)
    var nodes = [node]
    for other in others { nodes.append(try ClusterNode(other, like: node)) }
    if let invitation {
      nodes = invitation.nodes
      let own = nodes.filter { $0.host == host }
      guard let found = own.first(where: { $0.enginePort == enginePort }) ?? own.first else {
        throw GatewayError(
          "The invitation is for \(nodes.map(\.host).joined(separator: ", ")), not for \(host).")
      }
      node = found
    }
    return GatewaySettings(port: port, monitoringPort: monitoringPort, node: node, nodes: nodes)
  }

  private func makeAlone(_ folder: StateFolder) throws(GatewayError) -> EngineIdentity {
    try Certificates(folder).makeAuthority()
    let identity = EngineIdentity.new()
    try folder.store(identity, as: "identity.json")
    try folder.store([SealKeyRecord.random()], as: "seal.json")
    try folder.store([DeviceRecord](), as: "devices.json")
    return identity
  }

  private func engineVersion() throws -> EngineVersion? {
    EngineVersion(in: try Child.run(EngineProgram.path(engine), ["--version"]))
  }

  private func tell(
    _ folder: StateFolder, _ version: EngineVersion?, _ settings: GatewaySettings
  ) {
    if version?.canSyncAlways != true, settings.nodes == nil {
      Terminal.say(
        "Note: nats-server \(version?.description ?? "of an unknown version") writes to the disk "
          + "once a minute. A power cut loses what came since. Use 2.10 or newer, then run "
          + "`tocsin-gateway doctor`.")
    }
    Terminal.say("\(folder.path) is ready. Next:")
    for line in next(folder, settings) { Terminal.say("  " + line) }
  }

  /// The commands that follow, on this machine.
  private func next(_ folder: StateFolder, _ settings: GatewaySettings) -> [String] {
    var lines: [String] = []
    if settings.nodes != nil, join == nil {
      lines.append("tocsin-gateway invite    # the file invitation, for the other two machines")
    }
    if Services(folder).areSystem {
      if Services.isThere("nats-server") {
        lines.append("systemctl disable --now nats-server    # it would have the engine's port")
      }
      lines.append("systemctl enable --now tocsin-gateway-engine tocsin-gateway")
    } else {
      lines += ["tocsin-gateway engine", "tocsin-gateway serve"]
    }
    lines.append("tocsin-gateway doctor")
    lines.append(
      "Open to others: port \(settings.port) for providers, \(settings.enginePort) for boxes"
        + (settings.clusterPort.map { ", \($0) for the other two machines" } ?? "") + ".")
    if join == nil {
      lines.append("tocsin-gateway key add --team TEAM123456 --topic 'org.example.*'")
      lines.append("tocsin-gateway device add kitchen      # kitchen.enrol")
    }
    return lines
  }
}
