import AlertSounds
import AudioFormats
import AudioImport
import Files

/// Reads any text as the output of ffprobe, and as afconvert's options for ffmpeg: the facts must
/// be usable, and none of the text may harm a terminal.
func checkBridge(_ input: [UInt8]) {
  let text = String(decoding: input, as: UTF8.self)
  if let facts = FFmpegFacts(parsing: text) {
    claim(facts.sampleRate >= 1 && facts.channelCount >= 1, "\(facts) is not a format")
    claim(facts.frameCount.map { $0 > 0 } ?? true, "\(facts) has no frames")
    for name in [facts.codecName, facts.codingName, facts.formatName] {
      claim(printable(name) == name, "an unprintable name: \(name)")
    }
  }
  let packets = FFmpegPackets(parsing: text)
  claim(packets.byteCount >= packets.largest && packets.largest >= 0, "\(packets) contradict")
  claim(packets.count >= 0 && packets.skippedFrames >= 0, "\(packets) are negative")
  let words = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
  func word(_ index: Int) -> String? { words.indices.contains(index) ? words[index] : nil }
  do {
    let output = try ForeignOutput(
      fileFormat: word(0), dataFormat: word(1), bitRate: word(2))
    let name = output?.outputName(for: text) ?? ""
    claim(!name.utf8.contains(UInt8(ascii: "/")), "the output leaves its folder: \(name)")
  } catch {
    claim(printable("\(error)") == "\(error)", "an unprintable error: \(error)")
  }
}
