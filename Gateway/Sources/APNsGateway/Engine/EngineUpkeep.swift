import Foundation
package import Logging
import Synchronization

/// Maintains the stream and the revocations, on a thread of its own: creates the stream when the
/// engine is connected or lacks it, then follows the table of revocations; starts again after each
/// failure.
package final class EngineUpkeep: Sendable {
  private let setup: StreamSetup
  private let table: RevocationTable
  private let service: PushService
  private let outbox: PushOutbox
  private let connection: EngineConnection
  private let log: Logger
  /// The number of connections so far: after each, the stream may be gone.
  private let round = Atomic(0)
  private let stopped = Atomic(false)

  package init(
    _ connection: EngineConnection, replicas: Int, service: PushService, outbox: PushOutbox,
    log: Logger
  ) {
    setup = StreamSetup(connection, replicas: replicas)
    table = RevocationTable(connection, replicas: replicas)
    self.connection = connection
    self.service = service
    self.outbox = outbox
    self.log = log
  }

  package func start() {
    connection.whenConnected { [weak self] in self?.round.add(1, ordering: .relaxed) }
    let thread = Thread { [self] in run() }
    thread.name = "engine upkeep"
    thread.start()
  }

  package func stop() { stopped.store(true, ordering: .relaxed) }

  private func run() {
    while !stopped.load(ordering: .relaxed) {
      if connection.isConnected {
        do {
          try keep()
        } catch {
          log.warning("\(error.description) Trying again in a second.")
        }
      }
      Thread.sleep(forTimeInterval: connection.isConnected ? 1 : 0.1)
    }
  }

  private func keep() throws(GatewayError) {
    let round = round.load(ordering: .relaxed)
    outbox.lacksStream = false
    outbox.engineKnowsLifetimes = try setup.run()
    log.info("The stream PUSH is ready.")
    try table.follow(
      { key, since in service.changeRules { $0.revocations.set(key, since: since) } },
      whileTrue: {
        self.round.load(ordering: .relaxed) == round && !outbox.lacksStream
          && !stopped.load(ordering: .relaxed)
      })
  }
}
