import HTTPTypes
import HummingbirdCore
public import Logging
import NIOCore
import NIOPosix
public import NotificationDelivery
import NotificationScheduling
public import NotificationStorage
public import ServiceLifecycle
import Synchronization

/// The server of the page for the person who owns the box.
public final class CenterServer: Service {
  /// Where it listens.
  public enum Address: Sendable, Hashable {
    /// On the loopback; port 0 is one that the system chooses.
    case loopback(port: Int)
    /// A Unix socket, which only its owner can open.
    case socket(path: String)
  }

  /// Where all tasks of a program that serves should run: Swift's shared threads would wake it each
  /// second.
  public static let executor: any TaskExecutor = CenterExecutor()

  /// Connections that are served at one time; more wait until one of them ends.
  public static let maximumConnections = 128

  private let address: Address
  private let idleTimeout: Int64
  private let log: Logger
  private let hosts: Mutex<Hosts?>
  private let routes: Routes
  private let folder: StoreFolder?
  private let onReady: @Sendable (CenterServer) -> Void

  /// - Parameters:
  ///   - schedule: the user's store.
  ///   - configuration: reads the user's `tocsin.yml`.
  ///   - address: where the server listens.
  ///   - idleTimeout: seconds after which a connection ends that has not sent a whole request.
  ///   - log: takes what goes wrong.
  ///   - onReady: is called once, when it serves.
  public init(
    _ schedule: NotificationSchedule, configuration: @escaping @Sendable () -> HostConfiguration,
    address: Address, idleTimeout: Int64 = 60, log: Logger,
    onReady: @escaping @Sendable (CenterServer) -> Void
  ) {
    self.address = address
    self.idleTimeout = idleTimeout
    self.log = log
    self.onReady = onReady
    hosts = Mutex(nil)
    folder = schedule.store.folder
    routes = Routes(schedule, configuration: configuration, log: log)
  }

  /// Serves until it is told to stop.
  /// - Throws: where the address cannot be taken.
  public func run() async throws {
    let bind: BindAddress =
      switch address {
      case .loopback(let port): .hostname("127.0.0.1", port: port)
      case .socket(let path): .unixDomainSocket(path: path)
      }
    let server = try HTTPServerBuilder.http1(
      configuration: .init(idleTimeout: .seconds(idleTimeout))
    ).buildServer(
      configuration: ServerConfiguration(
        address: bind, backlog: 64,
        availableConnectionsDelegate: MaximumAvailableConnections(Self.maximumConnections)),
      eventLoopGroup: MultiThreadedEventLoopGroup.singleton, logger: log,
      responder: { [self] request, writer, channel in
        let (response, endsConnection) = await answer(request)
        try await writer.write(response: response.head, body: response.body)
        if endsConnection { channel.close(promise: nil) }
      },
      onServerRunning: { [self] channel in begin(port: channel.localAddress?.port) })
    let presence = announce()
    defer { withExtendedLifetime(presence) {} }
    try await server.run()
  }

  /// Tells apps that their content extensions are shown.
  private func announce() -> ContentExtensionPresence? {
    do {
      return try folder.map { try ContentExtensionPresence(in: $0) }
    } catch {
      log.warning("apps do not see that their content extensions are shown: \(error)")
      return nil
    }
  }

  private func begin(port: Int?) {
    hosts.withLock {
      $0 = if case .loopback = address, let port { .loopback(port: port) } else { .socket }
    }
    onReady(self)
  }

  /// A new link, which opens the page in one browser, once; nil before the server serves.
  public func makeLink() -> String? {
    guard let hosts = hosts.withLock(\.self) else { return nil }
    let path = "/open?key=" + routes.guarding.sessions.makeKey()
    return switch (address, hosts) {
    case (.socket(let socket), _): "\(socket): \(path)"
    case (_, .loopback(let port)): "http://127.0.0.1:\(port)\(path)"
    case (_, .socket): path
    }
  }

  /// The answer, and whether the connection ends with it: what a browser without a session sends
  /// after a refused request is not read.
  private func answer(_ request: Request) async -> (Response, endsConnection: Bool) {
    do {
      guard let hosts = hosts.withLock(\.self) else {
        throw Refusal(.serviceUnavailable, "The server is starting.")
      }
      return (try await routes.answer(request, hosts: hosts), false)
    } catch let refusal as Refusal {
      var response = Reply.text(refusal.message, status: refusal.status)
      let isStranger = routes.guarding.session(of: request) == nil
      if isStranger { response.headers[.connection] = "close" }
      return (response, isStranger)
    } catch {
      log.error("\((request.head.path ?? "").prefix(256)): \(error)")
      return (Reply.text("\(error)", status: .internalServerError), false)
    }
  }
}
