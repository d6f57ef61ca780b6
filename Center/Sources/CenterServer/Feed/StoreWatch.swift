import Dispatch
import Glibc
import NotificationScheduling
import Synchronization

/// Tells its followers that a process has written to the store.
///
/// It watches the folder of the database: each commit writes to the log beside it. What was written
/// can be read only when it is synced, of which the kernel tells nobody: so followers are told again
/// a few times. Otherwise nothing runs.
final class StoreWatch: Sendable {
  private struct State {
    var next = 0
    var changeCount = 0
    var followers: [Int: AsyncStream<Void>.Continuation] = [:]
  }

  /// Milliseconds from a write to the looks after it. A disk that takes longer to sync tells of a
  /// change with the next one.
  private static let looks = [0, 4, 12, 30, 80, 250, 1_000, 4_000]

  private let state = Mutex(State())
  private let queue = DispatchQueue(label: "tocsin.center.watch")
  /// Any thread may use a source, although the library does not declare it.
  private nonisolated(unsafe) let source: (any DispatchSourceRead)?

  /// - Parameter folder: nil for a store in memory, of which nothing is told.
  init(_ folder: StoreFolder?) {
    guard let folder else {
      source = nil
      return
    }
    let watch = FileWatch(
      [folder.database, folder.database + "-wal"],
      for: UInt32(IN_MODIFY | IN_CREATE | IN_MOVED_TO))
    guard watch.number >= 0 else {
      source = nil
      return
    }
    let source = DispatchSource.makeReadSource(fileDescriptor: watch.number, queue: queue)
    self.source = source
    source.setEventHandler { [weak self] in if watch.hasChange() { self?.change() } }
    // The descriptor is closed after the last read.
    source.setCancelHandler { withExtendedLifetime(watch) {} }
    source.activate()
  }

  deinit { source?.cancel() }

  /// An element after each change; changes that come faster than they are taken are one.
  func changes() -> AsyncStream<Void> {
    let (stream, continuation) = AsyncStream.makeStream(
      of: Void.self, bufferingPolicy: .bufferingNewest(1))
    let number = state.withLock { state in
      state.next += 1
      state.followers[state.next] = continuation
      return state.next
    }
    continuation.onTermination = { [weak self] _ in
      self?.state.withLock { state in _ = state.followers.removeValue(forKey: number) }
    }
    return stream
  }

  private func change() {
    let number = state.withLock { state in
      state.changeCount += 1
      return state.changeCount
    }
    look(0, after: number)
  }

  /// Goes on until another change begins the looks again.
  private func look(_ index: Int, after change: Int) {
    guard state.withLock({ $0.changeCount == change && !$0.followers.isEmpty }) else { return }
    tell()
    guard index + 1 < Self.looks.count else { return }
    let pause = Self.looks[index + 1] - Self.looks[index]
    queue.asyncAfter(deadline: .now() + .milliseconds(pause)) { [weak self] in
      self?.look(index + 1, after: change)
    }
  }

  private func tell() {
    for follower in state.withLock({ Array($0.followers.values) }) { follower.yield() }
  }
}
