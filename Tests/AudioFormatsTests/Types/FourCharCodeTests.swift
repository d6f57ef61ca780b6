import AudioFormats
import Files
import Testing

@Suite struct FourCharCodeTests {
  @Test func bytesStandInFileOrder() {
    let code: FourCharCode = "caff"
    #expect(code.bytes == Array("caff".utf8))
    #expect(code.rawValue == 0x6361_6666)
    #expect(FourCharCode(0x63, 0x61, 0x66, 0x66) == code)
  }

  @Test(
    "bytes that are not printable ASCII are escaped",
    arguments: [
      (FourCharCode(0x6D, 0x73, 0, 0x11), "ms\\x00\\x11"),
      (FourCharCode(0x20, 0x7E, 0x1F, 0x7F), " ~\\x1f\\x7f"),
      (FourCharCode(0xFF, 0x80, 0x0A, 0x41), "\\xff\\x80\\x0aA"),
      ("fmt ", "fmt "),
    ]) func unprintableBytesAreEscaped(code: FourCharCode, text: String)
  {
    #expect(code.description == text)
  }

  @Test(arguments: [
    (UInt64(0), 1, "0"), (0, 8, "00000000"), (0xABC, 2, "abc"), (0x6_4001, 8, "00064001"),
    (.max, 8, "ffffffffffffffff"), (0x10, 0, "10"), (0x10, -3, "10"),
  ])
  func hexadecimalFillsWithZerosAndCutsNothing(value: UInt64, digits: Int, text: String) {
    #expect(hexadecimal(value, digits: digits) == text)
  }
}
