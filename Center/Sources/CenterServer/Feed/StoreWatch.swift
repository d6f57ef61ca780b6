import Dispatch
import Glibc
import NotificationScheduling
import NotificationStorage
import Synchronization

/// Tells its followers that a process has written to the store. Without followers it does nothing.
///
/// It watches the folder of the database: each commit writes to the log beside it. What was written
/// can be read only when it is synced, of which the kernel tells nobody: so after a write the number
/// of the last commit is looked at for a minute. It does not end with the first commit, because the
/// kernel may tell of two writes at once, of which only the first can be read yet.
final class StoreWatch: Sendable {
  private struct State {
    var next = 0
    var followers: [Int: AsyncStream<Void>.Continuation] = [:]
    var watching: Watching?
    var writeCount = 0
    var version: Int?
  }

  /// Seconds from a write to the second look. Each pause is longer than the one before by a quarter,
  /// and so late is a page at most.
  private static let firstPause = 0.002
  /// Seconds after a write in which it becomes readable.
  private static let patience = 60.0

  private let state = Mutex(State())
  private let queue = DispatchQueue(label: "tocsin.center.watch")
  private let store: NotificationStore

  /// - Parameter store: one in memory tells of nothing.
  init(_ store: NotificationStore) { self.store = store }

  /// An element after each change; changes that come faster than they are taken are one.
  func changes() -> AsyncStream<Void> {
    let (stream, continuation) = AsyncStream.makeStream(
      of: Void.self, bufferingPolicy: .bufferingNewest(1))
    let number = state.withLock { state in
      state.next += 1
      state.followers[state.next] = continuation
      if state.watching == nil { state.watching = watching() }
      return state.next
    }
    continuation.onTermination = { [weak self] _ in self?.remove(number) }
    // Something may have been written before, and is not synced yet.
    if store.folder != nil { queue.async { [weak self] in self?.noteWrite() } }
    return stream
  }

  private func remove(_ follower: Int) {
    state.withLock { state in
      state.followers[follower] = nil
      if state.followers.isEmpty { state.watching = nil }
    }
  }

  private func watching() -> Watching? {
    guard let folder = store.folder else { return nil }
    return Watching(folder, on: queue) { [weak self] in self?.noteWrite() }
  }

  private func noteWrite() {
    let number = state.withLock { state in
      state.writeCount += 1
      return state.writeCount
    }
    look(after: number, pause: Self.firstPause, patience: Self.patience)
  }

  /// Goes on until the patience is over, or another write begins the looks again.
  private func look(after write: Int, pause: Double, patience: Double) {
    guard state.withLock({ $0.writeCount == write && !$0.followers.isEmpty }) else { return }
    if isCommitted() || patience <= 0 { tell() }
    guard patience > 0 else { return }
    queue.asyncAfter(deadline: .now() + pause) { [weak self] in
      self?.look(after: write, pause: pause * 1.25, patience: patience - pause)
    }
  }

  /// Whether anything was committed since the last look.
  private func isCommitted() -> Bool {
    guard let version = try? store.read(.version) else { return false }
    return state.withLock { state in
      defer { state.version = version }
      return state.version != version
    }
  }

  private func tell() {
    for follower in state.withLock({ Array($0.followers.values) }) { follower.yield() }
  }
}

/// Hears of writes to the files of a store as long as it lives.
private final class Watching: Sendable {
  /// Any thread may use a source, although the library does not declare it.
  private nonisolated(unsafe) let source: any DispatchSourceRead

  init?(_ folder: StoreFolder, on queue: DispatchQueue, _ work: @escaping @Sendable () -> Void) {
    let watch = FileWatch(
      [folder.database, folder.database + "-wal"],
      for: UInt32(IN_MODIFY | IN_CREATE | IN_MOVED_TO))
    guard watch.number >= 0 else { return nil }
    source = DispatchSource.makeReadSource(fileDescriptor: watch.number, queue: queue)
    source.setEventHandler { if watch.hasChange() { work() } }
    // The descriptor is closed after the last read.
    source.setCancelHandler { withExtendedLifetime(watch) {} }
    source.activate()
  }

  deinit { source.cancel() }
}
