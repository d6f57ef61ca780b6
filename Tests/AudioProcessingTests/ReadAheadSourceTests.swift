import AudioFormats
import Dispatch
import Synchronization
import Testing

@testable import AudioProcessing

@Suite struct ReadAheadSourceTests {
  private static let batch = ReadAheadSource.batchFrames

  @Test(arguments: [0, 1, 4_096, batch - 1, batch, batch + 1, 3 * batch, 5 * batch + 77])
  func theBlocksAreThoseOfTheInputInTheirOrder(frames: Int) throws {
    var plain: any PCMSource = CountingSource(frames: frames)
    var ahead: any PCMSource = ReadAheadSource(CountingSource(frames: frames))
    #expect(ahead.frameCount == Int64(frames))
    var expected = PCMBuffer(channelCount: 2)
    var block = PCMBuffer(channelCount: 2)
    repeat {
      try plain.read(into: &expected)
      try ahead.read(into: &block)
      #expect(block.samples == expected.samples)
    } while expected.frameCount > 0
    // The end stays the end.
    try ahead.read(into: &block)
    #expect(block.frameCount == 0)
  }

  @Test(arguments: [0, 1_000, batch, 3 * batch + 5])
  func anErrorComesAfterAllFramesBeforeItAndStays(frames: Int) {
    var ahead: any PCMSource = ReadAheadSource(CountingSource(frames: frames, fails: true))
    var block = PCMBuffer(channelCount: 2)
    var count = 0
    #expect(throws: CountingSource.Failure.self) {
      while true {
        try ahead.read(into: &block)
        count += block.frameCount
      }
    }
    #expect(count == frames)
    #expect(throws: CountingSource.Failure.self) { try ahead.read(into: &block) }
  }

  @Test(arguments: [0, 1, 20, 40, 100])
  func whoeverStopsEarlyLeavesNothingBehind(blocks: Int) throws {
    let life = SourceLife()
    do {
      var ahead: any PCMSource = ReadAheadSource(CountingSource(frames: .max, life: life))
      var block = PCMBuffer(channelCount: 2)
      for _ in 0..<blocks { try ahead.read(into: &block) }
      #expect(life.isOpen)
    }
    // The input is closed when the source is gone, not some time later.
    #expect(!life.isOpen)
  }

  @Test func neverMoreThanTwoBatchesAreInMemory() throws {
    let life = SourceLife()
    var ahead: any PCMSource = ReadAheadSource(CountingSource(frames: 8 * Self.batch, life: life))
    var block = PCMBuffer(channelCount: 2)
    var used = 0
    while try ahead.readNext(into: &block) {
      used += block.frameCount
      #expect(life.framesRead <= used + 2 * (Self.batch + CountingSource.blockFrames))
    }
    #expect(used == 8 * Self.batch)
  }

  /// More users than threads: each of them holds one while it waits.
  @Test func usersThatHoldAllThreadsStillGetTheirBlocks() {
    let total = Atomic(0)
    DispatchQueue.concurrentPerform(iterations: 200) { _ in
      var ahead: any PCMSource = ReadAheadSource(
        CountingSource(frames: 3 * Self.batch, isSilent: true))
      try? ahead.forEachBlock { total.add($0.frameCount, ordering: .relaxed) }
    }
    #expect(total.load(ordering: .relaxed) == 200 * 3 * Self.batch)
  }
}

/// Counts upwards, or is silent, which is quicker where only lengths matter; blocks have various lengths.
private struct CountingSource: PCMSource {
  struct Failure: Error {}

  static let blockFrames = 4_096
  let sampleRate = 44_100.0
  let channelCount = 2
  let frames: Int
  let fails: Bool
  let isSilent: Bool
  private let handle: Handle
  private var position = 0

  private static let silence = [Double](repeating: 0, count: 2 * blockFrames)

  /// - Parameter fails: whether an error stands in the place of the end.
  init(
    frames: Int, fails: Bool = false, isSilent: Bool = false, life: SourceLife = SourceLife()
  ) {
    self.frames = frames
    self.fails = fails
    self.isSilent = isSilent
    handle = Handle(life)
  }

  var frameCount: Int64? { Int64(frames) }

  mutating func read(into buffer: inout PCMBuffer) throws {
    let length = Self.blockFrames - position % 3
    let count = min(length, frames - position)
    if count == 0, fails { throw Failure() }
    buffer.samples =
      isSilent
      ? Array(Self.silence.prefix(2 * count))
      : (position..<position + count).flatMap { [Double($0), -Double($0)] }
    position += count
    handle.life.add(count)
  }

  /// Closes with the last copy of the source.
  private final class Handle: Sendable {
    let life: SourceLife

    init(_ life: SourceLife) {
      self.life = life
      life.open()
    }

    deinit { life.close() }
  }
}

/// What has become of a source, as others may see it.
private final class SourceLife: Sendable {
  private let state = Mutex((isOpen: false, frames: 0))

  var isOpen: Bool { state.withLock { $0.isOpen } }
  var framesRead: Int { state.withLock { $0.frames } }

  func open() { state.withLock { $0.isOpen = true } }
  func close() { state.withLock { $0.isOpen = false } }
  func add(_ frames: Int) { state.withLock { $0.frames += frames } }
}
