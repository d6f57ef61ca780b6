import Foundation
import NotificationScheduling
import NotificationStorage
import Synchronization
import TestSupport
import Testing

@Suite("Whether an app runs, as others see it")
struct PresenceTests {
  @Test("It never seems to be gone while it changes what it says of itself")
  func changing() throws {
    let place = try Workplace()
    let listener = try AppListener(app: "app", in: place.stateFolder)
    let isOver = Atomic(false)
    let thread = Thread {
      for number in 0..<20_000 { listener.isForeground = number.isMultiple(of: 2) }
      isOver.store(true, ordering: .releasing)
    }
    thread.start()
    var counts: [AppPresence: Int] = [:]
    while !isOver.load(ordering: .acquiring) {
      counts[.current(of: "app", in: place.stateFolder), default: 0] += 1
    }
    #expect(counts[.absent] == nil && !counts.isEmpty, "\(counts)")
    // A busy machine may have looked at the same one of both each time.
    for isForeground in [true, false] {
      listener.isForeground = isForeground
      let state = AppPresence.current(of: "app", in: place.stateFolder)
      #expect(state == (isForeground ? .foreground : .background))
    }
  }
}
