import ArgumentParser
import CenterServer
import Dispatch
import Foundation
import Glibc
import Logging
import NotificationDelivery
import NotificationScheduling
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
      browser, once.

      EXAMPLES
        tocsin-center
        tocsin-center --port 8400
        tocsin-center --socket $XDG_RUNTIME_DIR/tocsin/center.socket
      """)

  @Option(help: "The port on the loopback; 0 is one that the system chooses.") var port = 0
  @Option(help: "A Unix socket instead, for a port that ssh forwards.") var socket: String?

  func validate() throws {
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
    if let error = failure.withLock({ $0 }) { throw error }
  }

  private func serve() async throws {
    var log = Logger(label: "tocsin-center") { StreamLogHandler.standardError(label: $0) }
    log.logLevel = .warning
    let path = socket
    let server = CenterServer(
      try NotificationSchedule.standard(),
      configuration: {
        var configuration = HostConfiguration()
        _ = configuration.read(environment: ProcessInfo.processInfo.environment)
        return configuration
      },
      address: path.map { .socket(path: $0) } ?? .loopback(port: port), log: log
    ) { link in
      let text = path == nil ? link : "\(path ?? ""): \(link)"
      FileHandle.standardOutput.write(Data((text + "\n").utf8))
    }
    let group = ServiceGroup(
      configuration: .init(
        services: [server], gracefulShutdownSignals: [.sigterm, .sigint], logger: log))
    try await group.run()
  }
}
