import AudioImport
import Testing

@Suite("What ffprobe prints")
struct FFmpegTextTests {
  private static let stream = """
    codec_name=aac
    codec_long_name=AAC (Advanced Audio Coding)
    sample_rate=44100
    channels=2
    time_base=1/44100
    duration_ts=54441
    bits_per_raw_sample=N/A
    format_name=mov,mp4,m4a,3gp,3g2,mj2
    format_long_name=QuickTime / MOV

    """

  @Test("A stream in MPEG-4 has an exact length")
  func exact() throws {
    let facts = try #require(FFmpegFacts(parsing: Self.stream))
    #expect(facts.sampleRate == 44_100 && facts.channelCount == 2 && facts.frameCount == 54_441)
    #expect(facts.formatName == "MPEG-4" && facts.codingName == "AAC (Advanced Audio Coding)")
    #expect(facts.sourceBitDepth == nil)
  }

  @Test(
    "A length that cannot count each frame is none",
    arguments: [
      ("time_base=1/44100", "time_base=1/1000"), ("time_base=1/44100", "time_base=1/0"),
      ("duration_ts=54441", "duration_ts=N/A"), ("duration_ts=54441", "duration_ts=-5"),
      ("format_name=mov,", "format_name=asf,"), ("time_base=1/44100", "time_base=-1/-44100"),
    ])
  func inexact(old: String, new: String) throws {
    let text = Self.stream.replacing(old, with: new)
    #expect(try #require(FFmpegFacts(parsing: text)).frameCount == nil)
  }

  @Test("HE-AAC counts pairs of frames, and no product overflows")
  func pairs() throws {
    let half = Self.stream.replacing("1/44100", with: "1/22050")
    #expect(try #require(FFmpegFacts(parsing: half)).frameCount == 108_882)
    let huge = half.replacing("54441", with: "9223372036854775807")
    #expect(try #require(FFmpegFacts(parsing: huge)).frameCount == nil)
  }

  @Test(
    "What names no sound is nil",
    arguments: ["", "=", "sample_rate=0", "channels=-1", "codec_name=\u{1B}[31m", "\0\n\0=\0"])
  func nothing(text: String) {
    #expect(FFmpegFacts(parsing: text) == nil)
  }

  @Test("Packets are counted, summed and compared; nonsense is passed over")
  func packets() {
    let packets = FFmpegPackets(
      parsing: """
        size=304
        pos=44
        skip_samples=1024
        discard_padding=0
        size=N/A
        size=99999999999999999999999
        size=-4
        size=500
        pos=348
        skip_samples=7
        discard_padding=12
        """)
    #expect(packets.count == 2 && packets.byteCount == 804 && packets.largest == 500)
    #expect(packets.position == 44 && packets.skippedFrames == 1_024)
    #expect(packets.discardedFrames == 12)
  }
}
