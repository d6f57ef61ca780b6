import AlertSounds
import AudioFormats
import Files

/// Reads any bytes as the packet table of a CAF with packets of varying size, followed by audio
/// that the first bytes choose: `info` and afinfo must report sizes from the table, and must not
/// trust its counts.
func checkPacketTable(_ input: [UInt8]) {
  var choices = Choices(input)
  let framesPerPacket = UInt32(choices.byte() % 2) * 1_024
  let audioSize = choices.byte() % 64
  var writer = ByteWriter()
  writer.write("caff".utf8)
  writer.write([0, 1, 0, 0])
  writer.write("desc".utf8)
  writer.writeBE(UInt64(32))
  writer.writeBE((44_100.0).bitPattern)
  writer.write("aac ".utf8)
  for field in [0, 0, framesPerPacket, 1, 0] as [UInt32] { writer.writeBE(field) }
  writer.write("pakt".utf8)
  writer.writeBE(UInt64(choices.rest.count))
  writer.write(choices.rest)
  writer.write("data".utf8)
  writer.writeBE(UInt64(audioSize + 4))
  writer.writeZeros(audioSize + 4)
  ScratchFile.shared.replace(with: writer.bytes)
  guard let sound = try? SoundFile(path: ScratchFile.shared.path, decoders: .libraries) else {
    return
  }
  let information = SoundInformation(sound)
  claim(information.packets ?? 0 >= 0, "a negative number of packets")
  claim(information.maximumPacketSize.map { (0..<1 << 47).contains($0) } ?? true, "no size")
  claim(information.duration.map { $0.isFinite && $0 >= 0 } ?? true, "an impossible duration")
  claim(information.bitRate ?? 0 >= 0, "a negative bit rate")
}

/// Reads any bytes as the boxes of an MPEG-4 file and as the pages of an Ogg stream: the reader
/// must end, and all places must be in the file.
func checkBoxes(_ input: [UInt8]) {
  let source = MemorySource(input)
  let boxes = MPEG4Boxes(source)
  claim(printable(boxes.fileType) == boxes.fileType, "an unprintable type: \(boxes.fileType)")
  for headerCount in 0...3 {
    let offset = OggPages(source, headerCount: headerCount).audioOffset ?? 0
    claim((0...Int64(input.count)).contains(offset), "audio at \(offset), outside the file")
  }
}
