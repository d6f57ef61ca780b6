import Foundation
import NotificationScheduling
import NotificationStorage
import NotificationTypes
import TestSupport
import Testing

@Suite("What is too late while the store takes in nothing")
struct HeldUpkeepTests {
  @Test("It holds nothing up, and is marked missed once, when the store takes it in")
  func tooLate() async throws {
    let place = try Workplace()
    let host = try Host(store: place.store())
    try host.add("old", try Host.calendar(.init(hour: 13)))
    host.clock.advance(by: .seconds(2 * 86_400))
    try host.add("new", .immediate)
    let held = try HeldStore(place.stateFolder.database)
    let started = Task { await host.start() }
    try await eventually("the new one is delivered") { host.identifiers == ["new"] }
    #expect(try host.schedule.store.read(.counts()).missed == 0)
    held.release()
    await started.value
    try await eventually("the old one is missed") {
      try host.schedule.store.read(.counts()) == StoreCounts(delivered: 1, missed: 1)
    }
    try await host.stop()
    #expect(host.identifiers == ["new"])
    let missed = try host.schedule.store.fetch(.missed(app: nil))
    #expect(missed.map(\.identifier) == ["old"] && missed[0].reason == .tooLate)
  }
}
