import Foundation
import Glibc
import NotificationScheduling
import NotificationTypes
import TestSupport
import Testing

@Suite("The daemon on a sound device that fails")
struct DeviceFaultTests {
  @Test(
    "It records what was heard, delivers what comes meanwhile, and lives on",
    arguments: [
      ("", "played"), ("fault \"xrun\" at 4800", "played"),
      ("fault \"gone\" at 4800 absent 1", "played"),
      ("fault \"gone\" at 4800 absent 99", "no-device"),
      ("fault \"stall\" at 4800", "played"), ("fault \"busy\"", "no-device"),
      ("fault \"missing\"", "no-device"), ("fault \"denied\"", "no-device"),
    ])
  func fails(card: String, outcome: String) throws {
    let folder = try TemporaryFolder()
    try folder.write(
      """
      pcm_type.flaky { lib "\(FlakyPlugin.path())" }
      pcm.card { type flaky heard "\(folder.path("heard.raw"))" \(card) }
      """.utf8, to: "asound.conf")
    let box = try Box(
      configuration: Box.allowing + "banners: {enabled: false}\n",
      environment: ["ALSA_CONFIG_PATH": folder.path("asound.conf")])
    let daemon = try box.start("--device", "card")
    _ = try box.run("notify", "--id", "a", "--sound", "chime", "--title", "Hi")
    try box.eventually("the first is delivered") { try box.record("a") != nil }
    // Without a sound, so that nothing but the scheduler counts.
    _ = try box.run("notify", "--id", "b", "--title", "Hi")
    try box.eventually("the second is delivered") { try box.record("b") != nil }
    let record = try box.outcome(of: "a")
    #expect(record.sound.code == outcome, "\(record.sound)")
    #expect(daemon.isRunning)
    #expect(daemon.terminate() == .exited(0))
  }

  @Test("A device that hangs in opening is passed over for the next one of the configuration")
  func hangs() throws {
    let folder = try TemporaryFolder()
    // The card opens a pipe that nobody reads, for which the kernel waits.
    #expect(mkfifo(folder.path("pipe"), 0o600) == 0)
    try folder.write(
      """
      pcm_type.flaky { lib "\(FlakyPlugin.path())" }
      pcm.hanging { type flaky heard "\(folder.path("pipe"))" }
      pcm.card { type flaky heard "\(folder.path("heard.raw"))" }
      """.utf8, to: "asound.conf")
    let box = try Box(
      configuration: Box.allowing
        + "banners: {enabled: false}\naudio: {device: hanging card}\n",
      environment: ["ALSA_CONFIG_PATH": folder.path("asound.conf")])
    let daemon = try box.start()
    for identifier in ["a", "b"] {
      _ = try box.run("notify", "--id", identifier, "--sound", "chime", "--title", "Hi")
      #expect(try box.outcome(of: identifier).sound.code == "played")
    }
    #expect(try !folder.bytes(of: "heard.raw").isEmpty)
    #expect(daemon.terminate() == .exited(0))
  }
}
