import AlertSounds
import AudioFormats
import Files

/// Uses any text as the name of a sound with many findings: reports must not harm a terminal, a
/// shell must read the commands as intended, and the output must stay in its folder.
func checkName(_ input: [UInt8]) {
  let path = String(decoding: input, as: UTF8.self)
  let output = outputName(for: path, in: .caf)
  claim(!output.utf8.contains(UInt8(ascii: "/")), "the output leaves its folder: \(output)")
  for sound in [doubtfulSound, []] {
    let report = SoundValidator().validate(MemorySource(sound), path: path)
    claim(report.file == path, "the report is about another file")
    for finding in report.findings {
      let text = finding.message + (finding.fix?.text ?? "")
      claim(printable(text) == text, "an unprintable finding: \(finding)")
    }
    for fix in Set(report.findings.compactMap(\.fix?.text)) { checkCommand(in: fix, path: path) }
  }
}

/// Three channels at 12,345 Hz, cut off: several rules suggest a conversion.
private let doubtfulSound: [UInt8] = {
  do {
    let format = try DataFormat(
      .linearPCM(.int16(.littleEndian)), sampleRate: 12_345, channelCount: 3)
    var writer = try ContainerWriter(.wave, format, to: MemorySink())
    try writer.write([UInt8](repeating: 1, count: 600))
    return try writer.finish(validFrames: 100).content.dropLast(7)
  } catch { fatalError("\(error)") }
}()

/// `… tocsin convert INPUT OUTPUT -d …`, with `-f …` if the container changes: the input must be
/// the file, and no name may be read as an option.
private func checkCommand(in fix: String, path: String) {
  // A name may have the words of a command in it.
  guard !fix.hasPrefix("rename it to ") else { return }
  let verb = Array("tocsin convert ".utf8)
  let bytes = Array(fix.utf8)
  guard let start = bytes.indices.first(where: { bytes[$0...].starts(with: verb) }) else { return }
  guard let words = shellWords(bytes[(start + verb.count)...]), words.count >= 4 else {
    fatalError("the claim does not hold: no shell understands: \(fix)")
  }
  let input = Array(printable(path).utf8)
  claim(words[0] == input || words[0] == Array("./".utf8) + input, "another input: \(fix)")
  for word in words[..<2] {
    claim(word.first != UInt8(ascii: "-"), "a name is taken for an option: \(fix)")
  }
  claim([".caf", ".wav"].contains(where: words[1].ends), "another output: \(fix)")
  claim(words[2] == Array("-d".utf8), "another option: \(fix)")
}

/// The words of a command in a POSIX shell (Shell Command Language, 2.2 and 2.3); nil if a quote is
/// not closed, or if a byte has a special meaning that no fix needs.
private func shellWords(_ command: ArraySlice<UInt8>) -> [[UInt8]]? {
  var words: [[UInt8]] = []
  var word: [UInt8] = []
  var hasWord = false
  var isQuoted = false
  var isEscaped = false
  for byte in command {
    switch byte {
    case _ where isEscaped:
      word.append(byte)
      isEscaped = false
    case UInt8(ascii: "'"):
      isQuoted.toggle()
      hasWord = true
    case _ where isQuoted: word.append(byte)
    case UInt8(ascii: "\\"):
      isEscaped = true
      hasWord = true
    case UInt8(ascii: " "):
      if hasWord { words.append(word) }
      (word, hasWord) = ([], false)
    case _ where byte >= 0x80 || special.contains(byte): return nil
    default:
      word.append(byte)
      hasWord = true
    }
  }
  guard !isQuoted, !isEscaped else { return nil }
  return hasWord ? words + [word] : words
}

private let special = Set(";&|<>()$`\"*?[]#~={}!\n\t".utf8)

extension [UInt8] {
  fileprivate func ends(with text: String) -> Bool {
    suffix(text.utf8.count).elementsEqual(text.utf8)
  }
}
