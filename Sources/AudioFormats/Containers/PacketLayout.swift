/// The numbers of packets and valid frames in some audio bytes, and the contradictions found.
struct PacketLayout {
  private(set) var packetCount: Int64?
  private(set) var validFrames: Int64?
  private(set) var irregularities: [Irregularity] = []
  private let framesPerPacket: Int64
  private let position: Int64

  /// The layout of `byteCount` bytes at `position`.
  init(_ format: DataFormat, byteCount: Int64, at position: Int64) {
    self.position = position
    framesPerPacket = Int64(format.framesPerPacket)
    let bytesPerPacket = Int64(format.bytesPerPacket)
    guard bytesPerPacket > 0 else { return }
    let count = byteCount / bytesPerPacket
    packetCount = count
    validFrames = framesPerPacket > 0 ? count.multiplied(by: framesPerPacket) : nil
    if !byteCount.isMultiple(of: bytesPerPacket) {
      // bounded: a place in the file.
      let end = position + count * bytesPerPacket
      note(
        .truncatedAudio, end,
        "the last packet has \(byteCount % bytesPerPacket) of \(bytesPerPacket) bytes")
    }
  }

  /// Compares a count of frames at `position`, called `name`, with the audio.
  ///
  /// A count that is less than a packet smaller ends the sound: the rest is padding. Otherwise the
  /// audio counts, since a writer that was interrupted leaves any number, and a sound that a count
  /// cuts would be lost with the next conversion.
  mutating func setValidFrames(_ count: UInt64, name: String, at position: Int64) {
    guard let capacity = validFrames else {
      validFrames = Int64(clamping: count)
      return
    }
    if count == UInt64(capacity) { return excuseLeftOver() }
    let missing = capacity - Int64(clamping: count)
    if missing > 0, missing < framesPerPacket {
      validFrames = Int64(count)
      return
    }
    note(.frameCount, position, "\(name) says \(count) frames, the audio holds \(capacity)")
  }

  /// If all declared frames are present, a partial packet at the end is trailing data, not truncated
  /// audio.
  private mutating func excuseLeftOver() {
    irregularities = irregularities.map { note in
      note.kind == .truncatedAudio
        ? Irregularity(.trailingBytes, at: note.position, "bytes follow the last frame") : note
    }
  }

  /// Compares the packets that are there with a field at `position`.
  mutating func checkPacketCount(_ count: UInt64, at position: Int64) {
    guard let packetCount, count != UInt64(packetCount) else { return }
    note(
      .frameCount, position,
      "the 'COMM' chunk says \(count) packets, the audio holds \(packetCount)")
  }

  /// Takes the packet count of a CAF packet table, for codings whose packets vary in size.
  mutating func apply(_ table: CAFPacketTable, isVariable: Bool) {
    let capacity = packetCount ?? Int64(clamping: table.packetCount)
    if packetCount == nil { packetCount = capacity }
    if !isVariable, table.packetCount != 0, table.packetCount != capacity {
      note(
        .contradiction, table.position,
        "the packet table counts \(table.packetCount) packets, the audio holds \(capacity)")
    }
    let header = table.header
    let sum = header.frameSum
    let frames = framesPerPacket > 0 ? capacity.multiplied(by: framesPerPacket) : sum
    if sum != frames {
      note(
        .contradiction, table.position + 8,
        "valid + priming + remainder frames are \(sum.map(String.init) ?? "too many"), "
          + "the packets hold \(frames.map(String.init) ?? "too many")")
    }
    validFrames = min(header.validFrames, frames ?? header.validFrames)
    // As for any other count: the audio ends a sound in packets of one size, not the table.
    if !isVariable, let frames, let sum, frames.subtractingClamped(sum) >= framesPerPacket {
      validFrames = frames.subtractingClamped(Int64(header.primingFrames))
        .subtractingClamped(Int64(header.remainderFrames))
    }
  }

  private mutating func note(_ kind: Irregularity.Kind, _ position: Int64, _ text: String) {
    irregularities.append(Irregularity(kind, at: position, text))
  }
}

extension PacketTable {
  /// Valid, priming and remainder frames; nil where the sum does not fit.
  var frameSum: Int64? {
    validFrames.adding(Int64(primingFrames))?.adding(Int64(remainderFrames))
  }
}
