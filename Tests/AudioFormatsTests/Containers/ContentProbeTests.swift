import AudioFormats
import Testing

/// The first bytes of a file, and what they are.
struct Head: Sendable, CustomTestStringConvertible {
  let bytes: [UInt8]
  let probe: ContentProbe
  let testDescription: String

  /// Text, with "." for any byte that does not matter.
  init(_ text: String, _ probe: ContentProbe) {
    bytes = text.unicodeScalars.map { $0.value < 256 ? UInt8($0.value) : 0 }
    self.probe = probe
    testDescription = text.unicodeScalars.map { $0.escaped(asASCII: true) }.joined()
  }

  init(hex digits: String, _ probe: ContentProbe) {
    bytes = hex(digits)
    self.probe = probe
    testDescription = digits
  }
}

@Suite struct ContentProbeTests {
  private static let containers = [
    Head("caff\0\u{1}\0\0desc", .container(.caf)),
    Head("caff", .container(.caf)),
    Head("RIFF\u{24}\0\0\0WAVEfmt ", .container(.wave)),
    Head("RF64\u{FF}\u{FF}\u{FF}\u{FF}WAVEds64", .container(.rf64)),
    Head("BW64\u{FF}\u{FF}\u{FF}\u{FF}WAVEds64", .container(.rf64)),
    Head("FORM\0\0\0\u{2E}AIFFCOMM", .container(.aiff)),
    Head("FORM\0\0\0\u{2E}AIFCFVER", .container(.aifc)),
  ]

  private static let foreign = [
    Head("ID3\u{4}\0\0\0\0\0\0", .foreign(.mp3)),
    Head(hex: "FFFB9064", .foreign(.mp3)),
    Head(hex: "FFFA9064", .foreign(.mp3)),
    Head(hex: "FFF344C4", .foreign(.mp3)),
    Head(hex: "FFE350C4", .foreign(.mp3)),
    Head(hex: "FFFD8004", .foreign(.mp3)),
    Head(hex: "FFF15080", .foreign(.adts)),
    Head(hex: "FFF95080", .foreign(.adts)),
    Head("\0\0\0\u{20}ftypM4A ", .foreign(.mpeg4)),
    Head("fLaC\0\0\0\u{22}", .foreign(.flac)),
    Head("OggS\0\u{2}", .foreign(.ogg)),
    Head(".snd\0\0\0\u{18}", .foreign(.au)),
    Head("dns.\u{18}\0\0\0", .foreign(.au)),
    Head("riff.\u{91}\u{CF}\u{11}\u{A5}\u{D6}\u{28}\u{DB}", .foreign(.wave64)),
    Head("#!AMR\n", .foreign(.amr)),
    Head("wvpk", .foreign(.other("WavPack"))),
    Head("MThd\0\0\0\u{6}", .foreign(.noSound("MIDI"))),
    Head("Creative Voice File\u{1A}", .foreign(.other("VOC"))),
    Head("RIFF\u{24}\0\0\0AVI LIST", .foreign(.other("RIFF"))),
    Head("RIFX\0\0\0\u{24}WAVEfmt ", .foreign(.other("RIFX"))),
    Head("FORM\0\0\0\u{24}8SVXVHDR", .foreign(.other("IFF"))),
    Head("<!DOCTYPE html>", .foreign(.webPage)),
    Head("<html><body>", .foreign(.webPage)),
    Head("%PDF-1.7", .foreign(.noSound("PDF"))),
    Head("PK\u{3}\u{4}", .foreign(.noSound("ZIP"))),
    // Cut before its form type: no container yet.
    Head("RIFF\u{24}\0\0\0WAV", .foreign(.other("RIFF"))),
    Head("FORM\0\0\0\u{2E}AIF", .foreign(.other("IFF"))),
  ]

  private static let unknown = [
    Head("", .unknown),
    Head("caf", .unknown),
    Head("CAFF\0\u{1}\0\0desc", .unknown),
    Head("ffac\0\u{1}\0\0desc", .unknown),
    Head("RF6", .unknown),
    Head("\0\0\0\u{20}fty", .unknown),
    Head("hello, this is a text", .foreign(.noSound("plain text"))),
    Head(hex: "0000000000000000000000000000", .unknown),
    // MPEG sync bits with a reserved version, layer, bit rate or sampling frequency.
    Head(hex: "FFEB9064", .unknown),
    Head(hex: "FFE19064", .unknown),
    Head(hex: "FFFBF064", .unknown),
    Head(hex: "FFFB9C64", .unknown),
    Head(hex: "FFFFFFFF", .unknown),
    Head(hex: "FFFB90", .unknown),
  ]

  @Test(arguments: containers + foreign + unknown)
  func theFirstBytesTellTheKind(head: Head) {
    #expect(ContentProbe(head.bytes) == head.probe)
  }

  @Test func everyKindHasAName() {
    let kinds: [ForeignKind] = [.mp3, .adts, .mpeg4, .flac, .ogg, .au, .wave64, .amr, .other("X")]
    #expect(Set(kinds.map(\.name)).count == kinds.count)
    #expect(kinds.allSatisfy { !$0.name.isEmpty })
  }
}
