import AudioFormats
import Foundation
import TestSupport
import Testing

@Suite("Terminals: a bar where somebody watches, and names that cannot do harm")
struct TerminalTests {
  private static let batch =
    "convert --to caff:ima4 --output-dir sounds 1.wav 2.wav 3.wav"

  private func workplace() throws -> Workplace {
    let work = try Workplace()
    for name in ["1.wav", "2.wav", "3.wav"] { try work.write(name, channels: 1) }
    return work
  }

  @Test(
    "Without a terminal there is no progress bar", arguments: [batch, "validate 1.wav 2.wav 3.wav"])
  func noBar(command: String) throws {
    let result = try workplace().shell("\"$0\" \(command)")
    #expect(result.isQuietSuccess)
    #expect(!result.text.contains("\r") && !result.text.contains("\u{1B}"))
  }

  @Test(
    "On a terminal the bar comes and goes",
    .needs((try? Tool("script").run(["--version"]).status) == 0, "script makes the terminal"))
  func bar() throws {
    let work = try workplace()
    let result = try work.shell("script -qec \"'$0' \(Self.batch)\" /dev/null")
    #expect(result.status == 0)
    #expect(result.text.contains(" 3/3"))
    let parts = result.text.components(separatedBy: "\r\u{1B}[K")
    #expect(parts.count == 2)
    #expect(parts.last?.hasPrefix("in ") == true)
  }

  @Test(
    "One long conversion has a bar, too",
    .needs((try? Tool("script").run(["--version"]).status) == 0, "script makes the terminal"))
  func longConversion() throws {
    let work = try workplace()
    // It takes longer than the moment for which no bar is drawn, on any machine.
    try work.folder.write(
      PlainWAVE.integers(
        Signals.noise(frames: 44_100 * 40).samples.map { Int32($0 * 16_384) }), to: "long.wav")
    let result = try work.shell(
      "script -qec \"'$0' convert long.wav x.caf -q best\" /dev/null")
    #expect(result.status == 0)
    #expect(result.text.contains(" %"), "\(result.text)")
    #expect(result.text.contains("\r\u{1B}[K"))
  }

  private static let hostile = "a\u{1B}[31m\nb\u{7F}\u{202E}c.wav"
  private static let escaped = "a\\u{1b}[31m\\u{a}b\\u{7f}\\u{202e}c.wav"

  @Test("Control characters of a name are escaped wherever it is printed")
  func hostileName() throws {
    let work = try workplace()
    try work.write(Self.hostile, channels: 1)
    let missing = "x" + Self.hostile
    let runs = [
      try work.tocsin("info", Self.hostile), try work.tocsin("info", missing),
      try work.tocsin("validate", Self.hostile, missing),
      try work.tocsin("convert", Self.hostile, "out.caf", "-d", "ima4", "-v"),
      try work.tocsin("convert", "1.wav", "out" + Self.hostile, "-f", "caff", "-v"),
      try work.tocsin("convert", missing, "out.caf", "-d", "ima4"),
      try work.tocsin("convert", "--to", "caff", "--output-dir", "sounds", Self.hostile, missing),
      try work.tocsin("play", missing),
      try work.tocsin("play", Self.hostile, "--device", "file:gone/x"),
    ]
    for run in runs {
      let said = run.text + run.errors
      #expect(!said.contains("\u{1B}") && !said.contains("\u{202E}"), "\(said)")
      #expect(said.contains(Self.escaped) || said.contains("gone/x"), "\(said)")
    }
  }

  @Test("Control characters of an option are escaped in the complaint about it")
  func hostileOption() throws {
    let work = try workplace()
    let runs = [
      try work.tocsin("convert", "1.wav", "out.caf", "-d", "a\u{1B}[31m"),
      try work.tocsin("convert", "1.wav", "out.caf", "-f", "a\u{1B}[31m"),
      try work.tocsin("convert", "1.wav", "out.caf", "-c", "a\u{1B}[31m"),
      try work.tocsin("convert", "--to", "caff", "--output-dir", "1.wav/\u{1B}[31m", "2.wav"),
      try work.tocsin("\u{1B}[31m"),
    ]
    for run in runs {
      #expect(run.status != 0)
      #expect(!run.errors.contains("\u{1B}"), "\(run.errors)")
    }
  }

  @Test("JSON has the name as it is")
  func jsonName() throws {
    let work = try workplace()
    try work.write(Self.hostile, channels: 1)
    let facts = try work.tocsin("info", "--json", Self.hostile)
    #expect(try facts.jsonList().first?["file"] as? String == Self.hostile)
    #expect(!facts.text.contains("\u{1B}"))
    let report = try work.tocsin("validate", "--json", Self.hostile).jsonObject()
    #expect((report["files"] as? [[String: Any]])?.first?["file"] as? String == Self.hostile)
  }

  @Test("A name that is not UTF-8 is refused: it would be repaired to that of another file")
  func notUTF8Input() throws {
    let work = try workplace()
    let result = try work.shell(
      "name=$(printf 'a\\377b.wav'); cp 1.wav \"$name\"; \"$0\" info \"$name\"")
    #expect(result.status == 2)
    #expect(result.errors == "Error: argument 2 is not UTF-8: rename the file\n")
  }

  @Test("An output name that is not UTF-8 never becomes another name")
  func notUTF8Output() throws {
    let work = try workplace()
    let result = try work.shell(
      """
      name=$(printf 'a\\377b.caf')
      "$0" convert 1.wav "$name" -d ima4 && echo done
      for file in *.caf; do
        if [ "$file" = "$name" ]; then echo right; elif [ -e "$file" ]; then echo wrong; fi
      done
      """)
    let isRefused = result.text.isEmpty && !result.errors.isEmpty
    #expect(isRefused || result.text == "done\nright\n")
  }
}
