import Foundation
import NotificationTypes
import TestSupport

/// The independent calculator: Python's zoneinfo over the same tz database.
struct Oracle {
  private let folder: TemporaryFolder
  private let python: Tool
  private let script: String

  init() throws {
    folder = try TemporaryFolder()
    python = try Tool("python3")
    script = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().appending(path: "Fixtures/oracle.py").path
  }

  struct Failed: Error, CustomStringConvertible { let description: String }

  private func run(_ arguments: [String], input: [Int] = []) throws -> String {
    let quoted = ([script] + arguments).map { "'\($0)'" }.joined(separator: " ")
    try folder.write(input.map { "\($0)\n" }.joined().utf8, to: "input")
    let result = try Tool("sh").run([
      "-c", "'\(python.path)' \(quoted) < '\(folder.path("input"))'",
    ])
    guard result.status == 0 else { throw Failed(description: result.errors) }
    return result.text
  }

  /// Every zone of the database, links included.
  func zones() throws -> [String] { try run(["zones"]).split(separator: "\n").map(String.init) }

  /// The dates of each rule in each zone, `first` < date ≤ `last`, in seconds since 1970.
  func dates(
    of rules: [CalendarComponents], in zones: [String], after first: Int, through last: Int
  ) throws -> [[[Int]]] {
    try folder.write(JSONEncoder().encode(rules), to: "rules")
    let output = folder.path("dates")
    _ = try run(["dates", folder.path("rules"), output, "\(first)", "\(last)"] + zones)
    var numbers = try integers(at: output)[...]
    return zones.map { _ in
      rules.map { _ in
        let count = numbers.removeFirst()
        defer { numbers = numbers.dropFirst(count) }
        return Array(numbers.prefix(count))
      }
    }
  }

  /// Seconds east of UTC, for each zone and each instant.
  func offsets(at instants: [Int], in zones: [String]) throws -> [[Int]] {
    let output = folder.path("offsets")
    _ = try run(["offsets", output] + zones, input: instants)
    let numbers = try integers(at: output)
    return zones.indices.map { Array(numbers[$0 * instants.count..<($0 + 1) * instants.count]) }
  }

  private func integers(at path: String) throws -> [Int] {
    try Data(contentsOf: URL(fileURLWithPath: path)).withUnsafeBytes {
      Array($0.bindMemory(to: Int.self))
    }
  }
}
