import AudioTypes
import Testing

@Suite struct FourCharCodeTests {
  @Test func shorterTextsAreFilledWithSpaces() {
    #expect(FourCharCode("aac")?.description == "aac ")
    #expect(FourCharCode("") == nil)
    #expect(FourCharCode("toolong") == nil)
    #expect(FourCharCode("µlaw") == nil)
  }

  @Test func bytesStandInFileOrder() {
    let code: FourCharCode = "caff"
    #expect(code.bytes == Array("caff".utf8))
    #expect(FourCharCode(0x6D, 0x73, 0, 0x11).description == "ms\\x00\\x11")
  }
}
