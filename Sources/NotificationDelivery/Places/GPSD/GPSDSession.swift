import Dispatch
import FoundationEssentials
import Glibc
import NotificationStorage
import Synchronization
import Triggers

/// One connection to gpsd. It waits in the kernel; its events come on the queue.
final class GPSDSession: Sendable {
  enum Event: Sendable {
    case greeted
    case fix(PositionFix)
    case ended(reason: String)
  }

  private struct State {
    var splitter = LineSplitter()
    var dialogue = GPSDDialogue()
    var hasEnded = false
  }

  /// Bytes that are read at a time, and how often before others have their turn.
  private static let blockSize = 16_384
  private static let blockLimit = 8

  private let descriptor: Int32
  /// Any thread may use a source, though the library does not declare it.
  private nonisolated(unsafe) let source: any DispatchSourceRead
  private let state = Mutex(State())
  private let report: @Sendable (Event) -> Void

  /// - Parameter report: called on `queue`; after `ended` it is not called again.
  init(
    _ address: GPSDAddress, on queue: DispatchQueue, report: @escaping @Sendable (Event) -> Void
  ) throws(SystemFailure) {
    let descriptor = try address.connect().get()
    self.descriptor = descriptor
    self.report = report
    source = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: queue)
    source.setEventHandler { [weak self] in self?.read() }
    source.setCancelHandler { close(descriptor) }
    source.activate()
  }

  deinit { source.cancel() }

  /// Ends the connection without a report.
  func hangUp() {
    state.withLock { $0.hasEnded = true }
    source.cancel()
  }

  private func read() {
    var block = [UInt8](repeating: 0, count: Self.blockSize)
    for _ in 0..<Self.blockLimit {
      let count = recv(descriptor, &block, block.count, 0)
      if count < 0, errno == EAGAIN || errno == EINTR { return }
      guard count > 0 else {
        return end(count == 0 ? "it has ended the connection" : "\(SystemFailure(number: errno))")
      }
      guard let lines = state.withLock({ $0.splitter.take(block[..<count]) }) else {
        return end("it sends a line without an end")
      }
      for line in lines where !line.isEmpty {
        guard take(line) else { return }
      }
    }
  }

  /// - Returns: false where the connection has ended.
  private func take(_ line: [UInt8]) -> Bool {
    let (step, hasEnded) = state.withLock { ($0.dialogue.take(line), $0.hasEnded) }
    guard !hasEnded else { return false }
    switch step {
    case .send(let bytes):
      // It fits into the buffer of a socket on which nothing was sent yet.
      guard send(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL)) == bytes.count else {
        end("it takes no request")
        return false
      }
      report(.greeted)
    case .fix(let place, let accuracy, let time):
      report(.fix(PositionFix(place, accuracy: accuracy, time: time ?? .now)))
    case .hangUp(let reason):
      end(reason)
      return false
    case nil: break
    }
    return true
  }

  private func end(_ reason: String) {
    let isNew = state.withLock { state in
      defer { state.hasEnded = true }
      return !state.hasEnded
    }
    source.cancel()
    if isNew { report(.ended(reason: reason)) }
  }
}
