public import AudioFormats
import Dispatch
import Synchronization

/// A source whose input is read on another core, before its blocks are asked for.
///
/// Two batches of blocks take turns: one is used while the other is read, so memory is bounded, and
/// a reader never waits for its user. The blocks, their order and the place of an error are those
/// of the input. The first batch is read block by block as it is asked for: a short sound never
/// leaves its thread.
public final class ReadAheadSource: PCMSource {
  /// The input's sample rate, in Hz.
  public let sampleRate: Double
  /// The input's channel count.
  public let channelCount: Int
  /// The input's length in frames; nil where it does not know it.
  public let frameCount: Int64?

  private let reader: BatchReader
  /// The current batch, and the number of its blocks that were used.
  private var batch: BlockBatch
  private var used = 0
  /// Frames that were read as they were asked for.
  private var framesRead = 0
  private var isAhead = false

  /// Frames of a batch: some milliseconds of work for the resampler or the encoder.
  static let batchFrames = 1 << 18

  /// A source that owns `input`: only this source may read it.
  public init(_ input: any PCMSource) {
    (sampleRate, channelCount) = (input.sampleRate, input.channelCount)
    frameCount = input.frameCount
    reader = BatchReader(input)
    batch = BlockBatch(channelCount: input.channelCount)
  }

  /// Returns when no thread reads the input any more.
  deinit { reader.close() }

  /// Replaces `buffer` with the next block, which may have been read before.
  /// - Throws: any error from the input, at the same place of the sound.
  public func read(into buffer: inout PCMBuffer) throws {
    guard isAhead else { return try readNow(into: &buffer) }
    if used == batch.count, batch.isOpen {
      reader.exchange(&batch)
      used = 0
      if batch.isOpen { reader.start() }
    }
    guard used < batch.count else {
      buffer.removeAll()
      if let failure = batch.failure { throw failure }
      return
    }
    swap(&buffer, &batch.blocks[used])
    used += 1
  }

  private func readNow(into buffer: inout PCMBuffer) throws {
    try reader.readBlock(into: &buffer)
    framesRead += buffer.frameCount
    guard framesRead >= Self.batchFrames else { return }
    isAhead = true
    reader.start()
  }
}

/// Blocks that were read one after the other.
struct BlockBatch {
  /// The first `count` of them hold sound; the others keep their memory.
  var blocks: [PCMBuffer] = []
  private(set) var count = 0
  private(set) var failure: (any Error)?
  /// Whether the input may have more.
  private(set) var isOpen = true
  private let channelCount: Int

  init(channelCount: Int) { self.channelCount = channelCount }

  /// Replaces the content with the next blocks, until the batch is full, the input ends or fails,
  /// or `isWanted` returns false.
  mutating func fill(from input: inout any PCMSource, while isWanted: () -> Bool) {
    count = 0
    var frames = 0
    do {
      while frames < ReadAheadSource.batchFrames, isWanted() {
        if count == blocks.count { blocks.append(PCMBuffer(channelCount: channelCount)) }
        try input.read(into: &blocks[count])
        guard blocks[count].frameCount > 0 else {
          isOpen = false
          return
        }
        frames += blocks[count].frameCount
        count += 1
      }
    } catch {
      failure = error
      isOpen = false
    }
  }
}

/// Reads one batch at a time, on any free thread.
///
/// If no thread has begun by the time that the batch is needed, the user reads it. So the user
/// never waits for a thread that is busy with other work.
final class BatchReader: @unchecked Sendable {
  // Sendable because `input` and `batch` belong to the side that has set the turn to `taken`, and
  // to the user when it is `none`.
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

  /// Reads a block for the user while no batch is being read.
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
    // The input's memory must have one owner; otherwise it would be copied with each block.
    input = nil
    batch.fill(from: &source) { !isClosed.load(ordering: .relaxed) }
    input = source
  }
}
