import Foundation
import NotificationScheduling
import NotificationStorage
import NotificationTypes
import TestSupport
import Testing
import Triggers

@Suite("A sound server and a desktop that come late, as at boot", .serialized)
struct LateServerTests {
  private let sound: PulseServer
  private let bus: SessionBus
  private let box: Box
  private let tones = Tones(count: 2)

  init() throws {
    sound = try PulseServer()
    bus = try SessionBus()
    box = try Box(environment: sound.environment.merging(bus.environment) { $1 })
    try tones.write(for: "app", in: box)
  }

  /// One is due since an hour, the other one in a second.
  private func add() throws {
    let now = Date()
    let requests = [-3_600.0, 1].enumerated().map { number, offset in
      ScheduledRequest(
        request: NotificationRequest(
          identifier: "\(number)", app: "app",
          content: NotificationContent(
            title: "\(number)", sound: NotificationSound(name: "tone-\(number).wav"))),
        due: .wall(date: now + offset, local: 0), added: now - 7_200)
    }
    _ = try box.store().add(requests, limit: .unlimited)
  }

  @Test("What came due while the box was off, and before the servers, is heard and shown once")
  func late() async throws {
    box.environment["TOCSIN_AUDIO_WAIT"] = "60"
    box.environment["TOCSIN_BANNERS_WAIT"] = "60"
    try sound.startRecording()
    try sound.hang(true)
    try add()
    _ = try box.launch(["--device", "server"])
    // Longer than a try at the device takes.
    try await Task.sleep(for: .seconds(12))
    try sound.hang(false)
    let server = try await ScriptedServer(on: bus)
    for number in 0..<2 {
      try await box.soon("\(number) is heard and shown: \(box.log)") {
        let record = try box.record("\(number)")
        return record?.sound.code == "played" && record?.banner.code == "shown"
      }
    }
    // Nobody is killed: a sound that came again would come after seconds, and a stutter is shorter.
    let heard = tones.beginnings(in: try sound.stopRecording(), gap: 100)
    #expect(heard == [1, 1], "\(box.log)")
    #expect(try server.notifications().map(\.summary).sorted() == ["0", "1"])
  }

  @Test(
    "Where the sound server never answers, that is recorded after the wait, and the daemon lives")
  func never() async throws {
    box.environment["TOCSIN_AUDIO_WAIT"] = "3"
    try sound.hang(true)
    try add()
    let daemon = try box.launch(["--device", "server"])
    for number in 0..<2 {
      try await box.soon("the end of \(number): \(box.log)") {
        let code = try box.record("\(number)")?.sound.code
        return code != nil && code != "begun"
      }
      #expect(try box.record("\(number)")?.sound.code == "no-device")
    }
    #expect(daemon.isRunning)
    #expect(try box.store().read(.counts()) == StoreCounts(delivered: 2))
  }
}
