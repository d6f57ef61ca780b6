import Foundation
import TestSupport
import Testing

@Suite("What a conversion keeps beside the sound")
struct KeptChunksTests {
  private let work: Workplace

  init() throws {
    work = try Workplace()
    try work.write("six.wav", channels: 6)
  }

  /// A chunk of a CAF.
  private func chunk(_ id: String, of name: String) throws -> [UInt8]? {
    let bytes = try work.folder.bytes(of: name)
    var at = 8
    while at + 12 <= bytes.count {
      let size = bytes[at + 4..<at + 12].reduce(0) { $0 << 8 | UInt64($1) }
      let end = at + 12 + Int(clamping: min(size, UInt64(bytes.count)))
      if bytes[at..<at + 4].elementsEqual(id.utf8) { return Array(bytes[at + 12..<end]) }
      at = end
    }
    return nil
  }

  private func convert(_ arguments: String) throws -> ToolResult {
    try work.shell("\"$0\" convert " + arguments)
  }

  @Test("The channel layout of the source stays where the container has a place for it")
  func layout() throws {
    #expect(try convert("six.wav a.caf -d LEI16 -l MPEG_5_1_A").isQuietSuccess)
    let layout = try #require(try chunk("chan", of: "a.caf"))
    #expect(layout[..<4].elementsEqual([0, 121, 0, 6]))
    for options in ["b.caf -d LEI24", "c.caf -d 0"] {
      let result = try convert("a.caf \(options)")
      #expect(result.isQuietSuccess, "\(result.errors)")
      #expect(try chunk("chan", of: String(options.prefix(5))) == layout)
    }
    #expect(try convert("a.caf d.aifc -d BEF32 -f AIFC").isQuietSuccess)
    #expect(try convert("d.aifc e.caf -d LEI16").isQuietSuccess)
    #expect(try chunk("chan", of: "e.caf") == layout)
    let wave = try convert("a.caf f.wav -d LEI16")
    #expect(
      wave.status == 0
        && wave.errors == "*** warning: WAVE cannot tell the channel layout MPEG_5_1_A\n")
    // Other channels, another layout: that channels go is said already.
    let two = try convert("a.caf g.caf -d LEI16 -c 2 --mix")
    #expect(two.isQuietSuccess, "\(two.errors)")
    #expect(try chunk("chan", of: "g.caf")?[..<4].elementsEqual([0, 101, 0, 2]) == true)
  }

  @Test("A layout that is told by single speakers is dropped with a warning")
  func describedLayout() throws {
    #expect(try convert("six.wav a.caf -d LEI16 -l MPEG_5_1_A").isQuietSuccess)
    var bytes = try work.folder.bytes(of: "a.caf")
    let place = try #require(bytes.firstRange(of: Array("chan".utf8))).lowerBound + 12
    // kAudioChannelLayoutTag_UseChannelBitmap.
    bytes.replaceSubrange(place..<place + 4, with: [0, 1, 0, 0])
    try work.folder.write(bytes, to: "a.caf")
    let result = try convert("a.caf b.caf -d LEI24")
    #expect(result.status == 0)
    #expect(
      result.errors
        == "*** warning: a.caf: its channel layout, layout tag 0x00010000, was dropped\n")
  }

  /// A CAF with four chunks after its audio, of which one counts its entries in the wrong order:
  /// what some of Apple's own tools write.
  private func writeMarked(_ name: String) throws -> (whole: [(String, [UInt8])], bytes: [UInt8]) {
    #expect(try convert("in.wav \(name) -d LEI16").isQuietSuccess)
    var bytes = try work.folder.bytes(of: name)
    let whole: [(String, [UInt8])] = [
      ("ovvw", [UInt8](repeating: 7, count: 40)),
      ("strg", [0, 0, 0, 1, 0, 0, 0, 1] + [UInt8](repeating: 0, count: 8) + Array("x\0".utf8)),
      ("info", [0, 0, 0, 1] + Array("title\0Ding\0".utf8)),
    ]
    let marks: [UInt8] = [0, 0, 0, 0, 1, 0, 0, 0] + [UInt8](repeating: 0, count: 28)
    for (id, content) in [whole[0], ("mark", marks), whole[1], whole[2]] {
      bytes += Array(id.utf8) + [0, 0, 0, 0, 0, 0, 0, UInt8(content.count)] + content
    }
    try work.folder.write(bytes, to: name)
    return (whole, bytes)
  }

  @Test("One broken metadata chunk after the audio is a warning, and fix leaves the file alone")
  func brokenMark() throws {
    let (_, bytes) = try writeMarked("a.caf")
    let report = try work.tocsin("validate", "a.caf")
    #expect(report.status == 0, "\(report.text)")
    #expect(report.text.contains("warning [structure]"))
    #expect(report.text.contains("chunk 'mark' claims 16777216 entries"))
    #expect(report.text.contains("→ write it again: tocsin convert a.caf a-fixed.caf -d 0"))
    #expect(try work.tocsin("fix", "a.caf", "--write").status == 0)
    #expect(try work.folder.bytes(of: "a.caf") == bytes)
  }

  @Test(
    "What is written again loses the broken chunk and keeps the others", arguments: [true, false])
  func rewriting(isFixed: Bool) throws {
    var (whole, bytes) = try writeMarked("a.caf")
    if isFixed {
      // An error that a conversion fixes: more bytes than the file has.
      bytes += Array("free".utf8) + [0, 0, 0, 0, 0, 0, 1, 0]
      try work.folder.write(bytes, to: "a.caf")
      let result = try work.tocsin("fix", "a.caf", "--write")
      #expect(result.status == 0, "\(result.text)\(result.errors)")
    } else {
      #expect(try convert("a.caf b.caf -d 0 && mv b.caf a.caf").isQuietSuccess)
    }
    for (id, content) in whole { #expect(try chunk(id, of: "a.caf") == content, "\(id)") }
    #expect(try chunk("mark", of: "a.caf") == nil)
    #expect(try work.tocsin("validate", "--strict", "a.caf").text.hasPrefix("a.caf: ok"))
  }

  @Test("afconvert drops such chunks, as Apple's does")
  func afconvert() throws {
    _ = try writeMarked("a.caf")
    #expect(try work.shell("ln -s \"$0\" afconvert; ./afconvert a.caf b.caf -d 0").status == 0)
    #expect(try chunk("info", of: "b.caf") == nil)
  }
}
