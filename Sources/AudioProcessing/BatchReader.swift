import AudioTypes
import Dispatch
import Synchronization

/// Reads one batch at a time, on whatever thread is free.
///
/// Where no thread has begun by the time that the batch is needed, the user reads it: nobody ever
/// waits for a thread that others hold.
final class BatchReader: @unchecked Sendable {
  // Sendable because `input` and `batch` belong to whoever has made the turn `taken`, and to the
  // user when it is `none`.
  private var input: (any PCMSource)?
  private var batch: BlockBatch
  private let turn = Mutex(Turn.none)
  private let isClosed = Atomic(false)
  private let done = DispatchSemaphore(value: 0)

  private enum Turn { case none, wanted, taken }

  init(_ input: any PCMSource) {
    self.input = input
    batch = BlockBatch(channelCount: input.channelCount)
  }

  /// Reads a block for the user. No batch is on its way.
  func readBlock(into buffer: inout PCMBuffer) throws { try input?.read(into: &buffer) }

  /// Lets the next batch be read.
  func start() {
    turn.withLock { $0 = .wanted }
    DispatchQueue.global().async { [self] in
      guard take() else { return }
      fill()
      done.signal()
    }
  }

  /// Gives the batch that was started for one that is used up.
  func exchange(_ other: inout BlockBatch) {
    if take() { fill() } else { done.wait() }
    turn.withLock { $0 = .none }
    swap(&batch, &other)
  }

  /// Returns when the input is at rest, and gives it up.
  func close() {
    isClosed.store(true, ordering: .relaxed)
    let isIdle = turn.withLock { $0 == .none }
    if !isIdle, !take() { done.wait() }
    input = nil
  }

  /// Takes the batch that is wanted; false where another thread has.
  private func take() -> Bool {
    turn.withLock { turn in
      defer { if turn == .wanted { turn = .taken } }
      return turn == .wanted
    }
  }

  private func fill() {
    guard var source = input else { return }
    // One owner of the input's memory: else it would be copied with each block.
    input = nil
    batch.fill(from: &source) { !isClosed.load(ordering: .relaxed) }
    input = source
  }
}
