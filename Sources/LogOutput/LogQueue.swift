import Dispatch
import Glibc
import Synchronization

/// Entries on their way to a log that may be full, closed, or never read.
///
/// Callers do not wait: entries are written one after the other on a queue of their own. What finds
/// no room, or cannot be written, is dropped and counted; the count is written in its place as soon
/// as the log takes something again. The end of the program waits a quarter of a second for the last
/// entries.
public final class LogQueue<Entry: Sendable>: Sendable {
  private struct State {
    /// The entries that wait for their turn.
    var waiting = 0
    /// Those that found no room since the last one that did.
    var dropped = 0
    /// The lost entries that the log does not mention yet.
    var lost = 0
  }

  private let capacity: Int
  private let write: @Sendable (Entry) -> Bool
  private let report: @Sendable (Int) -> Entry?
  private let state = Mutex(State())
  private let queue: DispatchQueue

  /// An empty queue.
  /// - Parameters:
  ///   - label: the name of its dispatch queue.
  ///   - capacity: the maximum number of entries that wait. Usually there is room for those of ten
  ///     thousand notifications that are due at once; lines of 1 KiB take 16 MiB then.
  ///   - report: makes the entry that says how many were lost; nil for none.
  ///   - write: writes an entry, and may wait; returns whether all of it is written.
  public init(
    label: String, capacity: Int = 16_384, report: @escaping @Sendable (Int) -> Entry?,
    write: @escaping @Sendable (Entry) -> Bool
  ) {
    self.capacity = capacity
    self.report = report
    self.write = write
    queue = DispatchQueue(label: label)
    atEnd.withLock { flushes in
      if flushes.isEmpty { atexit { for flush in atEnd.withLock(\.self) { flush() } } }
      flushes.append { [weak self] in self?.flush() }
    }
  }

  /// Hands an entry over, and returns at once.
  public func append(_ entry: Entry) {
    // Under the lock, so that the count of those that found no room stands in their place.
    state.withLock { state in
      guard state.waiting < capacity else {
        if state.dropped == 0 { queue.async { self.mentionDropped() } }
        state.dropped += 1
        return
      }
      state.waiting += 1
      queue.async { self.put(entry) }
    }
  }

  /// Returns when all earlier entries are written, or after a quarter of a second.
  public func flush() {
    let end = DispatchSemaphore(value: 0)
    queue.async {
      _ = self.mentionLost()
      end.signal()
    }
    _ = end.wait(timeout: .now() + .milliseconds(250))
  }

  private func put(_ entry: Entry) {
    let isWritten = mentionLost() && write(entry)
    state.withLock { state in
      state.waiting -= 1
      if !isWritten { state.lost += 1 }
    }
  }

  private func mentionDropped() {
    state.withLock { state in
      state.lost += state.dropped
      state.dropped = 0
    }
    _ = mentionLost()
  }

  /// - Returns: whether the log mentions all that was lost.
  private func mentionLost() -> Bool {
    let count = state.withLock(\.lost)
    guard count > 0 else { return true }
    guard report(count).map(write) ?? true else { return false }
    state.withLock { $0.lost = 0 }
    return true
  }
}

/// What the end of the program does for its logs.
private let atEnd = Mutex<[@Sendable () -> Void]>([])
