import Foundation
import Glibc
import NotificationScheduling
import NotificationStorage
import NotificationTypes
import TestSupport
import Testing

@Suite("An overdue alarm and programs that are started and stopped", .serialized)
struct PlannedStopTests {
  private func expectDelivered(_ identifier: String, _ box: Box) throws {
    let outcome = try box.outcome(of: identifier)
    #expect(outcome.sound.code == "played", "\(outcome)")
    #expect(try box.store().fetch(.missed()).isEmpty)
    #expect(try box.store().fetch(.pending()).isEmpty)
    #expect(try box.store().fetch(.delivered(identifier: identifier)).count == 1)
  }

  @Test("Thirty restarts of a daemon that finds no device: it is heard when there is one")
  func restarts() throws {
    let box = try Box(environment: ["TOCSIN_AUDIO_WAIT": "600"])
    let schedule = NotificationSchedule(store: try NotificationStore(folder: box.stateFolder))
    let request = NotificationRequest(
      identifier: "alarm", app: "mail",
      content: NotificationContent(title: "Alarm", sound: .standard), trigger: .immediate)
    _ = try schedule.add(request)
    for run in 1...30 {
      let daemon = try box.start("--device", "nonesuch", "--no-banners")
      try box.eventually("run \(run) has begun it") {
        BegunDeliveries(in: schedule.store).attempts(of: request) == 1
      }
      #expect(daemon.terminate() == .exited(0))
    }
    #expect(try box.store().fetch(.missed()).isEmpty)
    try box.start("--null-audio", "--no-banners")
    try expectDelivered("alarm", box)
  }

  @Test("Fifteen `tocsinctl notify` without a daemon: it is heard, and never missed")
  func commands() throws {
    let box = try Box()
    #expect(
      try box.run("schedule", "--id", "alarm", "--sound", "ping", "--title", "Alarm").status == 0)
    for run in 1...15 {
      // Two equal sounds at once are one, and the command ends with its own: this one is longer.
      let result = try box.run(
        "notify", "--id", "n\(run)", "--sound", "default", "--title", "\(run)", "--device", "null")
      #expect(result.status == 0, "\(result.errors)")
    }
    #expect(try box.store().fetch(.missed()).isEmpty)
    try box.start("--null-audio", "--no-banners")
    try expectDelivered("alarm", box)
  }
}
