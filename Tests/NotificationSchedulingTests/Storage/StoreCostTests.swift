import Foundation
import Glibc
import LinuxProcess
import NotificationTypes
import TestSupport
import Testing

@testable import NotificationScheduling
@testable import NotificationStorage

@Suite("What a large store costs: time and space", .serialized)
struct StoreCostTests {
  /// The processor time of this thread, in seconds.
  private var time: Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }

  /// The least processor time that a few calls take.
  private func least(_ body: () throws -> Void) rethrows -> Double {
    try (0..<5).map { _ in
      let start = time
      for _ in 0..<50 { try body() }
      return time - start
    }.min() ?? 0
  }

  @Test("An add costs the same, however many requests its app has, and so does their number")
  func adds() throws {
    let store = NotificationStore()
    let (batch, count) = (2_500, 20)
    var times: [Double] = []
    var counting: [Double] = []
    for number in 0..<count {
      let requests = try (0..<batch).map {
        try Sample.new("\(number)-\($0)", due: Double(($0 * 7_919) % batch))
      }
      let start = time
      // One transaction for each would measure the disk.
      for chunk in stride(from: 0, to: batch, by: 50) {
        _ = try store.add(Array(requests[chunk..<chunk + 50]), limit: .keepSoonest(1_000_000))
      }
      times.append(time - start)
      counting.append(try least { _ = try store.read(.pendingCount(app: "app")) })
    }
    #expect(try store.read(.pendingCount(app: "app")) == batch * count)
    let (first, last) = (times[0..<4].min() ?? 0, times[(count - 4)...].min() ?? 0)
    #expect(last < first * 2.5, "\(times)")
    #expect(counting[count - 1] < counting[0] * 4, "\(counting)")
  }

  private func size(_ place: Workplace) throws -> Int {
    let path = place.stateFolder.database
    return try #require(FileManager.default.attributesOfItem(atPath: path)[.size] as? Int)
  }

  @Test(
    "The space of what is forgotten goes back to the disk, also in a database of an older version",
    arguments: [2, 0])
  func space(autoVacuum: Int) throws {
    let place = try Workplace()
    if autoVacuum == 0 {
      do { _ = try place.store() }
      let script = """
        import sqlite3, sys
        c = sqlite3.connect(sys.argv[1], isolation_level=None)
        c.executescript("PRAGMA auto_vacuum = NONE; VACUUM")
        """
      let result = try Tool("python3").run(["-c", script, place.stateFolder.database])
      #expect(result.status == 0, "\(result.errors)")
    }
    let store = try place.store()
    #expect(try store.pragma("auto_vacuum") == "\(autoVacuum)")
    let body = String(repeating: "word ", count: 100)
    let date = Sample.moment.wall
    _ = try store.add(
      try (0..<5_000).map { number in
        var new = try Sample.new("\(number)", due: -9)
        new.request.content.body = body
        return new
      }, limit: .unlimited)
    try Sample.deliver(in: store, at: date)
    try store.checkpoint()
    let before = try size(place)
    #expect(try store.read(.counts()) == StoreCounts(delivered: 5_000))
    for _ in 0..<3 { try store.prune(before: date + 1) }
    #expect(try store.read(.counts()) == StoreCounts())
    let free = try #require(Int(store.pragma("freelist_count")))
    #expect(free < 257)
    #expect(try size(place) < before / 4, "\(before) bytes before")
  }
}
