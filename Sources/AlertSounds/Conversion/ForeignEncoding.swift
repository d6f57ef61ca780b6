import AudioFormats
import AudioImport
import Files

/// Encodes PCM to a file by ffmpeg: process → ffmpeg → file. The file is complete or not
/// written.
struct ForeignEncoding: SoundOutput {
  let plan: ForeignPlan
  let path: String
  let file: OutputFile
  private let target: AtomicFile
  /// The AAC packets on their way into a CAF, which ffmpeg cannot write.
  private let stream: AtomicFile?
  private(set) var frameCount: Int64 = 0

  var dataFormat: DataFormat { plan.dataFormat }

  init(
    _ plan: ForeignPlan, for output: SoundConverter.Output, inputs: [FileIdentity]
  ) throws(SoundError) {
    self.plan = plan
    path = output.path
    guard path != OutputFile.standardPath else {
      throw .request("ffmpeg writes \(plan.wanted.name) into a file, not to standard output")
    }
    do {
      target = try AtomicFile(
        path: path, inputs: output.mayReplaceInput ? [] : inputs,
        followsLinks: !output.mayReplaceInput)
      let isAACInCAF = plan.fileFormat == .caf && plan.dataFormat.framesPerPacket == 1_024
      stream = isAACInCAF ? try AtomicFile(path: path) : nil
    } catch { throw .file(error) }
    file = .file(target)
  }

  mutating func write(
    _ sounds: [SoundFile], measures: ConversionMeasures, progress: (Int64) -> Void
  ) throws {
    var source = try plan.processing.processed(sounds.track())
    let encoder: FFmpegEncoder
    do {
      encoder = try FFmpegEncoder(
        plan.coding, stream == nil ? plan.fileFormat.container : .adts,
        sampleRate: Int(dataFormat.sampleRate), channelCount: dataFormat.channelCount,
        to: stream ?? target)
    } catch { throw failure(error) }
    do {
      try source.forEachBlock { block in
        frameCount += Int64(block.frameCount)
        try encoder.write(block)
        progress(frameCount)
      }
      // ffmpeg fails without a frame, and has no words for the reason.
      guard frameCount > 0 else { throw SoundError.nothingLeft(of: sounds, path) }
      try encoder.finish()
      try completeCAF()
      try target.measure()
    } catch let error as ImportError { throw failure(error) } catch let error as FileError {
      throw SoundError.file(error)
    }
  }

  func commit(madeOf sounds: [SoundFile]) throws -> ConversionResult {
    do { try target.commit() } catch { throw SoundError.file(error) }
    return ConversionResult(
      container: plan.fileFormat == .caf ? .caf : nil, containerName: plan.fileFormat.name,
      dataFormat: dataFormat, frameCount: frameCount,
      inputFrames: sounds.count == 1 ? sounds[0].frameCount : nil,
      inputBytes: sounds.reduce(0) { $0 + $1.byteCount }, outputBytes: target.byteCount,
      signalToNoise: nil, restartingSignalToNoise: nil, noiseToMask: nil,
      warnings: sounds.flatMap {
        $0.warnings(converting: plan.processing, frameCount: frameCount, among: sounds)
      } + plan.losses)
  }

  private func failure(_ error: ImportError) -> SoundError {
    var text = error.description
    if plan.wanted == .heAAC {
      text += "; HE-AAC takes an ffmpeg with libfdk_aac, -d aac any ffmpeg"
    }
    return .output(path: path, .unsupported(text))
  }

  /// Completes a CAF. ffmpeg states its length in whole packets, and cannot write AAC into one.
  private func completeCAF() throws {
    guard plan.fileFormat == .caf else { return }
    do {
      if let stream {
        try ADTSRemux(stream.reader()).write(
          to: target, plan.dataFormat, validFrames: frameCount)
      } else {
        try target.setValidFrames(frameCount, primingFrames: plan.wanted.primingFrames)
      }
    } catch let error as ContainerError { throw SoundError.output(path: path, error) }
  }
}

extension AtomicFile {
  /// Puts the length of the sound into the packet table of a CAF.
  fileprivate func setValidFrames(_ validFrames: Int64, primingFrames: Int32) throws {
    let description = try ContainerDescription(parsing: try reader())
    guard let table = description.chunks.first(where: { $0.id == "pakt" }),
      let packets = description.packetCount
    else { return }
    let held = packets.multipliedClamped(by: Int64(description.dataFormat.framesPerPacket))
    var writer = ByteWriter()
    writer.writeBE(validFrames)
    writer.writeBE(primingFrames)
    writer.writeBE(
      Int32(
        clamping: held.subtractingClamped(validFrames).subtractingClamped(Int64(primingFrames))))
    try write(writer.bytes, at: table.payload.lowerBound + 8)
  }
}
