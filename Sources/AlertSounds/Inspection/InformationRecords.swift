public import AudioFormats

extension SoundInformation {
  /// A chunk and its offset.
  public struct ChunkRecord: Sendable, Encodable {
    /// The chunk's four characters.
    public let id: String
    /// Offset of the chunk's header.
    public let offset: Int64
    /// Bytes of content.
    public let size: Int64
  }

  /// The storage of a linear PCM sample.
  public struct SampleRecord: Sendable, Encodable {
    /// `signed integer`, `unsigned integer` or `float`.
    public let type: String
    /// Bits of a sample, 8 to 64.
    public let bitDepth: Int
    /// `little-endian` or `big-endian`; nil for samples of one byte.
    public let byteOrder: String?

    init(_ pcm: LinearPCM) {
      type =
        switch pcm.sampleType {
        case .signedInteger: "signed integer"
        case .unsignedInteger: "unsigned integer"
        case .float: "float"
        }
      bitDepth = pcm.bitDepth
      byteOrder =
        pcm.bitDepth == 8 ? nil : pcm.byteOrder == .bigEndian ? "big-endian" : "little-endian"
    }
  }

  /// Channels, rate and format in one line, as afinfo prints it.
  public var streamDescription: String {
    AlertSounds.streamDescription(
      channelCount: channels, sampleRate: sampleRate, formatDescription)
  }

  /// The dictionary as Core Audio makes it: the file's entries, and if they lack the duration, that
  /// with up to three decimals.
  public var completeInformation: [InformationEntry] {
    let key = InformationEntry.approximateDuration
    guard let duration, !information.contains(where: { $0.key == key }) else { return information }
    var text = fixed(duration, decimals: 3)
    while text.last == "0" { text.removeLast() }
    if text.last == "." { text.removeLast() }
    return information + [InformationEntry(key: key, value: text)]
  }
}
