import Foundation
package import Logging
import Synchronization

/// Keeps keys, certificates, topics, boxes, seal keys and revocations the same on all machines of a
/// gateway, through a table in their engine: on a thread of its own, for as long as the gateway
/// serves. A file that a command has changed reaches the others' files within seconds.
package final class StateSharing: Sendable {
  private let folder: StateFolder
  private let files: SharedFiles
  private let connection: EngineConnection
  private let replicas: Int
  private let log: Logger
  /// The number of connections so far.
  private let round = Atomic(0)
  private let stopped = Atomic(false)

  package init(
    _ folder: StateFolder, _ connection: EngineConnection, replicas: Int, log: Logger
  ) {
    self.folder = folder
    files = SharedFiles(folder)
    self.connection = connection
    self.replicas = replicas
    self.log = log
  }

  package func start() {
    connection.whenConnected { [weak self] in self?.round.add(1, ordering: .relaxed) }
    let thread = Thread { [self] in
      while !stopped.load(ordering: .relaxed) {
        if connection.isConnected {
          do throws(GatewayError) {
            try share()
          } catch {
            log.warning("\(error.description) Trying again in a second.")
          }
        }
        Thread.sleep(forTimeInterval: 1)
      }
    }
    thread.name = "state sharing"
    thread.start()
  }

  package func stop() { stopped.store(true, ordering: .relaxed) }

  /// Until the connection is another one.
  private func share() throws(GatewayError) {
    let round = round.load(ordering: .relaxed)
    let table = try SharedTable(
      connection, replicas: replicas, identity: folder.load("identity.json"))
    var theirs = Theirs()
    var isComplete = false
    var seen: [Date?]?
    try table.follow { event throws(GatewayError) in
      if case .record(let record, let revision) = event {
        theirs.take(record, revision)
        seen = nil
        // More may come at once.
        return isComplete ? 50 : 1_000
      }
      if case .complete = event { isComplete = true }
      if isComplete, files.moments() != seen { seen = try reconcile(&theirs, table) }
      let goesOn =
        self.round.load(ordering: .relaxed) == round && !stopped.load(ordering: .relaxed)
      return goesOn ? 1_000 : nil
    }
  }

  /// - Returns: the files' moments after it; nil if they were changed meanwhile, so that the caller
  ///   must repeat it.
  private func reconcile(
    _ theirs: inout Theirs, _ table: SharedTable
  ) throws(GatewayError) -> [Date?]? {
    let (base, ours) = (try files.base(), try files.read())
    let result = try Reconciliation(base: base, ours: ours, theirs: theirs.records)
    for record in result.news {
      theirs.take(record, try table.put(record, after: theirs.revisions[record.key] ?? 0))
    }
    var changed: Set<SharedRecord.Kind> = []
    let moments: [Date?]? = try folder.locked { () throws(GatewayError) in
      guard try files.read() == ours else { return nil }
      changed = try files.write(result.merged, over: ours)
      if result.merged != base { try files.setBase(result.merged) }
      return files.moments()
    }
    if !result.news.isEmpty {
      log.info("\(result.news.count) changes are handed to the other machines.")
    }
    if !changed.isEmpty {
      let kinds = changed.map(\.rawValue).sorted().joined(separator: ", ")
      log.info("Taken from the other machines: \(kinds).")
    }
    if changed.contains(.revocation) { try Revocation(folder).renew() }
    return moments
  }

  /// What the other machines have told.
  private struct Theirs {
    private(set) var records: SharedRecords = [:]
    private(set) var revisions: [String: UInt64] = [:]

    mutating func take(_ record: SharedRecord, _ revision: UInt64) {
      records[record.key] = record
      revisions[record.key] = revision
    }
  }
}

/// How far a machine and the others have the same records, for `doctor`.
package struct SharingReport {
  /// The number of records that this machine has to hand over or to take.
  package let differences: Int

  /// - Throws: ``GatewayError`` if the engine does not answer.
  package init(
    _ folder: StateFolder, _ connection: EngineConnection, replicas: Int
  ) throws(GatewayError) {
    let files = SharedFiles(folder)
    let table = try SharedTable(
      connection, replicas: replicas, identity: folder.load("identity.json"))
    let (base, ours, theirs) = (try files.base(), try files.read(), try table.all())
    let result = try Reconciliation(base: base, ours: ours, theirs: theirs)
    let present = result.merged.filter { $0.value.content != nil }
    let toTake = Set(present.keys).union(ours.keys).filter { present[$0] != ours[$0] }
    differences = toTake.union(result.news.map(\.key)).count
  }
}
