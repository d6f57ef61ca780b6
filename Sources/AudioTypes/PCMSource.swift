/// PCM that is read block by block, once, from its start to its end.
public protocol PCMSource {
  /// Frames a second (Hz).
  var sampleRate: Double { get }
  var channelCount: Int { get }
  /// Frames in all, where the source knows before its end.
  var frameCount: Int64? { get }

  /// Replaces the content of `buffer` with the next block; an empty buffer is the end.
  mutating func read(into buffer: inout PCMBuffer) throws
}

extension PCMSource {
  /// Replaces the content of `buffer` with the next block.
  /// - Returns: false at the end.
  public mutating func readNext(into buffer: inout PCMBuffer) throws -> Bool {
    try read(into: &buffer)
    return buffer.frameCount > 0
  }

  /// Calls `body` with each block from here to the end.
  public mutating func forEachBlock(_ body: (inout PCMBuffer) throws -> Void) throws {
    var block = PCMBuffer(channelCount: channelCount)
    while try readNext(into: &block) { try body(&block) }
  }
}

/// A source that changes what another one reads. Unless it says otherwise, its rate, channels and
/// length are those of its input.
public protocol PCMFilter: PCMSource {
  var input: any PCMSource { get }
}

extension PCMFilter {
  public var sampleRate: Double { input.sampleRate }
  public var channelCount: Int { input.channelCount }
  public var frameCount: Int64? { input.frameCount }
}
