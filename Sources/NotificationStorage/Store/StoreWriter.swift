import Dispatch
import FoundationEssentials
package import LinuxProcess
import Synchronization

/// Writes changes that no caller waits for into the store, in their order, as many in one
/// transaction as there are: ten thousand deliveries in a second are a few hundred transactions.
///
/// It tries until it succeeds. Waiting changes are in memory; those that must outlive the process
/// are in the delivery log, too.
package final class StoreWriter: Sendable {
  package enum Event: Sendable {
    /// These changes are in the store.
    case applied([StoreChange])
    /// The store cannot be written; it is tried again.
    case failed(StoreError)
    /// The store can be written again.
    case recovered
  }

  package typealias Listener = @Sendable (Event) -> Void

  private enum Next { case soon, later }

  private struct State {
    var changes: [StoreChange] = []
    /// The next try to write: soon, or when the ends of sounds have waited.
    var next: Next?
    var failure: StoreError?
    var delay = StoreWriter.shortestDelay
    var nextListener = 0
    var listeners: [Int: Listener] = [:]
  }

  /// Several changes of one delivery come shortly one after the other.
  private static let pause = DispatchTimeInterval.milliseconds(5)
  /// The time for which the end of a sound waits for another change to be written with.
  private static let recordPause = DispatchTimeInterval.milliseconds(250)
  private static let shortestDelay = 1
  private static let longestDelay = 60
  /// The maximum number of changes in one transaction, because writers in other processes wait for
  /// it.
  private static let batchSize = 2_000

  private let state = Mutex(State())
  /// The executor of this writer, and of all other work of the process that waits for writers of
  /// the store.
  package let executor = QueueExecutor(label: "tocsin.store")
  private var queue: DispatchQueue { executor.queue }
  private let write: @Sendable (ArraySlice<StoreChange>) throws(StoreError) -> Void
  private let reopen: @Sendable () throws(StoreError) -> Void

  /// - Parameters:
  ///   - write: makes changes in one transaction.
  ///   - reopen: opens the store again after a fault.
  init(
    write: @escaping @Sendable (ArraySlice<StoreChange>) throws(StoreError) -> Void,
    reopen: @escaping @Sendable () throws(StoreError) -> Void
  ) {
    self.write = write
    self.reopen = reopen
  }

  /// Reports all events to `listener` until ``ignore(_:)``, on the writer's queue, so it must
  /// return quickly.
  package func listen(_ listener: @escaping Listener) -> Int {
    state.withLock { state in
      state.nextListener += 1
      state.listeners[state.nextListener] = listener
      return state.nextListener
    }
  }

  package func ignore(_ listener: Int) { state.withLock { $0.listeners[listener] = nil } }

  /// The error of the last write; nil where there was none.
  package var failure: StoreError? { state.withLock(\.failure) }

  package func append(_ change: StoreChange) {
    let wanted = change.isOfRecord ? Next.later : .soon
    let starts = state.withLock { state in
      state.changes.append(change)
      // After a failure the next try is scheduled already.
      guard state.next == nil || (state.next == .later && wanted == .soon) else { return false }
      state.next = wanted
      return true
    }
    guard starts else { return }
    let pause = wanted == .soon ? Self.pause : Self.recordPause
    queue.asyncAfter(deadline: .now() + pause) { self.work() }
  }

  /// Returns when all earlier changes are in the store, or cannot be written now.
  package func flush() { queue.sync { work() } }

  /// Reports that another caller could not write: the store is opened and tried again, as after a
  /// failure of the writer itself.
  package func report(_ error: StoreError) {
    guard failure == nil else { return }
    retry([], after: error)
  }

  /// Runs work when all earlier changes are in the store, or cannot be written now.
  package func afterAll(_ work: @escaping @Sendable () -> Void) {
    queue.async { [self] in
      self.work()
      work()
    }
  }

  /// Returns when all earlier changes are in the store, or cannot be written now; no thread waits.
  package func isWritten() async {
    await withCheckedContinuation { continuation in afterAll { continuation.resume() } }
  }

  /// Runs other work in the order of the changes.
  package func perform(_ work: @escaping @Sendable () -> Void) { queue.async(execute: work) }

  private func work() {
    let (changes, hadFailed) = state.withLock { state in
      defer {
        state.changes = []
        state.next = nil
      }
      return (state.changes, state.failure != nil)
    }
    guard !changes.isEmpty || hadFailed else { return }
    var rest = changes[...]
    do throws(StoreError) {
      if hadFailed { try reopen() }
      while !rest.isEmpty {
        let batch = rest.prefix(Self.batchSize)
        try apply(batch)
        rest = rest.dropFirst(batch.count)
        tell(.applied(Array(batch)))
      }
    } catch {
      return retry(rest, after: error)
    }
    if hadFailed {
      state.withLock { state in
        state.failure = nil
        state.delay = Self.shortestDelay
      }
      tell(.recovered)
    }
  }

  /// A change whose content the database refuses must not block the others.
  private func apply(_ batch: ArraySlice<StoreChange>) throws(StoreError) {
    do throws(StoreError) {
      try write(batch)
    } catch .other(let text) where batch.count == 1 {
      tell(.failed(.other(text)))
    } catch .other {
      for index in batch.indices { try apply(batch[index...index]) }
    }
  }

  private func retry(_ changes: ArraySlice<StoreChange>, after error: StoreError) {
    let delay = state.withLock { state in
      state.changes = changes + state.changes
      state.failure = error
      state.next = .soon
      defer { state.delay = min(state.delay * 2, Self.longestDelay) }
      return state.delay
    }
    tell(.failed(error))
    queue.asyncAfter(deadline: .now() + .seconds(delay)) { self.work() }
  }

  private func tell(_ event: Event) {
    for listener in state.withLock({ $0.listeners.values.map(\.self) }) { listener(event) }
  }
}
