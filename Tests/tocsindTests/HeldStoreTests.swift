import Foundation
import NotificationScheduling
import NotificationStorage
import NotificationTypes
import TestSupport
import Testing
import Triggers

@Suite("The daemon while somebody holds the database", .serialized)
struct HeldStoreTests {
  @Test(
    "However much becomes due meanwhile, it is delivered, and a kill repeats one of it at most")
  func muchMeanwhile() throws {
    let box = try Box(configuration: Box.allowing + "banners: {enabled: false}\n")
    let count = 9_000
    let store = try box.store()
    let daemon = try box.start("--null-audio")
    let date = Date() + 8
    let requests = (0..<count).map { number in
      ScheduledRequest(
        request: NotificationRequest(
          identifier: "\(number)", app: "app", content: NotificationContent(title: "\(number)")),
        due: .wall(date: date, local: 0), added: Date())
    }
    _ = try store.add(requests, limit: .unlimited)
    NotificationSchedule(store: store).wakeSchedulers()
    let held = try HeldStore(box.stateFolder.database)
    try box.eventually("all are delivered") { deliveries(in: box).count >= count }
    daemon.kill()
    held.release()
    try box.start("--null-audio")
    try box.eventually("all are recorded") { try store.read(.counts()).pending == 0 }
    let delivered = deliveries(in: box)
    #expect(Set(delivered).count == count)
    #expect(delivered.count <= count + 1)
    #expect(try store.read(.counts()).delivered == count)
    #expect(try store.read(.counts()).missed == 0)
  }

  /// The identifiers of what the daemon says that it has delivered.
  private func deliveries(in box: Box) -> [Substring] {
    box.log.split(separator: "\n").filter { $0.contains(" delivered ") }.compactMap { line in
      line.split(separator: " ").first { $0.hasPrefix("identifier=") }
    }
  }
}
