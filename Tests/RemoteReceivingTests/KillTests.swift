import Foundation
import NotificationTypes
import RemoteNotifications
import Synchronization
import TestSupport
import Testing

@testable import NotificationScheduling
@testable import NotificationStorage

@Suite("A box that is killed", .serialized, .timeLimit(.minutes(20)))
struct KillTests {
  /// All insertions of requests, in a table of the test's own: one that came twice stands there twice.
  private static let journal = """
    CREATE TABLE IF NOT EXISTS test_journal (app TEXT, identifier TEXT);
    CREATE TRIGGER IF NOT EXISTS test_note AFTER INSERT ON request BEGIN
      INSERT INTO test_journal VALUES (new.app, new.identifier);
    END;
    """

  @Test(
    "Twenty kills under load: the newest is not lost, and nothing comes twice or out of order",
    arguments: Engine.Version.allCases)
  func kills(version: Engine.Version) async throws {
    let engine = try Engine(version)
    let gateway = try TestGateway(engine)
    try gateway.makeStream()
    let user = try RemoteUser()
    let schedule = try user.schedule()
    try schedule.store.execute(Self.journal)
    let apps = [TestBox.kitchen, TestBox.door]
    for app in apps {
      try schedule.store.change(app) { $0.remote = RemoteRegistration(topic: app) }
    }
    try user.enrol(engine)
    let isOver = Mutex(false)
    let last = Mutex<[String: Int]>([:])
    let load = Task.detached {
      var number = 0
      while !isOver.withLock(\.self) {
        number += 1
        for app in apps
        where gateway.push(try gateway.envelope(app, String(format: "%06d", number))) {
          last.withLock { $0[app] = number }
        }
      }
    }
    var arrived = 0
    for _ in 0..<20 {
      let box = try user.start("tocsin-remote")
      // Dies when it is in the middle of it.
      try await eventually("more comes") {
        try schedule.store.read(.counts()).pending > arrived + 10
      }
      try await Task.sleep(for: .milliseconds(.random(in: 0...100)))
      box.kill()
      arrived = try schedule.store.read(.counts()).pending
    }
    isOver.withLock { $0 = true }
    try await load.value
    let box = try user.start("tocsin-remote")
    for app in apps {
      let newest = String(format: "%06d", try #require(last.withLock { $0[app] }))
      try await eventually("the newest comes, \(newest)") {
        try schedule.store.read(.contains(.pending(app: app, identifier: newest)))
      }
    }
    #expect(box.terminate() == .exited(0))
    var count = 0
    for app in apps {
      let journal = try journal(app, in: schedule.store)
      #expect(Set(journal).count == journal.count, "something came twice")
      #expect(journal == journal.sorted(), "something came out of order")
      #expect(!journal.isEmpty)
      count += journal.count
    }
    #expect(count > 200)
  }

  private func journal(_ app: String, in store: NotificationStore) throws -> [String] {
    try store.texts("SELECT identifier FROM test_journal WHERE app = '\(app)' ORDER BY rowid")
  }
}
