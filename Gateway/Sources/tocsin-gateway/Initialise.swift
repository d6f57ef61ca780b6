import APNsGateway
import ArgumentParser
import Crypto
import Foundation

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
  @Option(help: "The engine's program.") var engine = "nats-server"

  func run() throws {
    let folder = state.folder
    if folder.exists("gateway.json") {
      throw GatewayError(
        "\(folder.path) holds a gateway already. Remove the folder, or name another with --state.")
    }
    guard host.wholeMatch(of: /[A-Za-z0-9.:_-]{1,253}/) != nil else {
      throw GatewayError("“\(host)” is not the name or address of a machine.")
    }
    for name in ["", "accounts", "engine"] { try folder.make(name) }
    let version = try engineVersion()
    let certificates = Certificates(folder)
    try certificates.makeAuthority()
    try certificates.makeServer(host: host)
    let identity = EngineIdentity.new()
    try folder.store(identity, as: "identity.json")
    try folder.write(identity.credentials(name: "gateway"), to: "gateway.creds")
    try folder.write(identity.credentials(name: "system", ofSystem: true), to: "system.creds")
    try folder.store([SealKeyRecord.random()], as: "seal.json")
    try folder.store([DeviceRecord](), as: "devices.json")
    try ProviderFile(folder).makeLocalKey()
    let settings = settings
    let configuration = EngineConfiguration(
      folder: folder, settings: settings, identity: identity, version: version)
    try folder.write(configuration.text(), to: "nats.conf")
    // The last: its presence says that all the rest is there.
    try folder.store(settings, as: "gateway.json")
    tell(folder, version)
  }

  private var settings: GatewaySettings {
    GatewaySettings(
      host: host, port: port, monitoringPort: monitoringPort, enginePort: enginePort)
  }

  private func engineVersion() throws -> EngineVersion? {
    let text: String
    do {
      text = try Child.run(engine, ["--version"])
    } catch {
      throw GatewayError(
        "The engine, nats-server, is not here (\(error.description)) Install it, or name its "
          + "program with --engine.")
    }
    return EngineVersion(in: text)
  }

  private func tell(_ folder: StateFolder, _ version: EngineVersion?) {
    if version?.canSyncAlways != true {
      Terminal.say(
        "Note: nats-server \(version?.description ?? "of an unknown version") writes to the disk "
          + "once a minute. A power cut loses what came since. Use 2.10 or newer, then run "
          + "`tocsin-gateway doctor`.")
    }
    Terminal.say(
      """
      \(folder.path) is ready. Next:
        tocsin-gateway engine\(engine == "nats-server" ? "" : " --engine \(engine)")
        tocsin-gateway serve
        tocsin-gateway key add --team TEAM123456 --topic 'org.example.*'
        tocsin-gateway device add kitchen > kitchen.enrol
      """)
  }
}
