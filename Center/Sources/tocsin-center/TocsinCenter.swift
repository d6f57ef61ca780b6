import ArgumentParser
import CenterServer
import ConsoleOutput
import Dispatch
import Foundation
import Glibc
import LogHandlers
import LogOutput
import Logging
import NotificationDelivery
import NotificationScheduling
import NotificationStorage
import ServiceLifecycle
import Synchronization
import UnixSignals

/// Serves the page for the person who owns the box: options in, a link out.
@main
struct TocsinCenter: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "tocsin-center",
    abstract: "Serve a page with all notifications, settings and sounds of this user.",
    discussion: """
      The page is on this machine's loopback alone. The link that is printed opens it in one \
      browser, once; `tocsinctl center` gives others, and starts this program where it does not run.

      EXAMPLES
        tocsin-center
        tocsin-center --port 8400
        tocsin-center --socket $XDG_RUNTIME_DIR/tocsin/center.socket
      """,
    version: ToolVersion.line(of: "tocsin-center"))

  @Option(help: "The port on the loopback; 0 is one that the system chooses.") var port = 0
  @Option(help: "A Unix socket instead, for a port that ssh forwards.") var socket: String?

  @Flag(help: "Print no link: a log keeps what is printed.") var quiet = false
  /// The descriptor that takes a byte when this process serves, or another one does for this store.
  @Option(help: .hidden) var ready: Int32?

  /// Seconds after which a connection ends that has not sent a whole request.
  @Option(help: .hidden) var idleTimeout: Int64 = 60

  static func main() {
    StandardDescriptors.fill()
    SoundReader.runIfAsked()
    main(nil)
  }

  func validate() throws {
    guard idleTimeout > 0 else { throw ValidationError("--idle-timeout must be a second or more") }
    guard (0...65_535).contains(port) else { throw ValidationError("--port must be 0 to 65535") }
    guard socket.map({ !$0.isEmpty && $0.utf8.count < 108 }) ?? true else {
      throw ValidationError("--socket must be a path of 1 to 107 bytes")
    }
  }

  func run() throws {
    signal(SIGPIPE, SIG_IGN)
    // The socket, and files that are made, are for this user alone.
    umask(0o077)
    let end = DispatchSemaphore(value: 0)
    let failure = Mutex<(any Error)?>(nil)
    // Not on the threads that all tasks share: after their first use the process wakes each second.
    Task(executorPreference: CenterServer.executor, priority: .medium) {
      do {
        try await serve()
      } catch {
        failure.withLock { $0 = error }
      }
      end.signal()
    }
    end.wait()
    guard let error = failure.withLock({ $0 }) else { return }
    StandardErrorLog.write(Self.fullMessage(for: error))
    throw ExitCode.failure
  }

  private func serve() async throws {
    let log = Logger(label: "tocsin-center") { _ in PlainLogHandler(logLevel: .warning) }
    let schedule = try NotificationSchedule.standard()
    let control = Mutex<CenterSocket?>(nil)
    let server = CenterServer(
      schedule,
      configuration: {
        var configuration = HostConfiguration()
        _ = configuration.read(environment: ProcessInfo.processInfo.environment)
        return configuration
      },
      address: socket.map { .socket(path: $0) } ?? .loopback(port: port),
      idleTimeout: idleTimeout, log: log
    ) { server in
      let own = Self.control(of: server, schedule.store.folder, log)
      control.withLock { $0 = own }
      Self.tell(ready)
      // Who has started this one gets links of the other one.
      if own == nil, ready != nil { return Self.end() }
      // On a thread of its own: the page is served also where nobody reads the link.
      if !quiet, let link = server.makeLink() {
        Thread.detachNewThread { Console.print(link) }
      }
    }
    let group = ServiceGroup(
      configuration: .init(
        services: [server], gracefulShutdownSignals: [.sigterm, .sigint], logger: log))
    try await group.run()
  }

  /// Answers `tocsinctl center`; nil where another process does.
  private static func control(
    of server: CenterServer, _ folder: StoreFolder?, _ log: Logger
  ) -> CenterSocket? {
    guard let folder else { return nil }
    do {
      return try CenterSocket(in: folder, on: DispatchQueue(label: "tocsin.center.control")) {
        switch $0 {
        case .link: return server.makeLink() ?? ""
        case .stop:
          end()
          return ""
        }
      }
    } catch {
      log.warning("`tocsinctl center` gets no answer: \(error)")
      return nil
    }
  }

  private static func tell(_ ready: Int32?) {
    guard let ready else { return }
    // Whoever has started this one may wait for the end of what it prints.
    let nowhere = open("/dev/null", O_WRONLY)
    dup2(nowhere, 2)
    close(nowhere)
    write(ready, [1 as UInt8], 1)
    close(ready)
  }

  /// As a service manager does it.
  private static func end() { kill(getpid(), SIGTERM) }
}
