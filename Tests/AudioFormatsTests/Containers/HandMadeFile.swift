import AudioFormats
import Files

/// A container put together chunk by chunk from hexadecimal digits, for what the writer never
/// writes.
enum HandMadeFile {
  static func wave(_ chunks: (id: FourCharCode, content: [UInt8])..., size: UInt32? = nil)
    -> [UInt8]
  {
    form("RIFF", "WAVE", chunks, size: size, isLittleEndian: true)
  }

  static func rf64(_ chunks: (id: FourCharCode, content: [UInt8])...) -> [UInt8] {
    form("RF64", "WAVE", chunks, size: .max, isLittleEndian: true)
  }

  static func aiff(
    _ form: FourCharCode, _ chunks: (id: FourCharCode, content: [UInt8])...
  ) -> [UInt8] {
    Self.form("FORM", form, chunks, size: nil, isLittleEndian: false)
  }

  static func caf(_ chunks: (id: FourCharCode, content: [UInt8])..., dataSize: UInt64? = nil)
    -> [UInt8]
  {
    var writer = ByteWriter()
    writer.write("caff" as FourCharCode)
    writer.writeBE(UInt32(0x0001_0000))
    for chunk in chunks {
      writer.write(chunk.id)
      writer.writeBE(
        chunk.id == "data" ? dataSize ?? UInt64(chunk.content.count) : UInt64(chunk.content.count))
      writer.write(chunk.content)
    }
    return writer.bytes
  }

  private static func form(
    _ magic: FourCharCode, _ type: FourCharCode, _ chunks: [(id: FourCharCode, content: [UInt8])],
    size: UInt32?, isLittleEndian: Bool
  ) -> [UInt8] {
    func number(_ value: UInt32) -> [UInt8] {
      var writer = ByteWriter()
      if isLittleEndian { writer.writeLE(value) } else { writer.writeBE(value) }
      return writer.bytes
    }
    var body = type.bytes
    for (id, content) in chunks {
      // A data chunk of RF64 has its size in 'ds64'.
      let field = magic == "RF64" && id == "data" ? .max : UInt32(content.count)
      body += id.bytes + number(field) + content + (content.count.isMultiple(of: 2) ? [] : [0])
    }
    return magic.bytes + number(size ?? UInt32(body.count)) + body
  }

  static func parse(_ file: [UInt8]) throws(ContainerError) -> ContainerDescription {
    try ContainerDescription(parsing: MemorySource(file))
  }
}
