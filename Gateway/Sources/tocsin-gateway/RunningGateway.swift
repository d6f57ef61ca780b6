import APNsGateway
import Foundation
import Logging
import NIOCore
import NIOPosix
import NIOSSL

/// All parts of a serving gateway.
struct RunningGateway {
  private let server: GatewayServer
  private let monitoring: MonitoringServer
  private let upkeep: EngineUpkeep
  private let sharing: StateSharing?
  private let desk: RegistrationDesk
  private let retrieval: PushRetrieval
  private let reload: Task<Void, Never>
  private let watch: Task<Void, Never>
  private let group: MultiThreadedEventLoopGroup
  private let log: Logger

  init(_ folder: StateFolder, log: Logger) async throws {
    self.log = log
    let settings: GatewaySettings = try folder.load("gateway.json")
    if try Upgrade(folder).isNeeded {
      log.warning("The state is an older version's. Run `tocsin-gateway upgrade` once.")
    }
    let connection = try EngineConnection(
      EngineAddress(
        servers: settings.engine, certificateAuthority: folder.file("ca.pem"),
        credentials: folder.file("gateway.creds")))
    let outbox = try PushOutbox(connection)
    let files = RuleFiles(folder)
    // Before they are read: a change after this is one that must be read.
    let moments = files.moments()
    let service = PushService(
      rules: PushRules(
        seal: try files.seal(), providers: try files.providers(),
        revocations: try files.revocations(),
        topics: try files.topics()),
      limit: RateLimit(burst: settings.burst, rate: settings.rate), outbox: outbox,
      metrics: Metrics())
    upkeep = EngineUpkeep(
      connection, replicas: settings.replicas, service: service, outbox: outbox, log: log)
    do {
      desk = try RegistrationDesk(
        connection, service: service,
        revocations: RevocationTable(connection, replicas: settings.replicas))
      retrieval = try PushRetrieval(
        connection, limit: RateLimit(burst: settings.burst, rate: settings.rate))
    } catch {
      throw connection.isClosed ? GatewayError(Self.refusal) : error
    }
    sharing =
      settings.nodes == nil
      ? nil : StateSharing(folder, connection, replicas: settings.replicas, log: log)
    upkeep.start()
    sharing?.start()
    group = MultiThreadedEventLoopGroup(numberOfThreads: System.coreCount)
    server = try await GatewayServer(
      host: "::", port: settings.port, plainPort: settings.plainPort, tls: try Self.tls(folder),
      service: service, group: group)
    let probe = EngineProbe(connection, replicas: settings.replicas) { outbox.lacksStream = true }
    monitoring = try await MonitoringServer(
      port: settings.monitoringPort, service: service, outbox: outbox, probe: probe, group: group)
    watch = Task { await Self.watch(connection, log: log) }
    reload = Task { await files.watch(service, since: moments, log: log) }
    log.info(
      "Serving.", metadata: ["port": "\(server.port)", "monitoring": "\(monitoring.port)"])
    // On a thread of its own: it serves also where nobody reads this.
    let ports = "port \(server.port) monitoring \(monitoring.port)"
    Thread.detachNewThread { Terminal.give(ports) }
  }

  private static let refusal =
    "The engine refuses this gateway. See its log, and `tocsin-gateway doctor`."

  func stop() async {
    log.info("Draining.")
    reload.cancel()
    watch.cancel()
    await server.drain()
    await monitoring.close()
    upkeep.stop()
    sharing?.stop()
    try? await group.shutdownGracefully()
    log.info("Done.")
  }

  /// Ends the process when the engine has refused it permanently: the service manager starts
  /// another one, and providers repeat requests without an answer.
  private static func watch(_ connection: EngineConnection, log: Logger) async {
    while !Task.isCancelled {
      try? await Task.sleep(for: .seconds(1))
      guard connection.isClosed, !Task.isCancelled else { continue }
      log.critical("\(refusal)")
      exit(1)
    }
  }

  private static func tls(_ folder: StateFolder) throws -> NIOSSLContext {
    var configuration = TLSConfiguration.makeServerConfiguration(
      certificateChain: try NIOSSLCertificate.fromPEMFile(folder.file("server.pem"))
        .map { .certificate($0) },
      privateKey: .privateKey(try NIOSSLPrivateKey(file: folder.file("server.key"), format: .pem)))
    configuration.minimumTLSVersion = .tlsv12
    configuration.applicationProtocols = ["h2", "http/1.1"]
    configuration.certificateVerification = .optionalVerification
    configuration.trustRoots = .file(folder.file("ca.pem"))
    return try NIOSSLContext(configuration: configuration)
  }
}

/// The files of the state that may change while the gateway serves.
struct RuleFiles: Sendable {
  private let folder: StateFolder

  init(_ folder: StateFolder) {
    self.folder = folder
  }

  func seal() throws -> SealKeyRing { try SealKeyRing(folder.load("seal.json")) }

  func providers() throws -> Providers { try ProviderFile(folder).providers() }

  func topics() throws -> [String: NtfyTopic] { try TopicFile(folder).topics() }

  /// The boxes that are revoked, as this machine knows them: the engine's table may be gone.
  func revocations() throws -> RevocationList {
    var list = RevocationList()
    for device in try folder.load("devices.json", as: [DeviceRecord].self) {
      if let since = device.revoked { list.set(device.device, since: since) }
    }
    return list
  }

  /// Checks every second whether the files have changed. If one cannot be read, the old rules stay
  /// in force.
  func watch(_ service: PushService, since moments: [Date?], log: Logger) async {
    var seen = moments
    while !Task.isCancelled {
      try? await Task.sleep(for: .seconds(1))
      let now = self.moments()
      if now == seen { continue }
      seen = now
      do {
        let (seal, providers, topics) = (try seal(), try providers(), try topics())
        service.changeRules {
          $0.seal = seal
          $0.providers = providers
          $0.topics = topics
        }
        log.info("Keys, providers and topics are read again.")
      } catch {
        log.error("\(error) What was before still holds.")
      }
    }
  }

  func moments() -> [Date?] {
    ["seal.json", ProviderFile.name, TopicFile.name].map { name in
      let attributes = try? FileManager.default.attributesOfItem(atPath: folder.file(name))
      return attributes?[.modificationDate] as? Date
    }
  }
}
