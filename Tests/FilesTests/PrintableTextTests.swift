import AudioFormats
import Files
import Testing

@Suite struct PrintableTextTests {
  @Test(arguments: ["", "bell.caf", "/a b/ö–ß/日本語.wav", "🔔.aiff", "back\\slash", "a\u{A0}b"])
  func aNameWithoutControlCharactersStaysAsItIs(name: String) {
    #expect(printable(name) == name)
  }

  @Test(
    "control characters are escaped",
    arguments: [
      ("a\nb", "a\\u{a}b"),
      ("\r", "\\u{d}"),
      ("\r\n", "\\u{d}\\u{a}"),
      ("\u{1B}[2J", "\\u{1b}[2J"),
      ("tab\there", "tab\\u{9}here"),
      ("nul\0", "nul\\u{0}"),
      ("\u{7F}\u{9B}31m", "\\u{7f}\\u{9b}31m"),
      ("fac\u{202E}vaw.", "fac\\u{202e}vaw."),
      ("zero\u{200B}width\u{FEFF}", "zero\\u{200b}width\\u{feff}"),
      ("line\u{2028}paragraph\u{2029}", "line\\u{2028}paragraph\\u{2029}"),
    ]) func controlCharactersAreEscaped(name: String, text: String)
  {
    #expect(printable(name) == text)
  }

  @Test func noControlCharacterOfTheFirst256PassesThrough() {
    let all = (0...255).map { String(Unicode.Scalar(UInt8($0))) }.joined()
    let text = printable(all)
    #expect(!text.unicodeScalars.contains { $0.value < 0x20 || (0x7F...0x9F).contains($0.value) })
    #expect(text.contains("\\u{1b}"))
  }
}
