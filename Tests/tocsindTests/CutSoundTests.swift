import AudioFormats
import Foundation
import NotificationStorage
import NotificationTypes
import TestSupport
import Testing

@Suite("A sound that a kill cuts off", .serialized)
struct CutSoundTests {
  /// In seconds. However busy the machine is, a look finds it sounding.
  private static let length = 6.0

  private let server: PulseServer
  private let box: Box

  init() throws {
    server = try PulseServer()
    box = try Box(
      configuration: Box.allowing + "banners: {enabled: false}\n", environment: server.environment)
    let places = "home/mail/Library/Sounds"
    try FileManager.default.createDirectory(
      at: box.folder.url(places), withIntermediateDirectories: true)
    let rate = PulseServer.sampleRate
    let samples = (0..<Int(Self.length * Double(rate))).map { sin(Double($0) / 10) / 2 }
    let sound = Samples16(PCMBuffer(channelCount: 1, samples: samples), sampleRate: rate)
    try box.folder.write(sound.wave, to: places + "/alarm.wav")
  }

  /// Starts the alarm, and kills the daemon when half a second of it was heard.
  private func startAndKill() async throws {
    let daemon = try box.start("--device", "server")
    let result = try box.run(
      "notify", "--app", "mail", "--id", "a", "--sound", "alarm.wav", "--title", "Hi")
    #expect(result.status == 0, "\(result.errors)")
    try await kill(daemon, from: 0)
  }

  private func kill(_ daemon: RunningTool, from heard: Double) async throws {
    try await box.soon("half a second is heard: \(box.log)") {
      try box.record("a")?.sound == .begun && seconds(of: server.recording()) > heard + 0.5
    }
    daemon.kill()
    #expect(try box.record("a")?.sound == .begun)
  }

  /// The length of what is heard in a recording.
  private func seconds(of samples: [Int16]) -> Double {
    let step = 2 * PulseServer.sampleRate / 100
    let parts = stride(from: 0, to: samples.count - step, by: step).count { start in
      // A few samples of the tone's period: a look at all of them takes long.
      stride(from: start, to: start + 128, by: 8).contains { abs(Int(samples[$0])) > 1_000 }
    }
    return Double(parts) / 100
  }

  @Test("It begins again after each start, is heard whole, counted, and logged as a warning")
  func again() async throws {
    try server.startRecording()
    try await startAndKill()
    let first = seconds(of: try server.recording())
    // At once, in the middle of what begins again.
    let daemon = try box.start("--device", "server")
    try await kill(daemon, from: first)
    let heard = seconds(of: try server.recording())
    try box.start("--device", "server")
    let record = try box.outcome(of: "a")
    #expect(record.sound.code == "played" && record.interruptions == 2, "\(record)")
    let whole = seconds(of: try server.stopRecording()) - heard
    #expect(whole > 0.95 * Self.length && whole < 1.1 * Self.length, "\(whole) s")
    let warnings = box.log.split(separator: "\n").filter {
      $0.contains("warning the sound was cut")
    }
    #expect(
      warnings.count == 2 && warnings.allSatisfy { $0.contains("identifier=a") }, "\(box.log)")
    let status = try box.run("status").text.split(separator: "\n")
    #expect(
      status.contains { $0.hasPrefix("interrupted_sounds_total ") && $0.hasSuffix(" 1") },
      "\(status)")
    let list = try box.run("delivered").text.split(separator: "\n")
    #expect(
      list.first?.contains("CUT OFF") == true && list.last?.contains("  2  ") == true, "\(list)")
    let json = try JSONSerialization.jsonObject(with: try box.run("delivered", "--json").output)
    let item = ((json as? [String: Any])?["items"] as? [[String: Any]])?.first
    #expect((item?["record"] as? [String: Any])?["interruptions"] as? Int == 2)
  }

  @Test("What the user has removed meanwhile does not begin again, and is silenced if it has")
  func acknowledged() async throws {
    try server.startRecording()
    try await startAndKill()
    _ = try box.run("remove-delivered", "--app", "mail", "a")
    let daemon = try box.start("--device", "server")
    // The daemon has read its log when it delivers, and sounds of one priority begin in their order.
    _ = try box.run("notify", "--id", "b", "--sound", "ping", "--title", "Hi")
    _ = try box.outcome(of: "b")
    #expect(!box.log.contains("begins again"), "\(box.log)")
    daemon.terminate()
    try await startAndKill()
    let heard = seconds(of: try server.recording())
    try box.start("--device", "server")
    // Removed between the decision and the first frame, or a moment later.
    try box.eventually("it begins again: \(box.log)") { box.log.contains("begins again") }
    _ = try box.run("remove-delivered", "--app", "mail", "a")
    try box.eventually("it is silenced: \(box.log)") { box.log.contains("sound silenced") }
    #expect(seconds(of: try server.stopRecording()) - heard < Self.length)
  }

  @Test("One of which nearly all was heard does not begin again")
  func nearlyWhole() async throws {
    let daemon = try box.start("--device", "server")
    _ = try box.run("notify", "--app", "mail", "--id", "a", "--sound", "alarm.wav", "--title", "Hi")
    try box.eventually("nearly all was heard: \(box.log)") {
      DeliveryLog.records(of: "scheduler", in: box.stateFolder, after: 0)
        .contains { $0.kind == .soundEnded }
    }
    daemon.kill()
    try box.start("--device", "server")
    _ = try box.run("notify", "--id", "b", "--sound", "ping", "--title", "Hi")
    _ = try box.outcome(of: "b")
    #expect(!box.log.contains("begins again"), "\(box.log)")
    #expect(try box.record("a")?.sound.code == "played")
  }
}
