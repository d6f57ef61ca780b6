import Foundation
import NotificationScheduling
import TestSupport
import Testing
import Triggers

@Suite("The tz database: names, the device's zone, and files that are none")
struct TimeZoneDatabaseTests {
  private let system = TimeZoneDatabase(folder: "/usr/share/zoneinfo")
  /// 2026-07-01 00:00 UTC.
  private let summer = 1_782_864_000

  @Test(
    "A name that is none, or leaves the folder, is unknown",
    arguments: [
      "", "Europe", "Europe/Atlantis", "../zoneinfo/UTC", "/usr/share/zoneinfo/UTC",
      "Europe/../UTC", "Europe//Berlin", "zone.tab\0", "Europe/Berlin ", ".",
    ])
  func unknown(name: String) {
    #expect(throws: TimeZoneError.unknown(name)) { try system.zone(name) }
  }

  @Test(
    "A zone by its hours and minutes from Greenwich",
    arguments: [("GMT+0530", 19_800), ("GMT-0330", -12_600), ("GMT+1245", 45_900)])
  func greenwich(name: String, offset: Int) throws {
    #expect(try system.zone(name) == TimeZoneRules(fixedOffset: offset))
  }

  @Test(
    "Other hours and minutes are no zone",
    arguments: ["GMT+0560", "GMT+1900", "GMT+530", "GMT 0530", "GMT+05:30", "GMT+05３0"])
  func notGreenwich(name: String) {
    #expect(throws: TimeZoneError.unknown(name)) { try system.zone(name) }
  }

  @Test(
    "The environment's zone goes before the device's file, in each of its forms",
    arguments: [
      ("Europe/Berlin", 7_200), (":Europe/Berlin", 7_200),
      ("/usr/share/zoneinfo/Asia/Tokyo", 32_400),
      (":/usr/share/zoneinfo/Asia/Tokyo", 32_400), ("EST5EDT,M3.2.0,M11.1.0", -14_400),
      ("<+0330>-3:30", 12_600), ("UTC", 0), ("", 0), ("Europe/Atlantis", 0),
    ])
  func environment(value: String, offset: Int) {
    let database = TimeZoneDatabase(
      folder: "/usr/share/zoneinfo", deviceFile: "/usr/share/zoneinfo/Asia/Kolkata",
      environmentZone: value)
    #expect(database.deviceZone.offset(at: summer) == offset)
  }

  @Test("The device's file is read again when it is asked for; without one the zone is UTC")
  func reload() throws {
    let folder = try TemporaryFolder()
    let file = folder.path("localtime")
    let database = TimeZoneDatabase(folder: "/usr/share/zoneinfo", deviceFile: file)
    #expect(database.deviceZone == .utc)
    let before = database.version
    try FileManager.default.createSymbolicLink(
      atPath: file, withDestinationPath: "/usr/share/zoneinfo/Asia/Kolkata")
    #expect(database.deviceZone == .utc)
    database.reload()
    #expect(database.deviceZone.offset(at: summer) == 19_800)
    #expect(database.version != before)
  }

  @Test("Files that are not a zone are refused, wherever they are cut or changed")
  func damaged() throws {
    let folder = try TemporaryFolder()
    let whole = [UInt8](
      try Data(contentsOf: URL(fileURLWithPath: "/usr/share/zoneinfo/Europe/Berlin")))
    let database = TimeZoneDatabase(folder: folder.url.path)
    try folder.write(whole, to: "Whole")
    #expect(try database.zone("Whole") == system.zone("Europe/Berlin"))
    for length in stride(from: 1, to: whole.count, by: 7) {
      try folder.write(whole.prefix(length), to: "Cut")
      #expect(throws: TimeZoneError.malformed("Cut"), "\(length)") { try database.zone("Cut") }
    }
    var random = SeededGenerator.printed(for: "damaged zones")
    for _ in 0..<400 {
      var bytes = whole
      for _ in 0..<3 {
        bytes[Int.random(in: 0..<bytes.count, using: &random)] = .random(
          in: 0...255, using: &random)
      }
      try folder.write(bytes, to: "Changed")
      // Refused or read, but never a trap, and what is read gives an offset for each moment.
      if let rules = try? database.zone("Changed") {
        #expect(abs(rules.offset(at: summer)) < 200 * 3_600)
        database.reload()
      }
    }
    try folder.write([], to: "Empty")
    #expect(throws: TimeZoneError.unknown("Empty")) { try database.zone("Empty") }
  }
}
