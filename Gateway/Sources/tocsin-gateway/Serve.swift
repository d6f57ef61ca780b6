import APNsGateway
import ArgumentParser
import Foundation
import NIOPosix

/// `tocsin-gateway serve`
struct Serve: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Takes pushes from providers until SIGTERM, then answers what is under way and ends.")

  @OptionGroup var state: StateOption

  func run() async throws {
    OpenFiles.raiseLimit()
    try await TocsinGateway.serve { log in
      let gateway = try await RunningGateway(state.folder, log: log)
      for await _ in TerminationSignals.stream() { break }
      await gateway.stop()
    }
  }
}

/// The open files of the process: each connection is one.
enum OpenFiles {
  /// Raises the limit to the maximum that the system allows; shells and service managers set 1,024.
  static func raiseLimit() {
    let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
    var limit = rlimit()
    guard getrlimit(resource, &limit) == 0 else { return }
    limit.rlim_cur = limit.rlim_max
    setrlimit(resource, &limit)
  }
}

/// SIGTERM and SIGINT.
enum TerminationSignals {
  static func stream() -> AsyncStream<Void> {
    AsyncStream { continuation in
      let sources = [SIGTERM, SIGINT].map { number in
        signal(number, SIG_IGN)
        let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
        source.setEventHandler { continuation.yield() }
        source.activate()
        return source
      }
      let kept = Kept(sources)
      continuation.onTermination = { _ in kept.cancel() }
    }
  }

  private final class Kept: @unchecked Sendable {
    private let sources: [any DispatchSourceSignal]

    init(_ sources: [any DispatchSourceSignal]) { self.sources = sources }

    func cancel() { for source in sources { source.cancel() } }
  }
}
