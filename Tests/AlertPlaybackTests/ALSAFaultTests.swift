import AudioFormats
import Foundation
import TestSupport
import Testing

@Suite("tocsin play on an ALSA device that fails")
struct ALSAFaultTests {
  /// A second at the device's own rate and channels: what is heard can be compared bit by bit.
  private let sound = Samples16(
    Signals.noise(frames: 48_000, channels: 2), sampleRate: 48_000)

  private var expected: [Int32] { sound.samples.map { Int32($0) << 16 } }

  private func play(_ card: SoundCard) throws -> ToolResult {
    try card.play(try card.folder.write(sound.wave, to: "a.wav"), on: "flaky")
  }

  @Test(
    "says in one line why the device cannot be opened, and exits with 1",
    arguments: [
      ("busy", "another program is using it"),
      ("missing", "there is no such device"),
      ("denied", "permission denied; sound devices belong to the group 'audio'"),
    ])
  func notOpened(fault: String, reason: String) throws {
    let card = try SoundCard("fault \"\(fault)\"")
    let path = try card.folder.write(sound.wave, to: "a.wav")
    let result = try Tool.tocsin().run(
      ["play", "--device", "flaky", path], environment: card.environment)
    #expect(result.status == 1)
    #expect(result.errors == "Error: cannot open the sound device 'flaky': \(reason)\n")
    #expect(result.text.isEmpty)
  }

  @Test("says the same of a device that the configuration does not have")
  func unknown() throws {
    let card = try SoundCard()
    let path = try card.folder.write(sound.wave, to: "a.wav")
    let result = try Tool.tocsin().run(
      ["play", "--device", "hw:7", path], environment: card.environment)
    #expect(result.status == 1)
    #expect(result.errors.hasPrefix("Error: cannot open the sound device 'hw:7': "))
    #expect(result.errors.split(separator: "\n").count == 1)
  }

  @Test("loses no frame in an underrun", arguments: [1, 479, 24_000, 44_000])
  func underrun(frame: Int) throws {
    let card = try SoundCard("fault \"xrun\" at \(frame)")
    let result = try play(card)
    #expect(result.status == 0, "\(result.errors)")
    #expect(try card.heard() == expected)
    #expect(result.errors.contains(" 0 lost"))
    let underruns = try #require(SoundCard.count("underruns", in: result.errors))
    #expect(underruns >= 1)
  }

  @Test("loses no frame when the whole process is stopped for a while")
  func stopped() throws {
    let card = try SoundCard()
    // Long enough that it still sounds when it is stopped.
    let sound = Samples16(Signals.noise(frames: 5 * 48_000, channels: 2), sampleRate: 48_000)
    let path = try card.folder.write(sound.wave, to: "a.wav")
    let player = try card.start(path, ["--debug"])
    card.wait(untilHeard: 10_000)
    player.hang(true)
    usleep(300_000)
    player.hang(false)
    #expect(player.waitUntilExit() == .exited(0))
    #expect(try card.heard() == sound.samples.map { Int32($0) << 16 })
    let underruns = try #require(SoundCard.count("underruns", in: try card.errors()))
    #expect(underruns >= 1)
  }

  @Test("goes on when the device is plugged in again", arguments: [0, 1])
  func unplugged(absent: Int) throws {
    let card = try SoundCard("fault \"gone\" at 24000 absent \(absent)")
    let result = try play(card)
    #expect(result.status == 0, "\(result.errors)")
    let heard = try card.heard()
    #expect(heard.prefix(48_000) == expected.prefix(48_000))
    // How far the sound was is known to the period; what follows is whole.
    let again = heard.count - expected.count
    #expect((0...2 * 480).contains(again))
    #expect(heard.dropFirst(48_000) == expected.dropFirst(48_000 - again))
    #expect(result.errors.contains("1 reopenings"))
  }

  @Test("gives up a device that stays away")
  func goneForGood() throws {
    let card = try SoundCard("fault \"gone\" at 24000 absent 99")
    let result = try play(card)
    #expect(result.status == 1)
    #expect(result.errors.hasPrefix("Error: the sound device 'flaky' went away: no such device\n"))
    #expect(try card.heard() == Array(expected.prefix(48_000)))
  }

  @Test("gives up a device that stalls", arguments: [0, 24_000, 47_990])
  func stalled(frame: Int) throws {
    let card = try SoundCard("fault \"stall\" at \(frame)")
    let result = try play(card)
    #expect(result.status == 1)
    #expect(result.errors.hasPrefix("Error: the sound device 'flaky' has stalled\n"))
    #expect(try card.heard() == Array(expected.prefix(2 * frame)))
  }
}
