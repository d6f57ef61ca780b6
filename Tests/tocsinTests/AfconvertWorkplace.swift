import AudioFormats
import Files
import Foundation
import TestSupport
import Testing

/// A folder with sounds, and the tool called as `afconvert` in it.
struct AfconvertWorkplace {
  let folder: TemporaryFolder
  private let env: Tool
  /// Where the link is: a folder of its own, so that the other lists sounds alone.
  private let bin: TemporaryFolder

  /// The frames of `in.wav`.
  static let frameCount = 4_410

  /// A folder with a sine of a tenth of a second as `in.wav`, 16 bits in mono.
  init() throws {
    folder = try TemporaryFolder()
    env = try Tool("env")
    bin = try TemporaryFolder()
    try FileManager.default.createSymbolicLink(
      atPath: bin.path("afconvert"), withDestinationPath: try Tool.tocsin().path)
    try folder.write(PlainWAVE.integers(Self.sine()), to: "in.wav")
  }

  /// The 16-bit samples of a sine.
  static func sine(frames: Int = frameCount, channels: Int = 1) -> [Int32] {
    Signals.sine(frames: frames, channels: channels).samples.map {
      Int32(($0 * 32_768).rounded())
    }
  }

  func afconvert(_ arguments: [String]) throws -> ToolResult {
    try env.run([bin.path("afconvert")] + arguments, in: folder.url)
  }

  func afconvert(_ arguments: String...) throws -> ToolResult { try afconvert(arguments) }

  /// Runs a conversion that must succeed and say nothing.
  func convert(_ arguments: String...) throws { try convert(arguments) }

  func convert(_ arguments: [String]) throws {
    let result = try afconvert(arguments)
    try #require(
      result.isQuietSuccess && result.text.isEmpty, "\(arguments): \(result.errors)\(result.text)")
  }

  /// Writes floats as a WAVE.
  func write(_ name: String, _ sound: PCMBuffer, sampleRate: Int = 44_100) throws {
    try folder.write(
      PlainWAVE.floats(sound.samples, channelCount: sound.channelCount, sampleRate: sampleRate),
      to: name)
  }

  func describe(_ name: String) throws -> ContainerDescription {
    try ContainerDescription(parsing: MemorySource(try folder.bytes(of: name)))
  }

  /// The bytes of the audio of `name`.
  func audio(_ name: String) throws -> [UInt8] {
    let range = try describe(name).audioBytes
    return Array(try folder.bytes(of: name)[Int(range.lowerBound)..<Int(range.upperBound)])
  }

  /// The content of the chunk `id`; nil where there is none.
  func chunk(_ id: FourCharCode, of name: String) throws -> [UInt8]? {
    guard let chunk = try describe(name).chunks.first(where: { $0.id == id }) else { return nil }
    let range = Int(chunk.payload.lowerBound)..<Int(chunk.payload.upperBound)
    return Array(try folder.bytes(of: name)[range])
  }

  /// The samples of little-endian floats of 64 bits.
  func floats(_ name: String) throws -> [Double] {
    let format = try describe(name).dataFormat
    try #require(format.coding == .linearPCM(.float64(.littleEndian)))
    return RawSamples.floats(Data(try audio(name)))
  }

  /// The samples of little-endian integers, in their own steps.
  func integers(_ name: String) throws -> [Int32] {
    let size = try describe(name).dataFormat.bitsPerChannel / 8
    let audio = try audio(name)
    return stride(from: 0, to: audio.count, by: size).map { start in
      let word = (0..<size).reduce(UInt32(0)) { sum, index in
        sum | UInt32(audio[start + index]) << (32 - 8 * size + 8 * index)
      }
      return Int32(bitPattern: word) >> (32 - 8 * size)
    }
  }

  /// What another program does in the folder, which must succeed.
  func run(_ program: String, _ arguments: String...) throws -> ToolResult {
    let result = try Tool(program).run(arguments, in: folder.url)
    try #require(result.status == 0, "\(program): \(result.errors)")
    return result
  }
}
