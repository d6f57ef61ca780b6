/// Audio formats that are recognised by their first bytes and are not alert sound containers.
public enum ForeignKind: Hashable, Sendable {
  case mp3, adts, mpeg4, flac, ogg, au, wave64, amr, windowsMedia, matroska, other(String)
  /// The text that Git LFS leaves in place of a file that was not downloaded.
  case gitLFSPointer
  /// A page of the web, which a download brought in the place of a file.
  case webPage
  /// A file without sound, by its name.
  case noSound(String)

  /// The name for people, such as `AAC (ADTS)`.
  public var name: String {
    switch self {
    case .mp3: "MP3"
    case .adts: "AAC (ADTS)"
    case .mpeg4: "MPEG-4 (M4A)"
    case .flac: "FLAC"
    case .ogg: "Ogg"
    case .au: "Sun AU"
    case .wave64: "Wave64"
    case .amr: "AMR"
    case .windowsMedia: "Windows Media (WMA)"
    case .matroska: "Matroska"
    case .gitLFSPointer: "a Git LFS pointer"
    case .webPage: "a web page (HTML)"
    case .other(let name), .noSound(let name): name
    }
  }

  /// Whether there is a sound in the file at all.
  public var isSound: Bool {
    switch self {
    case .noSound, .gitLFSPointer, .webPage: false
    default: true
    }
  }

  /// Whether only the program ffmpeg reads it.
  public var needsFFmpeg: Bool {
    switch self {
    case .adts, .mpeg4, .amr, .windowsMedia, .matroska: true
    case .mp3, .flac, .ogg, .au, .wave64, .other, .gitLFSPointer, .webPage, .noSound: false
    }
  }
}

/// The kind of a file by its first bytes, whatever its name.
public enum ContentProbe: Hashable, Sendable {
  case container(Container)
  case foreign(ForeignKind)
  case unknown

  /// The number of bytes from the start of a file that are enough to recognize it.
  public static let byteCount = 40

  /// The kind of the file that starts with `head`; ``byteCount`` bytes are enough.
  public init(_ head: [UInt8]) {
    if let container = Self.container(head) {
      self = .container(container)
    } else if let kind = Self.foreign(head) {
      self = .foreign(kind)
    } else {
      self = .unknown
    }
  }

  private static func container(_ head: [UInt8]) -> Container? {
    if head.starts(with: "caff".utf8) { return .caf }
    guard head.count >= 12 else { return nil }
    let form = head[8..<12]
    if head.starts(with: "RIFF".utf8), form.elementsEqual("WAVE".utf8) { return .wave }
    if head.starts(with: "RF64".utf8) || head.starts(with: "BW64".utf8) {
      return form.elementsEqual("WAVE".utf8) ? .rf64 : nil
    }
    guard head.starts(with: "FORM".utf8) else { return nil }
    if form.elementsEqual("AIFF".utf8) { return .aiff }
    if form.elementsEqual("AIFC".utf8) { return .aifc }
    return nil
  }

  private static func foreign(_ head: [UInt8]) -> ForeignKind? {
    for (magic, kind) in magics where head.starts(with: magic.utf8) { return kind }
    for (magic, kind) in binaryMagics where head.starts(with: magic) { return kind }
    if head.count >= 8, head[4..<8].elementsEqual("ftyp".utf8) { return .mpeg4 }
    if isWebPage(head) { return .webPage }
    return mpegAudio(head) ?? (isText(head) ? .noSound("plain text") : nil)
  }

  /// The first bytes of an ASF header object, of EBML, and of a Mac's file about another file.
  private static let binaryMagics: [([UInt8], ForeignKind)] = [
    ([0x30, 0x26, 0xB2, 0x75, 0x8E, 0x66, 0xCF, 0x11], .windowsMedia),
    ([0x1A, 0x45, 0xDF, 0xA3], .matroska), ([0x00, 0x05, 0x16, 0x07], .noSound("AppleDouble")),
  ]

  /// A page may have a byte order mark and empty lines before its first tag.
  private static func isWebPage(_ head: [UInt8]) -> Bool {
    let start = head.drop { $0 <= 0x20 || [0xEF, 0xBB, 0xBF].contains($0) }.prefix(9)
    let text = String(decoding: start, as: UTF8.self).lowercased()
    return ["<!doctype", "<html", "<head"].contains(where: text.hasPrefix)
  }

  /// Whether all bytes are printable ASCII; sound formats do not begin that way.
  private static func isText(_ head: [UInt8]) -> Bool {
    head.count >= 4 && head.allSatisfy { (0x20..<0x7F).contains($0) || (0x09...0x0D).contains($0) }
  }

  private static let magics: [(String, ForeignKind)] = [
    ("ID3", .mp3), ("fLaC", .flac), ("OggS", .ogg), (".snd", .au), ("riff", .wave64),
    ("#!AMR", .amr), ("dns.", .au), ("wvpk", .other("WavPack")), ("MThd", .noSound("MIDI")),
    ("Creative Voice File", .other("VOC")), ("RIFF", .other("RIFF")), ("RIFX", .other("RIFX")),
    ("FORM", .other("IFF")), ("version https://git-lfs", .gitLFSPointer), ("%PDF", .noSound("PDF")),
    ("PK\u{3}\u{4}", .noSound("ZIP")),
    ("NIST_1A", .other("NIST SPHERE")),
  ]

  /// An MPEG audio frame header: 11 sync bits, then layer 0 for ADTS, else MPEG-1/2 audio
  /// (ISO/IEC 11172-3, 2.4.1.3; ISO/IEC 13818-7, 6.2).
  private static func mpegAudio(_ head: [UInt8]) -> ForeignKind? {
    guard head.count >= 4, head[0] == 0xFF, head[1] & 0xE0 == 0xE0 else { return nil }
    if head[1] & 0xF6 == 0xF0 { return .adts }
    let version = head[1] >> 3 & 3
    let layer = head[1] >> 1 & 3
    let bitrate = head[2] >> 4
    let rate = head[2] >> 2 & 3
    return version != 1 && layer != 0 && bitrate != 15 && rate != 3 ? .mp3 : nil
  }
}
