import Foundation
import NotificationScheduling
import NotificationStorage
import NotificationTypes
import Triggers

/// Which of many regions a fix enters or leaves, and what it costs to know them.
struct RegionSpeed: Measure {
  private static let count = 10_000
  private static let latitude = 52.5163
  private static let longitude = 13.3777

  func run(in workshop: Workshop) throws -> Section {
    var table = Table("measure", "value", "goal")
    for (name, spread) in [("in a country", 4.0), ("in a town", 0.1), ("at one place", 0.0002)] {
      workshop.progress.show("regions: \(name)")
      try decide(name, spread: spread, rounds: workshop.isQuick ? 200 : 2_000, &table)
    }
    try report(in: workshop, &table)
    return Section(title: "\(Self.count) regions, one fix", text: table.text)
  }

  private static func coordinate(_ north: Double, _ east: Double) throws -> GeoCoordinate {
    guard let place = GeoCoordinate(latitude: latitude + north, longitude: longitude + east) else {
      throw RunFailure(description: "a place that is not on the Earth")
    }
    return place
  }

  /// Regions of 20 m to 2 km, and a walk among them.
  private func decide(
    _ name: String, spread: Double, rounds: Int, _ table: inout Table
  ) throws {
    var tracker = RegionTracker(.receiver)
    tracker.follow(
      try (0..<Self.count).map { number in
        RegionTracker.Region(
          number: Int64(number),
          circle: RegionCircle(
            try Self.coordinate(
              .random(in: -spread...spread), .random(in: -spread...spread)),
            radius: pow(10, .random(in: 1.3...3.3))),
          side: nil)
      })
    var moves = 0
    var times: [Double] = []
    for round in 0..<rounds {
      // 20 m/s to the north.
      let place = try Self.coordinate(-spread + Double(round) * 0.00018, 0)
      let fix = PositionFix(
        place, accuracy: 10, time: Date(timeIntervalSinceReferenceDate: Double(round)))
      let before = processorTime
      moves += tracker.take(fix).count
      times.append(processorTime - before)
    }
    precondition(moves >= Self.count / 2)
    let greatest = times.sorted()[times.count * 99 / 100]
    table.append(
      "a decision for all, \(name) (99 of 100)",
      String(format: "%.0f µs (%.0f µs)", median(times) * 1e6, greatest * 1e6), "≤ 1000 µs")
  }

  /// A host's report, from the store to the store.
  private func report(in workshop: Workshop, _ table: inout Table) throws {
    workshop.progress.show("regions: in the store")
    let store = try NotificationStore(folder: StoreFolder(path: workshop.path("regions")))
    let schedule = NotificationSchedule(store: store, limit: .unlimited)
    try store.change("app") { $0.settings.location.set(.always) }
    _ = try schedule.add(
      (0..<Self.count).map { number in
        NotificationRequest(
          identifier: "\(number)", app: "app", content: NotificationContent(title: "Here"),
          trigger: .region(
            try RegionTrigger(
              identifier: "\(number)", latitude: Self.latitude + .random(in: -1...1),
              longitude: Self.longitude, radius: 100, repeats: true)))
      })
    let far = PositionFix(try Self.coordinate(5, 5), accuracy: 10, time: Date())
    try schedule.report(far)
    let times = try (0..<5).map { _ in try seconds { try schedule.report(far) } }
    table.append(
      "a report of a host that changes nothing, from the store",
      String(format: "%.0f ms", median(times) * 1e3), "")
  }
}
