import AlertSounds
import AudioFormats
import AudioProcessing
import Files

/// The error of a repair that would take sound away.
struct SoundLoss: Error, CustomStringConvertible {
  let reason: String

  var description: String { "\(reason); the file is as it was: --unsafe-fixes repairs it anyway" }
}

/// Compares a sound before and after its repair: the one place that every conversion of a repair
/// passes.
///
/// A repair may change the container, the coding and the sample rate. It may not make a sound
/// shorter than its audio, apart from `--trim`, drop channels, or leave out bytes that can be sound.
/// Where the coding keeps every bit, the samples must be the same.
struct RepairGuard {
  /// The sound as it is.
  let before: SoundFile
  /// The edits of the repair: what they cut is meant.
  let request: ConversionRequest

  /// Bytes after the last chunk that are not sound: an ID3 tag of version 1 has 128.
  private static let maximumTail: Int64 = 128

  /// - Parameter output: the repaired file, which has no name yet.
  /// - Throws: ``SoundLoss``, or the error of a sound that cannot be read.
  func check(_ output: FileSource) throws {
    let after = try ContainerSound(parsing: output, path: before.path)
    try checkTail()
    let old = try before.pcm()
    guard try after.pcm().channelCount >= old.channelCount else {
      throw SoundLoss(
        reason: "\(old.channelCount) channels would become \(try after.pcm().channelCount)")
    }
    try checkLength(after, old)
  }

  /// A second sound, or one whose length is wrong, can follow the last chunk.
  private func checkTail() throws(SoundLoss) {
    guard case .container(let description) = before.content,
      let tail = description.irregularities.first(where: {
        $0.kind == .trailingBytes || $0.kind == .followingSounds
      }), before.byteCount - tail.position > Self.maximumTail
    else { return }
    throw SoundLoss(
      reason: "\(before.byteCount - tail.position) bytes follow the last chunk, perhaps more "
        + "sound, and would be lost")
  }

  private func checkLength(_ after: ContainerSound, _ old: any PCMSource) throws {
    let isExact = keepsSamples(after.description)
    let length = try SampleDigest(of: old)
    let frames = max(length.frameCount, framesInAudio ?? 0)
    var expected = Double(frames) * after.description.dataFormat.sampleRate / old.sampleRate
    if let end = request.edits.end {
      expected = min(expected, end * after.description.dataFormat.sampleRate)
    }
    let made = try SampleDigest(of: after.pcm(), limit: isExact ? length.frameCount : .max)
    // A change of the rate rounds.
    guard Double(made.frameCount) >= expected.rounded(.down) - (isExact ? 0 : 1) else {
      throw SoundLoss(reason: "\(frames) frames of sound would become \(made.frameCount)")
    }
    guard !isExact || made == length else {
      throw SoundLoss(reason: "its samples would change, though the coding keeps every bit")
    }
  }

  private var framesInAudio: Int64? {
    guard case .container(let description) = before.content else { return nil }
    if let frames = description.framesInAudio { return frames }
    // Packets of various sizes: their table counts them, or contradicts itself.
    guard let table = description.packetTable, let packets = description.packetCount else {
      return nil
    }
    let perPacket = Int64(description.dataFormat.framesPerPacket)
    guard let held = packets.multiplied(by: perPacket) else { return .max }
    // bounded: two numbers of 32 bits.
    let padding = Int64(table.primingFrames) + Int64(table.remainderFrames)
    guard held > 0, padding < held else { return nil }
    return max(0, held - padding - perPacket + 1)
  }

  /// Whether the new coding holds each sample of the old one.
  private func keepsSamples(_ after: ContainerDescription) -> Bool {
    guard case .container(let description) = before.content, request.edits.isEmpty,
      // AIFF-C has no priming: an ima4 sound is coded again there.
      (description.packetTable?.primingFrames ?? 0) == 0 || after.container == .caf,
      description.dataFormat.sampleRate == after.dataFormat.sampleRate,
      description.dataFormat.channelCount == after.dataFormat.channelCount
    else { return false }
    switch (description.dataFormat.coding, after.dataFormat.coding) {
    case (.linearPCM(let old), .linearPCM(let new)):
      return (old.sampleType == .float) == (new.sampleType == .float)
        && old.bitDepth <= new.bitDepth
    case (let old, let new): return old == new
    }
  }
}

/// The number of the frames of a sound, and a digest of their samples.
private struct SampleDigest: Equatable {
  private(set) var frameCount: Int64 = 0
  private var hasher = Hasher()
  private var digest = 0

  /// Reads the first `limit` frames of `source`.
  init(of source: any PCMSource, limit: Int64 = .max) throws {
    var source = source
    try source.forEachBlock { block in
      // bounded: no more than the limit are counted.
      block.keepFirst(frames: Int(min(Int64(block.frameCount), limit - frameCount)))
      frameCount += Int64(block.frameCount)
      for sample in block.samples { hasher.combine(sample.bitPattern) }
    }
    digest = hasher.finalize()
  }

  static func == (one: SampleDigest, two: SampleDigest) -> Bool {
    one.frameCount == two.frameCount && one.digest == two.digest
  }
}
