import Foundation
import TestSupport
import Testing

@Suite("tocsin wave")
struct WaveTests {
  private let work: Workplace

  init() throws { work = try Workplace() }

  /// Writes mono samples at 8 kHz.
  private func write(_ name: String, frames: Int, _ value: (Int) -> Double) throws {
    let samples = (0..<frames).map { Int32((value($0) * 32_767).rounded()) }
    try work.folder.write(
      PlainWAVE.integers(samples, channelCount: 1, sampleRate: 8_000), to: name)
  }

  /// The dots that are set in a line of braille, from the left.
  private func dotCount(_ character: Character) -> Int {
    let value = character.unicodeScalars.first?.value ?? 0
    return (0x2800...0x28FF).contains(value) ? (value - 0x2800).nonzeroBitCount : 0
  }

  /// The lines of the shape, without what stands before them.
  private func shape(_ text: String) -> [[Character]] {
    text.split(separator: "\n").filter { $0.contains("┤ ") || $0.contains("│ ") }
      .map { Array($0).suffix(from: 8).map(\.self) }
  }

  @Test("draws 80 characters and no escapes where there is no terminal")
  func plain() throws {
    let result = try work.tocsin("wave", "in.wav")
    #expect(result.isQuietSuccess)
    #expect(!result.text.contains("\u{1B}"))
    let lines = result.text.split(separator: "\n")
    #expect(lines.allSatisfy { $0.count <= 80 })
    #expect(shape(result.text).count == 12)
    #expect(shape(result.text).allSatisfy { $0.count == 72 })
    #expect(lines[0] == "in.wav  LEI16 in WAVE, 1 ch, 44100 Hz")
    #expect(lines.last?.contains("duration 0.100 s, loudness -") == true)
    #expect(lines.last?.contains("peak -6.0 dBFS") == true)
  }

  @Test("shows a step where it is")
  func step() throws {
    try write("step.wav", frames: 8_000) { $0 < 4_000 ? 0 : 0.9 }
    let rows = shape(try work.tocsin("wave", "step.wav").text)
    // The upper half is empty before the step and full after it; nothing is below the middle.
    #expect(rows[2][..<36].allSatisfy { dotCount($0) == 0 })
    #expect(rows[2][36...].allSatisfy { dotCount($0) == 8 })
    #expect(rows[9].allSatisfy { dotCount($0) == 0 })
  }

  @Test("shows a fade as one, and its power below its peaks")
  func fade() throws {
    try write("fade.wav", frames: 16_000) { 0.99 * Double($0) / 16_000 * sin(Double($0) * 0.7) }
    let rows = shape(try work.tocsin("wave", "fade.wav", "--width", "152").text)
    let heights = (0..<144).map { x in rows.map { dotCount($0[x]) }.reduce(0, +) }
    #expect(heights[0] < 12 && heights[143] > 60)
    for (a, b) in zip(heights.dropLast(24), heights.dropFirst(24)) { #expect(a < b) }
    // The top at the end is half-tone: a sine's power is 0.7 of its peak.
    #expect((1...5).contains(dotCount(rows[1][143])))
    #expect(dotCount(rows[4][143]) == 8)
  }

  @Test("marks what an alert must not reach")
  func limit() throws {
    try write("long.wav", frames: 8_000 * 40) { 0.5 * sin(Double($0) * 0.05) }
    let text = try work.tocsin("wave", "long.wav").text
    #expect(text.contains("30 s: longer alerts play the default sound ▾"))
    let mark = try #require(text.split(separator: "\n").first { $0.contains("▾") })
    let place = try #require(Array(mark).firstIndex(of: "▾"))
    #expect(abs(place - (8 + 72 * 3 / 4)) <= 1)
    #expect(shape(text).allSatisfy { $0[place - 8] == "│" || $0[place - 7] == "│" })
    #expect(!(try work.tocsin("wave", "in.wav").text.contains("30 s")))
  }

  @Test("draws several sounds, and the others where one is none; - is standard input")
  func several() throws {
    try work.folder.write("no sound".utf8, to: "none.wav")
    let result = try work.shell("\"$0\" wave in.wav none.wav gone.wav - < in.wav")
    #expect(result.status == 1)
    #expect(shape(result.text).count == 24)
    #expect(result.text.contains("\n\n-  LEI16 in WAVE"))
    #expect(result.errors.split(separator: "\n").count == 2)
    #expect(result.errors.contains("none.wav") && result.errors.contains("gone.wav"))
  }

  @Test("says that a sound is empty")
  func empty() throws {
    try write("empty.wav", frames: 0) { _ in 0 }
    let result = try work.tocsin("wave", "empty.wav")
    #expect(result.status == 0 && result.text.contains("no frames: there is nothing to draw"))
    let picture = try work.tocsin("wave", "empty.wav", "-o", "e.svg")
    #expect(picture.status == 0)
    #expect(picture.errors == "*** warning: empty.wav: no frames: the picture is empty\n")
    #expect(
      String(decoding: try work.folder.bytes(of: "e.svg"), as: UTF8.self).contains(
        ">no frames</text>"))
  }

  @Test("reads foreign formats, also those that take ffmpeg")
  func foreign() throws {
    for name in ["a.ogg", "a.m4a", "a.mp3"] {
      let made = try Tool("ffmpeg").run(
        ["-v", "error", "-i", work.folder.path("in.wav"), work.folder.path(name)])
      #expect(made.status == 0)
      let result = try work.tocsin("wave", name)
      #expect(result.isQuietSuccess, "\(name): \(result.errors)")
      #expect(shape(result.text).count == 12)
    }
  }

