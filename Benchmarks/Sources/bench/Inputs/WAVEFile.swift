import Foundation

/// A 16-bit WAVE file that is written piece by piece.
struct WAVEFile {
  private let file: FileHandle

  /// Creates `path` with the header of `frameCount` frames, which must follow.
  init(_ path: String, sampleRate: Int, channelCount: Int, frameCount: Int) throws {
    let url = URL(fileURLWithPath: path)
    try Data().write(to: url)
    file = try FileHandle(forWritingTo: url)
    let byteCount = frameCount * channelCount * 2
    var header = Data("RIFF".utf8)
    header.appendLE(UInt32(36 + byteCount))
    header.append(contentsOf: Data("WAVEfmt ".utf8))
    header.appendLE(UInt32(16))
    header.appendLE(UInt16(1))
    header.appendLE(UInt16(channelCount))
    header.appendLE(UInt32(sampleRate))
    header.appendLE(UInt32(sampleRate * channelCount * 2))
    header.appendLE(UInt16(channelCount * 2))
    header.appendLE(UInt16(16))
    header.append(contentsOf: Data("data".utf8))
    header.appendLE(UInt32(byteCount))
    try file.write(contentsOf: header)
  }

  func append(_ samples: [Int16]) throws {
    try file.write(contentsOf: samples.withUnsafeBytes { Data($0) })
  }

  func close() throws { try file.close() }
}

extension WAVEFile {
  /// Writes a whole sound.
  static func write(_ sound: Sound, to path: String) throws {
    let file = try WAVEFile(
      path, sampleRate: sound.sampleRate, channelCount: sound.channelCount,
      frameCount: sound.frameCount)
    try file.append(sound.samples)
    try file.close()
  }
}

extension Data {
  fileprivate mutating func appendLE(_ value: some FixedWidthInteger) {
    Swift.withUnsafeBytes(of: value.littleEndian) { append(contentsOf: $0) }
  }
}
