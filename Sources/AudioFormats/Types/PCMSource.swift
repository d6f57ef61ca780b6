/// The one working form of sound inside Tocsin: interleaved 64-bit floats, full scale ±1.
///
/// A double holds every integer sample of up to 32 bits and every float sample exactly, so PCM
/// that is only moved keeps each bit. Buffers are reused.
public struct PCMBuffer: Sendable {
  /// The number of samples in a frame, fixed for the buffer's life.
  public let channelCount: Int
  /// Interleaved samples: `frameCount * channelCount` of them.
  public var samples: [Double]

  /// An empty buffer; `frameCapacity` frames are reserved.
  public init(channelCount: Int, frameCapacity: Int = 0) {
    precondition(channelCount > 0)
    self.channelCount = channelCount
    samples = []
    samples.reserveCapacity(frameCapacity * channelCount)
  }

  /// A buffer of given interleaved samples, whole frames only.
  public init(channelCount: Int, samples: [Double]) {
    precondition(channelCount > 0 && samples.count.isMultiple(of: channelCount))
    self.channelCount = channelCount
    self.samples = samples
  }

  /// The number of frames: one sample for each channel.
  public var frameCount: Int { samples.count / channelCount }

  /// Forgets the samples and keeps the memory.
  public mutating func removeAll() { samples.removeAll(keepingCapacity: true) }

  /// Makes room for `count` frames, whose samples are to be written next.
  public mutating func resize(frames count: Int) {
    let wanted = count * channelCount
    if wanted < samples.count {
      samples.removeLast(samples.count - wanted)
    } else {
      samples.append(contentsOf: repeatElement(0, count: wanted - samples.count))
    }
  }

  /// Keeps the first `count` frames.
  public mutating func keepFirst(frames count: Int) {
    samples.removeLast(max(0, samples.count - count * channelCount))
  }

  /// Drops the first `count` frames.
  public mutating func dropFirst(frames count: Int) {
    samples.removeFirst(min(samples.count, count * channelCount))
  }
}

/// PCM that is read block by block, once, from its start to its end.
public protocol PCMSource {
  /// Frames a second (Hz).
  var sampleRate: Double { get }
  /// The number of samples in a frame.
  var channelCount: Int { get }
  /// Frames in all, where the source knows before its end.
  var frameCount: Int64? { get }

  /// Replaces the content of `buffer` with the next block; an empty buffer means the end.
  /// - Throws: any error from reading or decoding the sound; the source has ended then.
  mutating func read(into buffer: inout PCMBuffer) throws
}

extension PCMSource {
  /// Replaces the content of `buffer` with the next block.
  /// - Returns: false at the end.
  /// - Throws: any error from reading or decoding the sound.
  public mutating func readNext(into buffer: inout PCMBuffer) throws -> Bool {
    try read(into: &buffer)
    return buffer.frameCount > 0
  }

  /// Calls `body` with each block from here to the end.
  /// - Throws: any error from reading the sound, and any error from `body`.
  public mutating func forEachBlock(_ body: (inout PCMBuffer) throws -> Void) throws {
    var block = PCMBuffer(channelCount: channelCount)
    while try readNext(into: &block) { try body(&block) }
  }
}

/// A source that changes the samples of another one. By default its rate, channels and length are
/// those of its input.
public protocol PCMFilter: PCMSource {
  /// The source that is changed.
  var input: any PCMSource { get }
}

extension PCMFilter {
  /// The input's sample rate, in Hz.
  public var sampleRate: Double { input.sampleRate }
  /// The input's channel count.
  public var channelCount: Int { input.channelCount }
  /// The input's length in frames; nil where it does not know it.
  public var frameCount: Int64? { input.frameCount }
}

/// A sound that can be read any number of times, each time from its start by a source of its own.
public struct PCMTrack {
  /// Frames a second (Hz).
  public let sampleRate: Double
  /// The number of samples in a frame.
  public let channelCount: Int
  /// Frames in all, where they are known before the end is read.
  public let frameCount: Int64?
  private let open: () throws -> any PCMSource

  /// A track whose sources are made by `open`. They must all read the same frames.
  /// - Throws: the error of `open`, which is called once here.
  public init(_ open: @escaping () throws -> any PCMSource) throws {
    let source = try open()
    sampleRate = source.sampleRate
    channelCount = source.channelCount
    frameCount = source.frameCount
    self.open = open
  }

  /// A source that reads the track from its start.
  /// - Throws: any error from opening the sound.
  public func source() throws -> any PCMSource { try open() }

  /// The track whose sources are this track's, each passed through `filter`.
  /// - Throws: any error from opening the sound, and any error from `filter`.
  public func map(
    _ filter: @escaping (any PCMSource) throws -> any PCMSource
  ) throws -> PCMTrack {
    try PCMTrack { [open] in try filter(try open()) }
  }

  /// Reads the track through and calls `body` with each block.
  /// - Throws: any error from reading the sound, and any error from `body`.
  public func forEachBlock(_ body: (inout PCMBuffer) throws -> Void) throws {
    var source = try open()
    try source.forEachBlock(body)
  }

  /// The total number of frames. If the track does not know it, it is counted by reading.
  /// - Throws: any error from reading the sound.
  public func countedFrames() throws -> Int64 {
    if let frameCount { return frameCount }
    var count: Int64 = 0
    try forEachBlock { count += Int64($0.frameCount) }
    return count
  }
}
