import Foundation
import LinuxProcess
import NotificationTypes
import TestSupport
import Testing
import Triggers

@testable import NotificationScheduling
@testable import NotificationStorage

@Suite("The dates of time intervals follow a clock that is set, and no other")
struct AnchorTests {
  private static let count = 10_000

  /// The bytes of the log after a scheduler's start whose clocks differ by `step` from those at
  /// which the requests were added.
  private func logSize(after step: TimeInterval) throws -> (bytes: Int, due: [Double]) {
    let folder = try TemporaryFolder()
    let store = try NotificationStore(folder: StoreFolder(path: folder.path("state")))
    _ = try store.add(
      try (0..<Self.count).map { try Sample.elapsed("\($0)", due: 1_000 + Double($0)) },
      limit: .unlimited)
    var moment = Sample.moment
    // The first start; the second one comes an hour later.
    try store.apply(.anchored(at: moment))
    try store.checkpoint()
    moment.elapsed += .seconds(3_600)
    moment.wall += 3_600 + step
    try store.apply(.anchored(at: moment))
    let size =
      try FileManager.default.attributesOfItem(
        atPath: folder.path("state/notifications.sqlite-wal"))[.size] as? Int
    let due = try store.fetch(.pending(app: nil)).prefix(3).compactMap {
      $0.due.date?.timeIntervalSince(Sample.moment.wall)
    }
    return (size ?? 0, due)
  }

  @Test(
    "A start whose readings of the clocks differ by less than a step writes no request",
    arguments: [0, 0.000_001, -0.000_150, 0.01, -0.09])
  func unchanged(step: TimeInterval) throws {
    let (bytes, due) = try logSize(after: step)
    // Less than one byte for each request: the withdrawn ones are looked through all the same.
    #expect(bytes < Self.count, "\(bytes)")
    #expect(due.count == 3)
    for (number, date) in due.enumerated() { #expect(abs(date - 1_000 - Double(number)) < 0.001) }
  }

  @Test("A clock that was stepped moves all of them", arguments: [0.128, -3_600, 1])
  func stepped(step: TimeInterval) throws {
    let (bytes, due) = try logSize(after: step)
    #expect(bytes > Self.count * 10)
    for (number, date) in due.enumerated() {
      #expect(abs(date - (1_000 + Double(number) + step)) < 0.001)
    }
  }
}
