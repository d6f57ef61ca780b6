import AudioFormats
import Testing

@Suite struct ChannelLayoutTests {
  @Test(arguments: [
    (ChannelLayout.mono, UInt32(0x0064_0001), "Mono"), (.stereo, 0x0065_0002, "Stereo"),
    (ChannelLayout(tag: 0x0079_0006), 0x0079_0006, "MPEG_5_1_A"),
    (ChannelLayout(tag: 0x0001_0003), 0x0001_0003, "layout tag 0x00010003"),
    (ChannelLayout(tag: 0), 0, "layout tag 0x00000000"),
  ])
  func aLayoutHasCoreAudiosTagAndName(layout: ChannelLayout, tag: UInt32, name: String) {
    #expect(layout.tag == tag)
    #expect(layout.name == name)
    #expect(layout.channelCount == Int(tag % 65_536))
  }

  @Test(arguments: ChannelLayout.knownNames) func aKnownNameIsReadBack(name: String) throws {
    let layout = try #require(ChannelLayout(named: name))
    #expect(layout.name == name)
    #expect(ChannelLayout(named: "kAudioChannelLayoutTag_" + name) == layout)
    #expect((1...64).contains(layout.channelCount))
  }

  @Test func noTwoLayoutsShareANameOrATag() {
    let layouts = ChannelLayout.knownNames.compactMap { ChannelLayout(named: $0) }
    #expect(Set(ChannelLayout.knownNames).count == ChannelLayout.knownNames.count)
    #expect(Set(layouts).count == layouts.count)
  }

  @Test(arguments: ["", "mono", "Stereo ", "kAudioChannelLayoutTag_", "layout tag 0x00640001"])
  func anotherNameIsNoLayout(name: String) {
    #expect(ChannelLayout(named: name) == nil)
  }
}
