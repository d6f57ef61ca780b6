import AudioFormats
import Files
import Foundation
import TestSupport
import Testing

/// A folder of small sounds with known facts, and the tool called as `afinfo` beside them.
struct AfinfoSounds {
  let folder: TemporaryFolder
  private let tocsin: Tool
  private let env: Tool
  private let link: String

  init() throws {
    folder = try TemporaryFolder()
    tocsin = try Tool.tocsin()
    env = try Tool("env")
    link = folder.path("afinfo")
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: tocsin.path)
  }

  /// Runs the tool under the name `afinfo`, in the folder.
  func afinfo(
    _ arguments: String..., environment: [String: String] = [:]
  ) throws -> ToolResult {
    try env.run([link] + arguments, in: folder.url, environment: environment)
  }

  func tocsin(_ arguments: String...) throws -> ToolResult {
    try tocsin.run(arguments, in: folder.url)
  }

  /// Writes a silent sound of `frames` frames and returns its name.
  @discardableResult
  func write(
    _ name: String, _ container: Container, _ coding: DataFormat.Coding, channels: Int = 1,
    sampleRate: Double = 44_100, frames: Int, information: [(String, String)]? = nil
  ) throws -> String {
    let format = try DataFormat(coding, sampleRate: sampleRate, channelCount: channels)
    var options = WriterOptions()
    if let information { options.chunks["info"] = Self.chunk(information) }
    var writer = try ContainerWriter(container, format, to: MemorySink(), options)
    let packets =
      coding == .ima4 ? Int(IMA4Layout.packetCount(forFrames: Int64(frames))) : frames
    try writer.write([UInt8](repeating: 0, count: packets * format.bytesPerPacket))
    try folder.write(writer.finish(validFrames: Int64(frames)).content, to: name)
    return name
  }

  /// Writes a stereo sine of 1.5 s in the foreign format that the name tells.
  func writeForeign(_ name: String) throws {
    let result = try Tool("sox").run(
      ["-n", "-r", "44100", "-c", "2", "-b", "16", name, "synth", "1.5", "sine", "440"],
      in: folder.url)
    try #require(result.status == 0, "\(result.errors)")
  }

  /// A CAF information chunk: a count, then keys and values that zero bytes end.
  static func chunk(_ entries: [(String, String)], count: Int? = nil) -> [UInt8] {
    var writer = ByteWriter()
    writer.writeBE(UInt32(count ?? entries.count))
    for (key, value) in entries { writer.write(Array(key.utf8) + [0] + Array(value.utf8) + [0]) }
    return writer.bytes
  }

  /// What afconvert writes into the information chunk of a sound that it made of 16-bit samples.
  static let appleInformation = [
    ("approximate duration in seconds", "6"), ("source bit depth", "I16"),
  ]
}
