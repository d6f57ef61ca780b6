import Foundation
import TestSupport
import Testing
import Triggers

@Suite("A zone's offset is that of an independent reader of the same files")
struct ZoneOffsetTests {
  @Test("At random moments from 1971 to 2399, in every zone")
  func offsets() throws {
    var random = SeededGenerator.printed(for: "zone offsets")
    let instants = (0..<400).map { _ in
      Int.random(in: 31_536_000...13_569_465_600, using: &random)
    }
    let oracle = try Oracle()
    let zones = try oracle.zones()
    #expect(zones.count > 550)
    let database = TimeZoneDatabase(folder: "/usr/share/zoneinfo")
    for (zone, expected) in zip(zones, try oracle.offsets(at: instants, in: zones)) {
      let rules = try database.zone(zone)
      #expect(instants.map(rules.offset) == expected, "\(zone)")
    }
  }
}
