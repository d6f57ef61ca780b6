import AudioContainers
import AudioImport
import AudioTypes

/// The way from PCM to a file in AAC or ALAC: process → ffmpeg → file, whole or not at all.
struct ForeignEncoding {
  let plan: ForeignPlan
  private let path: String
  private let file: AtomicFile
  /// The packets of AAC on their way into a CAF, which ffmpeg cannot write.
  private let stream: AtomicFile?
  private let encoder: FFmpegEncoder
  private var source: any PCMSource
  private var block: PCMBuffer
  private var frameCount: Int64 = 0

  init(
    _ pcm: any PCMSource, _ plan: ForeignPlan, at path: String, input: FileIdentity?
  ) throws {
    self.plan = plan
    self.path = path
    do {
      file = try AtomicFile(path: path, input: input)
      let isAACInCAF = plan.fileFormat == .caf && plan.dataFormat.framesPerPacket == 1_024
      stream = isAACInCAF ? try AtomicFile(path: path, input: input) : nil
    } catch { throw SoundError.file(error) }
    let format = plan.dataFormat
    source = try plan.processing.processed(pcm)
    block = PCMBuffer(channelCount: format.channelCount)
    do {
      encoder = try FFmpegEncoder(
        plan.coding, stream == nil ? plan.fileFormat.container : .adts,
        sampleRate: Int(format.sampleRate), channelCount: format.channelCount,
        to: stream ?? file)
    } catch { throw SoundError.output(path: path, .unsupported(error.description)) }
  }

  /// Codes one more block.
  /// - Returns: whether there is more to come.
  mutating func step() throws -> Bool {
    try source.read(into: &block)
    guard block.frameCount > 0 else { return false }
    frameCount += Int64(block.frameCount)
    do { try encoder.write(block) } catch { throw failure(error) }
    return true
  }

  /// Completes the file and gives it its name.
  func finish(_ sound: SoundFile) throws -> ConversionResult {
    do {
      try encoder.finish()
    } catch { throw failure(error) }
    do {
      try completeCAF()
      try file.measure()
      try file.commit()
    } catch let error as FileError { throw SoundError.file(error) }
    return ConversionResult(
      container: plan.fileFormat == .caf ? .caf : nil, containerName: plan.fileFormat.name,
      dataFormat: plan.dataFormat, frameCount: frameCount,
      inputFrames: sound.frameCount, inputBytes: sound.byteCount, outputBytes: file.byteCount,
      signalToNoise: nil, restartingSignalToNoise: nil,
      warnings: sound.warnings(converting: plan.processing, frameCount: frameCount)
        + plan.losses)
  }

  private func failure(_ error: ImportError) -> SoundError {
    .output(path: path, .unsupported(error.description))
  }

  /// ffmpeg tells a CAF's length in whole packets, and writes no AAC into one.
  private func completeCAF() throws {
    guard plan.fileFormat == .caf else { return }
    do {
      if let stream {
        try ADTSRemux(stream.reader()).write(
          to: file, plan.dataFormat, validFrames: frameCount)
      } else {
        try file.setValidFrames(frameCount)
      }
    } catch let error as ContainerError { throw SoundError.output(path: path, error) }
  }
}

extension AtomicFile {
  /// Puts the length of the sound into the packet table of a CAF whose packets have no priming.
  fileprivate func setValidFrames(_ validFrames: Int64) throws {
    let description = try ContainerDescription(parsing: try reader())
    guard let table = description.chunks.first(where: { $0.id == "pakt" }),
      let packets = description.packetCount
    else { return }
    let held = packets * Int64(description.dataFormat.framesPerPacket)
    var writer = ByteWriter()
    writer.writeBE(validFrames)
    writer.writeBE(Int32(0))
    writer.writeBE(Int32(clamping: held - validFrames))
    try write(writer.bytes, at: table.payload.lowerBound + 8)
  }
}
