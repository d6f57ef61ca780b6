import ArgumentParser
import AudioFormats
import Foundation
import TestSupport
import Testing

@testable import tocsin

@Suite("The options of tocsin play and afplay")
struct PlayCommandTests {
  @Test("are those of afplay, long and short")
  func afplay() throws {
    let short = ["-v", "0.5", "-t", "2.5", "-r", "1.5", "-q", "0", "-d", "a.caf"]
    let long = [
      "--volume", "0.5", "--time", "2.5", "--rate", "1.5", "--rQuality", "0", "--debug", "a.caf",
    ]
    for arguments in [short, long] {
      let (play, afplay) = (try PlayCommand.parse(arguments), try AfplayCommand.parse(arguments))
      #expect(play.files == ["a.caf"])
      #expect(afplay.file == "a.caf")
      for options in [play.options, afplay.options] {
        #expect(options.volume == 0.5)
        #expect(options.seconds == 2.5)
        #expect(options.rate == 1.5)
        #expect(options.quality == 0)
        #expect(options.wantsDebug)
        #expect(options.device == "default")
      }
    }
  }

  @Test(
    "refuse what makes no sense",
    arguments: [
      [], ["-v", "-1", "a.caf"], ["-v", "nan", "a.caf"], ["-t", "0", "a.caf"],
      ["-t", "inf", "a.caf"], ["-r", "0", "a.caf"], ["-r", "11", "a.caf"], ["-q", "2", "a.caf"],
      ["--device", "file:", "a.caf"],
      ["--device", "file:x.wav", "a.caf", "b.caf"],
    ])
  func refused(arguments: [String]) {
    #expect(throws: (any Error).self) { try PlayCommand.parse(arguments) }
    #expect(throws: (any Error).self) { try AfplayCommand.parse(arguments) }
  }

  @Test("call the command by its own name in the usage")
  func usage() {
    #expect(AfplayCommand.helpMessage().contains("USAGE: afplay <file>"))
  }

  @Test("report a file that is not a sound, and exit with 1")
  func noSound() throws {
    let folder = try TemporaryFolder()
    let text = try folder.write("no sound".utf8, to: "a.caf")
    for path in [text, folder.path("none.caf")] {
      let result = try Tool.tocsin().run(["play", "--device", "null", path])
      #expect(result.status == 1)
      #expect(result.errors.hasPrefix("Error: ") && result.errors.contains(path))
      #expect(result.errors.split(separator: "\n").count == 1)
    }
  }

  @Test("report where a sound breaks off, after playing what came before")
  func brokenSound() throws {
    let card = try SoundCard()
    let sound = Samples16(Signals.noise(frames: 30_000), sampleRate: 44_100)
    let wave = try card.folder.write(sound.wave, to: "a.wav")
    let caf = card.folder.path("a.caf")
    #expect(try Tool.tocsin().run(["convert", wave, caf, "-d", "ima4"]).status == 0)
    // A step index of 127 in packet 300 cannot have been written by an encoder.
    var bytes = try card.folder.bytes(of: "a.caf")
    bytes[4_096 + 300 * 34 + 1] |= 0x7F
    let result = try card.play(try card.folder.write(bytes, to: "broken.caf"), on: "file")
    #expect(result.status == 1)
    #expect(result.errors.contains("Error: \(card.folder.path("broken.caf")): "))
    let heard = try card.heard().count
    #expect(heard > 0 && heard <= 300 * 64)
  }

  @Test("draw a line on a terminal, and none elsewhere")
  func progress() throws {
    let folder = try TemporaryFolder()
    let sound = Samples16(Signals.noise(frames: 20_000), sampleRate: 44_100)
    let path = try folder.write(sound.wave, to: "a.wav")
    let arguments = ["play", "--device", "null", path]
    let quiet = try Tool.tocsin().run(arguments)
    #expect(quiet.status == 0)
    #expect(quiet.errors.isEmpty && quiet.text.isEmpty)
    let command = ([try Tool.tocsin().path] + arguments).map { "'\($0)'" }.joined(separator: " ")
    let terminal = try Tool("script").run(["-qec", command, "/dev/null"])
    #expect(terminal.status == 0)
    #expect(terminal.text.contains("█"))
    #expect(terminal.text.contains(" / 0:00.4"))
  }

  @Test("play several sounds in their order; one that is none does not stop the others")
  func several() throws {
    let card = try SoundCard()
    let level = { (value: Double) in
      Samples16(
        PCMBuffer(channelCount: 2, samples: Array(repeating: value, count: 2 * 4_800)),
        sampleRate: 48_000
      ).wave
    }
    let first = try card.folder.write(level(0.25), to: "a.wav")
    let second = try card.folder.write(level(0.5), to: "b.wav")
    let none = try card.folder.write("no sound".utf8, to: "c.wav")
    let result = try Tool.tocsin().run(
      ["play", "--device", "flaky", first, none, second], environment: card.environment)
    #expect(result.status == 1)
    #expect(result.errors.split(separator: "\n").count == 1 && result.errors.contains("c.wav"))
    let heard = try card.heard()
    // Each level is held for its sound, and the first ends before the second begins.
    let (low, high): (Int32, Int32) = (1 << 29, 1 << 30)
    let counts = [heard.count { $0 == low }, heard.count { $0 == high }]
    #expect(counts == [9_600, 9_600])
    let (end, start) = (heard.lastIndex(of: low), heard.firstIndex(of: high))
    #expect(try #require(end) < #require(start))
  }

  @Test(
    "show the waveform and the place in it, and leave the terminal as it was",
    .needs((try? Tool("script").run(["--version"]).status) == 0, "script makes the terminal"))
  func waveform() throws {
    let folder = try TemporaryFolder()
    let sound = Samples16(Signals.noise(frames: 30_000), sampleRate: 44_100)
    let path = try folder.write(sound.wave, to: "a.wav")
    let command = "stty cols 90 rows 30; '\(try Tool.tocsin().path)' play --device null '\(path)'"
    let result = try Tool("script").run(
      ["-qec", command, "/dev/null"], environment: ["TERM": "xterm", "NO_COLOR": ""])
    #expect(result.status == 0)
    let text = result.text
    #expect(text.contains("0 dB ┤") && text.contains("⣿") && text.contains(" / 0:00.6"))
    // The place moves: the line of it is drawn in several columns.
    let places = text.split(whereSeparator: \.isNewline).compactMap { line in
      Array(line).firstIndex(of: "│").map { $0 }
    }
    #expect(Set(places).count > 1)
    #expect(text.contains("\u{1B}[?25l") && text.hasSuffix("\u{1B}[?25h"))
  }
}