  @Test("writes SVG that is well-formed, whatever the name")
  func svg() throws {
    try work.write("a<b>&\"c\u{1B}.wav", channels: 2)
    let result = try work.tocsin("wave", "a<b>&\"c\u{1B}.wav", "-o", "x.svg")
    #expect(result.isQuietSuccess)
    let check = try Tool.python.run([
      "-c",
      """
      import sys, xml.etree.ElementTree as e
      root = e.parse(sys.argv[1]).getroot()
      assert root.tag == "{http://www.w3.org/2000/svg}svg", root.tag
      print("|".join(root.itertext()))
      """, work.folder.path("x.svg"),
    ])
    #expect(check.status == 0, "\(check.errors)")
    #expect(check.text.contains("a<b>&\"c\\u{1b}.wav"))
    #expect(check.text.contains("LEI16 in WAVE, 2 ch, 44100 Hz"))
  }

  @Test("writes a PNG that others decode, with the step where it is", arguments: ["light", "dark"])
  func png(theme: String) throws {
    try write("step.wav", frames: 8_000) { $0 < 4_000 ? 0 : 0.9 }
    let result = try work.tocsin("wave", "step.wav", "-o", "x.png", "--theme", theme)
    #expect(result.isQuietSuccess, "\(result.errors)")
    // Pixels as RGB, by ffmpeg's decoder.
    let raw = try Tool("ffmpeg").run([
      "-v", "error", "-i", work.folder.path("x.png"), "-f", "rawvideo", "-pix_fmt", "rgb24", "-",
    ])
    let pixels = [UInt8](raw.output)
    #expect(pixels.count == 1_920 * 656 * 3)
    func color(_ x: Int, _ y: Int) -> [UInt8] {
      let start = (2 * y * 1_920 + 2 * x) * 3
      return Array(pixels[start..<start + 3])
    }
    let back = color(10, 10)
    #expect(back == (theme == "light" ? [255, 255, 255] : [0x14, 0x17, 0x1D]))
    #expect(color(300, 150) == back && color(300, 190) == back)
    #expect(color(700, 150) != back && color(900, 100) != back && color(700, 190) == back)
  }

  @Test("writes a picture of each sound into a folder")
  func folder() throws {
    try work.write("b.wav", channels: 2)
    let result = try work.tocsin(
      "wave", "--output-dir", "pictures", "--format", "png", "in.wav", "b.wav")
    #expect(result.isQuietSuccess)
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: work.folder.path("pictures")).sorted()
        == ["b.png", "in.png"])
  }

  @Test(
    "refuses what makes no sense, and writes nothing",
    arguments: [
      (["in.wav", "-o", "x.gif"], "x.gif: the picture's name ends with .svg or .png"),
      (["in.wav", "in.wav", "-o", "x.svg"], "use --output-dir FOLDER"),
      (["in.wav", "-o", "x.svg", "--output-dir", "y"], "use one of them"),
      (["in.wav", "-o", "x.svg", "--format", "png"], "x.svg is not the name of a picture"),
      (["in.wav", "sub/in.wav", "--output-dir", "y"], "would both become in.svg"),
      (["in.wav", "--width", "3"], "--width must be 32 to 1000 characters"),
      (["in.wav", "--format", "svg"], "add -o FILE or --output-dir FOLDER"),
    ])
  func refused(arguments: [String], reason: String) throws {
    let result = try work.shell(
      "\"$0\" wave " + arguments.map { "'\($0)'" }.joined(separator: " "))
    #expect(result.status == 2)
    #expect(result.errors.contains(reason), "\(result.errors)")
    #expect(try work.folder.names() == ["in.wav"])
  }

  @Test("never writes over its input")
  func ownInput() throws {
    let before = try work.folder.bytes(of: "in.wav")
    let result = try work.shell("ln in.wav in.svg; \"$0\" wave in.wav -o in.svg")
    #expect(result.status == 1)
    #expect(result.errors.contains("the output is the input file"))
    #expect(try work.folder.bytes(of: "in.wav") == before)
  }

  @Test(
    "says what to install where a PNG cannot be drawn",
    .needs((try? Tool("unshare").run(["-rm", "true"]).status) == 0, "a mount of its own"))
  func withoutLibrary() throws {
    let result = try work.shell(
      """
      lib=$(ldconfig -p | sed -n 's/.*librsvg-2.so.2 .*=> //p' | head -1)
      unshare -rm sh -c "mount --bind /dev/null $(readlink -f $lib) && '$0' wave in.wav -o x.png"
      """)
    #expect(result.status == 1)
    #expect(result.errors.contains("install the package librsvg2-2, or write an SVG"))
  }

  @Test(
    "uses the terminal's width and colours, and none where NO_COLOR says so",
    .needs((try? Tool("script").run(["--version"]).status) == 0, "script makes the terminal"))
  func terminal() throws {
    func drawn(_ settings: String) throws -> String {
      try work.shell(
        "export TERM=xterm; script -qec \"stty cols 100; \(settings) '$0' wave in.wav\" /dev/null"
      ).text
    }
    let colored = try drawn("NO_COLOR=")
    #expect(colored.contains("\u{1B}[36m"))
    let plain = try drawn("NO_COLOR=1").replacingOccurrences(of: "\r", with: "")
    #expect(!plain.contains("\u{1B}"))
    #expect(shape(plain).allSatisfy { $0.count == 92 })
  }
}
