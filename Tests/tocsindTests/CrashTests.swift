import Foundation
import NotificationScheduling
import NotificationTypes
import TestSupport
import Testing

@Suite("A delivery that ends the daemon each time", .serialized)
struct CrashTests {
  private func request(_ identifier: String, app: String) -> NewRequest {
    NewRequest(
      request: NotificationRequest(
        identifier: identifier, app: app, content: NotificationContent(title: identifier)),
      due: .wall(date: Date(), local: 0), added: Date())
  }

  @Test("After ten crashes it is missed; the others come once, and the daemon goes on")
  func tenTimes() async throws {
    let bus = try SessionBus()
    let server = try await ScriptedServer(on: bus)
    try await server.order(.answer("Notify", .hang))
    let box = try Box(environment: bus.environment)
    let store = try box.store()
    try store.change("quiet") { $0.settings.answer(true, to: [.sound]) }
    let names = ["a", "b", "c"]
    let poison = request("poison", app: "app")
    _ = try store.add(
      [poison] + names.map { request($0, app: "quiet") }, limit: .unlimited)
    let crashes = LatePolicy.standard.maximumCrashes
    for life in 1...crashes {
      let daemon = try box.launch(["--null-audio"])
      // Killed in the middle of it, when the others are done.
      try await box.soon("attempt \(life): \(box.log)") {
        try BegunDeliveries(in: store).attempts(of: poison.request) >= life
          && store.counts().delivered == names.count
      }
      box.kill(daemon)
    }
    let daemon = try box.start("--null-audio")
    try await box.soon("it is missed: \(box.log)") {
      try store.fetch(.missed(app: nil)).map(\.identifier) == ["poison"]
    }
    #expect(try store.fetch(.missed(app: nil)).map(\.reason) == [.failed])
    #expect(try store.counts().pending == 0)
    let delivered = box.log.split(separator: "\n").filter { $0.contains(" delivered ") }
    for name in names {
      #expect(
        delivered.count { $0.hasSuffix("identifier=\(name)") || $0.contains("identifier=\(name) ") }
          == 1)
    }
    _ = try store.add([request("next", app: "quiet")], limit: .unlimited)
    NotificationSchedule(store: store).wakeSchedulers()
    try await box.soon("the next one comes") { try box.record("next") != nil }
    #expect(daemon.isRunning)
  }
}
