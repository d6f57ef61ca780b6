import Foundation
import NotificationTypes
import Synchronization
import TestSupport
import Testing
import Triggers

@testable import NotificationScheduling
@testable import NotificationStorage

@Suite("On time while somebody keeps the database to himself", .serialized)
struct OnTimeTests {
  enum Holder: CaseIterable { case writer, salvage }

  /// In seconds: SQLite waits for ten.
  private static let tolerance = 9.0

  @Test("Each banner is shown on its date", arguments: Holder.allCases)
  func shown(_ holder: Holder) async throws {
    let bus = try SessionBus()
    let server = try await ScriptedServer(on: bus)
    let box = try Box(environment: bus.environment)
    try box.start("--null-audio")
    let store = try box.store()
    // The database is held by then.
    let start = Date() + 10
    let dates = (0..<16).map { start + Double($0) * 0.8 }
    _ = try store.add(
      dates.enumerated().map { number, date in
        ScheduledRequest(
          request: NotificationRequest(
            identifier: "\(number)", app: "app", content: NotificationContent(title: "\(number)")),
          due: .wall(date: date, local: 0), added: Date())
      }, limit: .unlimited)
    NotificationSchedule(store: store).wakeSchedulers()
    let hold = try Hold(box.stateFolder, holder)
    try await box.soon("all are shown: \(box.log)") {
      try server.notifications().count >= dates.count
    }
    #expect(try store.read(.counts()).pending == dates.count)
    hold.release()
    for call in try server.calls("Notify") {
      let number = try #require(Int(call.notification().summary))
      let late = try #require(call.time) - dates[number].timeIntervalSince1970
      #expect((0..<Self.tolerance).contains(late), "\(number) is \(late) s late")
    }
    try await box.soon("all are recorded") { try store.read(.counts()).pending == 0 }
    #expect(try server.notifications().count == dates.count)
    #expect(try store.read(.counts()).delivered == dates.count)
  }

  /// Keeps others from writing until it is released.
  private final class Hold: Sendable {
    private let isOver = Atomic(false)
    private let writer: Mutex<HeldStore?>

    init(_ folder: StoreFolder, _ holder: Holder) throws {
      guard holder == .salvage else {
        writer = Mutex(try HeldStore(folder.database))
        return
      }
      writer = Mutex(nil)
      let lock = try #require(try StoreLock(folder))
      let begins = DispatchSemaphore(value: 0)
      Thread {
        #expect(throws: Never.self) {
          try lock.alone {
            begins.signal()
            while !self.isOver.load(ordering: .acquiring) { usleep(10_000) }
          }
        }
      }.start()
      begins.wait()
    }

    func release() {
      isOver.store(true, ordering: .releasing)
      writer.withLock { $0?.release() }
    }

    deinit { release() }
  }
}
