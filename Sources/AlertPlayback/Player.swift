public import AudioTypes

/// Plays one sound on a device.
public struct Player {
  private let device: any PlaybackDevice

  public init(_ device: any PlaybackDevice) { self.device = device }

  /// Plays `source` to its end.
  /// - Returns: the number of frames played.
  @discardableResult
  public func play(_ source: any PCMSource) throws -> Int64 {
    var source = source
    var block = PCMBuffer(channelCount: source.channelCount)
    var frameCount: Int64 = 0
    while true {
      try source.read(into: &block)
      if block.frameCount == 0 { break }
      try device.write(block)
      frameCount += Int64(block.frameCount)
    }
    try device.drain()
    return frameCount
  }
}
