import AudioFormats
import AudioProcessing
import Files

/// The chunks that a CAF holds beside the sound.
public struct ExtraChunks: OptionSet, Hashable, Sendable {
  /// The options as a mask of bits.
  public let rawValue: Int
  /// Takes the options of a mask; bits without a name are kept.
  public init(rawValue: Int) { self.rawValue = rawValue }

  /// The source's format and name.
  public static let sourceTag = ExtraChunks(rawValue: 1)
  /// A SHA-1 of the source's audio bytes.
  public static let hash = ExtraChunks(rawValue: 2)
  /// The hash that the source carries.
  public static let copiedHash = ExtraChunks(rawValue: 4)
  /// Integrated loudness and true peak.
  public static let loudness = ExtraChunks(rawValue: 8)
  /// The information that the source carries, loudness among it.
  public static let copiedInformation = ExtraChunks(rawValue: 16)
}

extension ExtraChunks {
  private static let hashID: FourCharCode = "hash"
  private static let informationID: FourCharCode = "info"
  /// The maximum size of an information chunk that is copied; greater ones are dropped.
  private static let copyLimit = 1_024

  /// The chunks for an output made of `sound`.
  func contents(for sound: SoundFile) throws -> [FourCharCode: [UInt8]] {
    var chunks: [FourCharCode: [UInt8]] = [:]
    if contains(.sourceTag), let tag = SourceTag(describing: sound) {
      chunks[SourceTag.chunkID] = tag.content
    }
    if contains(.hash) {
      chunks[Self.hashID] = try sound.audioHash()
    } else if contains(.copiedHash) {
      chunks[Self.hashID] = try sound.chunk(Self.hashID, limit: SHA1Digest.byteCount)
    }
    if contains(.loudness) {
      chunks[Self.informationID] = Self.information(try sound.loudness())
    } else if contains(.copiedInformation) {
      chunks[Self.informationID] = try sound.chunk(Self.informationID, limit: Self.copyLimit)
    }
    return chunks
  }

  /// A CAF information chunk: a count, then keys and values as C strings.
  private static func information(_ entries: [(key: String, value: String)]) -> [UInt8] {
    var writer = ByteWriter()
    writer.writeBE(UInt32(entries.count))
    for entry in entries {
      for text in [entry.key, entry.value] {
        writer.write(text.utf8)
        writer.write([0])
      }
    }
    return writer.bytes
  }
}

extension SoundFile {
  /// The content of the chunk `id` of an alert container; nil where it is defective or has more
  /// than `limit` bytes.
  func chunk(_ id: FourCharCode, limit: Int) throws(SoundError) -> [UInt8]? {
    guard case .container(let description) = content,
      let chunk = description.chunks.first(where: { $0.id == id }),
      chunk.payload.count <= limit
    else { return nil }
    let bytes = chunk.position..<chunk.payload.upperBound
    guard !description.irregularities.contains(where: { bytes.contains($0.position) }) else {
      return nil
    }
    do {
      return try source.bytes(at: chunk.payload.lowerBound, count: chunk.payload.count)
    } catch { throw .file(error) }
  }

  /// The chunks of a CAF that do not belong to its audio, if they are complete and small. A
  /// container that is rewritten with the same packets keeps them.
  func metadataChunks() throws(SoundError) -> [FourCharCode: [UInt8]] {
    guard case .container(let description) = content, description.container == .caf else {
      return [:]
    }
    let ofAudio: Set<FourCharCode> = ["desc", "data", "pakt", "chan", "kuki", "free"]
    var kept: [FourCharCode: [UInt8]] = [:]
    for chunk in description.chunks where !ofAudio.contains(chunk.id) && kept[chunk.id] == nil {
      kept[chunk.id] = try self.chunk(chunk.id, limit: 1 << 16)
    }
    return kept
  }

  /// The SHA-1 of the audio bytes; of the whole file for a foreign format.
  fileprivate func audioHash() throws(SoundError) -> [UInt8] {
    var range: Range<Int64> = 0..<byteCount
    if case .container(let description) = content { range = description.audioBytes }
    var digest: SHA1Digest
    do { digest = try SHA1Digest() } catch { throw .request("\(error)") }
    var bytes: [UInt8] = []
    while !range.isEmpty {
      let count = min(SoundEncoder<OutputFile>.pieceSize, range.count)
      do { try source.read(at: range.lowerBound, count: count, into: &bytes) } catch {
        throw .file(error)
      }
      digest.add(bytes)
      range = range.lowerBound + Int64(count)..<range.upperBound
    }
    return digest.value
  }

  /// The measured values, by name.
  fileprivate func loudness() throws -> [(key: String, value: String)] {
    var pcm = try pcm()
    let meter: LoudnessMeter
    do {
      meter = try LoudnessMeter(channelCount: pcm.channelCount, sampleRate: pcm.sampleRate)
    } catch { throw SoundError.request("\(printable(path)): \(error)") }
    try pcm.forEachBlock { meter.add($0) }
    let measures = [
      ("integrated loudness", meter.integratedLoudness, "LUFS"),
      ("true peak", meter.truePeak, "dBTP"),
    ]
    return measures.compactMap { key, value, unit in
      value.map { (key, "\(fixed($0, decimals: 2)) \(unit)") }
    }
  }
}
