import Foundation
import NotificationTypes
import TestSupport
import Testing

@Suite("A sound of which nothing is heard is not played", .serialized)
struct SilentOutputTests {
  /// Why nothing is heard, what the record says, and how something is heard again.
  enum Silence: CaseIterable {
    case placeholder, muted, volume

    var reason: String {
      switch self {
      case .placeholder: "the sound server has no sound card, only the placeholder 'auto_null'"
      case .muted: "the sound server's output 'bell' is muted"
      case .volume: "the volume of the sound server's output 'bell' is 0"
      }
    }

    func server() throws -> PulseServer {
      let server = try PulseServer(hasCard: self != .placeholder)
      switch self {
      case .placeholder: break
      case .muted: try server.control(["set-sink-mute", "bell", "1"])
      case .volume: try server.control(["set-sink-volume", "bell", "0"])
      }
      return server
    }

    func end(_ server: PulseServer) throws {
      switch self {
      case .placeholder: try server.addCard()
      case .muted: try server.control(["set-sink-mute", "bell", "0"])
      case .volume: try server.control(["set-sink-volume", "bell", "100%"])
      }
    }
  }

  private func box(_ server: PulseServer, wait: Int, _ more: String = "") throws -> Box {
    let box = try Box(
      configuration: Box.allowing + "banners: {enabled: false}\n" + more,
      environment: server.environment)
    box.environment["TOCSIN_AUDIO_WAIT"] = "\(wait)"
    return box
  }

  private func notify(_ box: Box, _ more: String...) throws {
    let result = try box.run(["notify", "--id", "a", "--sound", "ping", "--title", "Hi"] + more)
    #expect(result.status == 0, "\(result.errors)")
  }

  @Test(
    "It is tried for `audio.wait`, then record, log and `status` say why",
    arguments: Silence.allCases)
  func recorded(silence: Silence) throws {
    let server = try silence.server()
    let box = try box(server, wait: 1)
    try box.start("--device", "server")
    try notify(box)
    let record = try box.outcome(of: "a")
    #expect(record.sound.code == "not-heard")
    #expect(record.sound.reason?.contains(silence.reason) == true, "\(record.sound)")
    #expect(box.log.contains("warning sound not-heard"), "\(box.log)")
    #expect(!box.log.contains("critical"), "\(box.log)")
    let status = try box.run("status").text
    #expect(status.contains("\nnot heard ") && status.contains(silence.reason), "\(status)")
  }

  @Test("It is played as soon as it can be heard", arguments: Silence.allCases)
  func later(silence: Silence) throws {
    let server = try silence.server()
    let box = try box(server, wait: 60)
    try box.start("--device", "server")
    try notify(box)
    try box.eventually("status says it") { try box.run("status").text.contains(silence.reason) }
    #expect(try box.record("a")?.sound.code ?? "begun" == "begun")
    try silence.end(server)
    try server.startRecording()
    #expect(try box.outcome(of: "a").sound.code == "played")
    #expect(try server.stopRecording().contains { $0 != 0 })
    #expect(try !box.run("status").text.contains("not heard"))
  }

  @Test(
    "A critical one says it at once, and unmutes the output where the configuration allows it",
    arguments: [Silence.muted, .volume], [true, false])
  func critical(silence: Silence, unmutes: Bool) throws {
    let server = try silence.server()
    let box = try box(server, wait: 60, unmutes ? "critical: {unmute: true}\n" : "")
    try box.start("--device", "server")
    _ = try box.run("settings", "tocsinctl", "--critical", "on")
    try notify(box, "--critical")
    try box.eventually("the log says it: \(box.log)") {
      box.log.contains("error critical alert not heard yet") && box.log.contains(silence.reason)
    }
    if unmutes { #expect(try box.outcome(of: "a").sound.code == "played") }
    let muted = try server.control(["get-sink-mute", "bell"])
    let volume = try server.control(["get-sink-volume", "bell"])
    #expect(muted.contains("yes") == (silence == .muted && !unmutes), "\(muted)")
    let expected = silence == .muted ? " 100%" : unmutes ? " 50%" : " 0%"
    #expect(volume.contains(expected), "\(volume)")
    if !unmutes { #expect(try box.record("a")?.sound.code ?? "begun" == "begun") }
  }

  @Test(
    "A sound server that plays nothing for it, or hangs, does not matter", arguments: [true, false])
  func another(hangs: Bool) throws {
    let server = try Silence.muted.server()
    let folder = try TemporaryFolder()
    try folder.write(
      """
      pcm_type.flaky { lib "\(FlakyPlugin.path())" }
      pcm.card { type flaky heard "\(folder.path("heard.raw"))" }
      """.utf8, to: "asound.conf")
    let box = try box(server, wait: 1)
    box.environment["ALSA_CONFIG_PATH"] = folder.path("asound.conf")
    if hangs { try server.hang(true) }
    try box.start("--device", "card")
    try notify(box)
    #expect(try box.outcome(of: "a").sound.code == "played")
  }
}
