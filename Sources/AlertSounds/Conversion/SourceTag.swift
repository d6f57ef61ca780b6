public import AudioFormats
import Files

/// The original format of a sound that became a CAF: afconvert's `-t` keeps it in a chunk and
/// restores it.
public struct SourceTag: Hashable, Sendable {
  /// The chunk of afconvert's tag: a stream description of 40 bytes, a file type, a name.
  static let chunkID: FourCharCode = "srcI"
  private static let descriptionSize = 40
  private static let maximumNameLength = 63

  /// The container that the source was in.
  public let container: Container
  /// The format of the source's packets.
  public let dataFormat: DataFormat
  /// The file's name without its folder.
  public let name: String

  /// The tag for an output made of `sound`; nil for foreign formats.
  init?(describing sound: SoundFile) {
    guard case .container(let description) = sound.content else { return nil }
    container = description.container
    dataFormat = description.dataFormat
    name = String(lastComponent(of: sound.path))
  }

  /// The tag in `sound`; nil if it has none that Tocsin can restore.
  public init?(carriedBy sound: SoundFile) {
    guard let bytes = try? sound.chunk(Self.chunkID, limit: 256) else { return nil }
    var reader = ByteReader(bytes)
    guard let format = try? Self.dataFormat(&reader), let type = try? reader.readFourCharCode(),
      let container = Container.allCases.first(where: { $0.code == type })
    else { return nil }
    let text = bytes.dropFirst(Self.descriptionSize + 4).prefix { $0 != 0 }
    let name = String(decoding: text, as: UTF8.self)
    // A name from a file is a plain name: it must not lead out of the folder.
    guard !name.isEmpty, !text.contains(UInt8(ascii: "/")), name != ".", name != ".." else {
      return nil
    }
    // RF64 can only be read, so a tag that names it is restored as WAVE.
    (self.container, dataFormat, self.name) = (container == .rf64 ? .wave : container, format, name)
  }

  /// The content of the chunk.
  var content: [UInt8] {
    var writer = ByteWriter()
    writer.writeBE(dataFormat.sampleRate.bitPattern)
    let isPCM = dataFormat.coding.isLinearPCM
    writer.write(dataFormat.coding.formatID)
    writer.writeBE(dataFormat.streamFlags)
    writer.writeBE(UInt32(dataFormat.bytesPerPacket))
    writer.writeBE(UInt32(dataFormat.framesPerPacket))
    writer.writeBE(UInt32(isPCM ? dataFormat.bytesPerPacket : 0))
    writer.writeBE(UInt32(dataFormat.channelCount))
    writer.writeBE(UInt32(dataFormat.bitsPerChannel))
    writer.writeZeros(4)
    writer.write(container.code)
    writer.write(storedName.utf8)
    writer.write([0])
    return writer.bytes
  }

  /// The name, of which a long one loses characters before its extension: the chunk has room for
  /// 63 bytes.
  private var storedName: String {
    guard name.utf8.count > Self.maximumNameLength else { return name }
    let suffix = fileExtension(of: name)
    let end = suffix.isEmpty ? "" : "." + name.suffix(suffix.count)
    let room = Self.maximumNameLength - end.utf8.count
    var stem = name.dropLast(end.count)
    while stem.utf8.count > room, !stem.isEmpty { stem.removeLast() }
    return room > 0 ? stem + end : String(name.prefix(15))
  }

  private static func dataFormat(_ reader: inout ByteReader) throws -> DataFormat? {
    let rate = Double(bitPattern: try reader.readUInt64BE())
    let formatID = try reader.readFourCharCode()
    let flags = try reader.readUInt32BE()
    try reader.skip(12)
    let channels = Int(try reader.readUInt32BE())
    let bits = Int(try reader.readUInt32BE())
    try reader.skip(4)
    guard let coding = DataFormat.Coding(formatID, flags: flags, bits: bits) else { return nil }
    return try? DataFormat(coding, sampleRate: rate, channelCount: channels)
  }
}

extension DataFormat.Coding {
  fileprivate var isLinearPCM: Bool { if case .linearPCM = self { true } else { false } }

  fileprivate init?(_ formatID: FourCharCode, flags: UInt32, bits: Int) {
    guard formatID == "lpcm" else {
      self.init(formatID: formatID)
      return
    }
    guard let pcm = LinearPCM(streamFlags: flags, bitDepth: bits) else { return nil }
    self = .linearPCM(pcm)
  }
}
