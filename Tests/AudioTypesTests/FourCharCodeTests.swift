import AudioTypes
import Testing

@Suite struct FourCharCodeTests {
  @Test func bytesStandInFileOrder() {
    let code: FourCharCode = "caff"
    #expect(code.bytes == Array("caff".utf8))
    #expect(FourCharCode(0x6D, 0x73, 0, 0x11).description == "ms\\x00\\x11")
  }
}
