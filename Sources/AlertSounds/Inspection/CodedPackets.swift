import AudioFormats

/// The facts in a CAF about packets whose size varies.
extension SoundFile {
  /// Bytes of a packet table that are read: the sizes of a million packets and more.
  private static let tableLimit = 1 << 22

  /// The size of the largest packet, by the packet table; nil where no table lists them.
  func largestPacket(in description: ContainerDescription) throws(SoundError) -> Int64? {
    guard description.dataFormat.bytesPerPacket == 0, let count = description.packetCount,
      let table = try chunk("pakt", limit: Self.tableLimit), count > 0
    else { return nil }
    return Self.largest(
      in: table.dropFirst(24), count: count,
      hasFrames: description.dataFormat.framesPerPacket == 0)
  }

  /// The largest of `count` sizes of seven bits a byte ("Packet Table Chunk"); where the frames
  /// vary too, each size is followed by their number.
  static func largest(in bytes: ArraySlice<UInt8>, count: Int64, hasFrames: Bool) -> Int64? {
    var (largest, value, index): (Int64, Int64, Int64) = (0, 0, 0)
    for byte in bytes {
      // Values of 2⁴⁰ and more cannot be sizes.
      guard value < 1 << 40 else { return nil }
      value = value << 7 | Int64(byte & 0x7F)
      if byte & 0x80 != 0 { continue }
      if !hasFrames || index.isMultiple(of: 2) { largest = max(largest, value) }
      (value, index) = (0, index + 1)
      // Halves the index instead of doubling the count, which a file may claim to be anything.
      if (hasFrames ? index / 2 : index) >= count { return largest }
    }
    return nil
  }

  /// Bits of the samples before they became ALAC; nil for other codings.
  var codedBitDepth: Int? {
    guard case .container(let description) = content,
      case .other(.fourCharCode("alac"), _, _) = description.dataFormat.coding
    else { return nil }
    if let fields = try? chunk("desc", limit: 32), fields.count == 32,
      let depth = [1: 16, 2: 20, 3: 24, 4: 32][Int(fields[15])]
    {
      return depth
    }
    // ALACSpecificConfig, after two atoms where old tools wrote it.
    guard let cookie = try? chunk("kuki", limit: 256) else { return nil }
    let start = cookie.dropFirst(4).starts(with: "frma".utf8) ? 24 : 0
    guard cookie.count >= start + 24, (1...32).contains(cookie[start + 5]) else { return nil }
    return Int(cookie[start + 5])
  }
}
