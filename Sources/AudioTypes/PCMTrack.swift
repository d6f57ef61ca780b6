/// A sound that can be read any number of times, each time from its start by a source of its own.
public struct PCMTrack {
  /// Frames a second (Hz).
  public let sampleRate: Double
  public let channelCount: Int
  /// Frames in all, where they are known before the end is read.
  public let frameCount: Int64?
  private let open: () throws -> any PCMSource

  /// A track whose sources `open` makes. They must all read the same frames.
  public init(_ open: @escaping () throws -> any PCMSource) throws {
    let source = try open()
    sampleRate = source.sampleRate
    channelCount = source.channelCount
    frameCount = source.frameCount
    self.open = open
  }

  /// A source that reads the track from its start.
  public func source() throws -> any PCMSource { try open() }

  /// The track whose sources are `filter` of this track's.
  public func map(
    _ filter: @escaping (any PCMSource) throws -> any PCMSource
  ) throws -> PCMTrack {
    try PCMTrack { [open] in try filter(try open()) }
  }

  /// Reads the track through and calls `body` with each block.
  public func forEachBlock(_ body: (inout PCMBuffer) throws -> Void) throws {
    var source = try open()
    try source.forEachBlock(body)
  }

  /// Frames in all; they are counted where the track does not know them.
  public func countedFrames() throws -> Int64 {
    if let frameCount { return frameCount }
    var count: Int64 = 0
    try forEachBlock { count += Int64($0.frameCount) }
    return count
  }
}
