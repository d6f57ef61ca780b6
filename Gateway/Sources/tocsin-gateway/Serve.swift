import APNsGateway
import ArgumentParser
import Foundation
import Logging
import NIOPosix

/// `tocsin-gateway serve`
struct Serve: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Takes pushes from providers until SIGTERM, then answers what is under way and ends.")

  @OptionGroup var state: StateOption

  func run() async throws {
    LoggingSystem.bootstrap(StreamLogHandler.standardError)
    let gateway = try await RunningGateway(state.folder, log: Logger(label: "tocsin-gateway"))
    for await _ in TerminationSignals.stream() { break }
    await gateway.stop()
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
