import Foundation
import NotificationScheduling
import NotificationStorage
import NotificationTypes
import TestSupport
import Testing
import Triggers

@Suite("A delivery that ends the daemon each time", .serialized)
struct CrashTests {
  private func request(_ identifier: String, app: String) -> ScheduledRequest {
    ScheduledRequest(
      request: NotificationRequest(
        identifier: identifier, app: app, content: NotificationContent(title: identifier)),
      due: .wall(date: Date(), local: 0), added: Date())
  }

  @Test("After ten crashes it is missed; the others come once, and the daemon goes on")
  func tenTimes() async throws {
    let bus = try SessionBus()
    let server = try await ScriptedServer(on: bus)
    try await server.order(.answer("Notify", .kill))
    let box = try Box(environment: bus.environment)
    let store = try box.store()
    try store.change("quiet") { $0.settings.answer(true, to: [.sound]) }
    let names = ["a", "b", "c"]
    let schedule = NotificationSchedule(store: store, limit: .unlimited)
    var daemon = try box.start("--null-audio")
    func add(_ requests: [ScheduledRequest]) throws {
      _ = try store.add(requests, limit: .unlimited)
      schedule.wakeSchedulers()
    }
    try add(names.map { request($0, app: "quiet") })
    try await box.soon("the others come: \(box.log)") {
      try store.read(.counts()).delivered == names.count
    }
    let poison = request("poison", app: "app")
    try add([poison])
    for life in 1...LatePolicy.standard.maximumCrashes {
      if life > 1 { daemon = try box.launch(["--null-audio"]) }
      try await box.soon("it dies \(life) times: \(box.log)") { !daemon.isRunning }
      #expect(BegunDeliveries(in: store).attempts(of: poison.request) == life)
    }
    daemon = try box.start("--null-audio")
    try await box.soon("it is missed: \(box.log)") {
      try store.fetch(.missed(app: nil)).map(\.identifier) == ["poison"]
    }
    #expect(try store.fetch(.missed(app: nil)).map(\.reason) == [.failed])
    #expect(try store.read(.counts()).pending == 0)
    let delivered = box.log.split(separator: "\n").filter { $0.contains(" delivered ") }
    for name in names {
      #expect(
        delivered.count { $0.hasSuffix("identifier=\(name)") || $0.contains("identifier=\(name) ") }
          == 1)
    }
    try add([request("next", app: "quiet")])
    try await box.soon("the next one comes") { try box.record("next") != nil }
    #expect(daemon.isRunning)
  }
}
