import Foundation
import TestSupport

/// A page that listens: curl with a file behind it.
final class EventReader {
  struct Event {
    let name: String
    let value: [String: Any]
    let list: [[String: Any]]
  }

  private let process: RunningTool
  private let file: URL

  init(_ bench: Bench) throws {
    file = bench.root.appending(path: "events-\(UUID().uuidString)")
    process = try Tool("curl").start([
      "-s", "-N", "-H", "Cookie: " + bench.cookie, "-o", file.path,
      "http://127.0.0.1:\(bench.port)/api/events?t=\(bench.token)",
    ])
  }

  /// Whether a text was told so far.
  func contains(_ text: String) -> Bool {
    ((try? String(contentsOf: file, encoding: .utf8)) ?? "").contains(text)
  }

  /// All events so far.
  var events: [Event] {
    let text = (try? String(contentsOf: file, encoding: .utf8)) ?? ""
    return text.components(separatedBy: "\n\n").dropLast().compactMap { block in
      let lines = block.split(separator: "\n")
      guard lines.count == 2, lines[0].hasPrefix("event: "), lines[1].hasPrefix("data: ") else {
        return nil
      }
      let json = try? JSONSerialization.jsonObject(with: Data(lines[1].dropFirst(6).utf8))
      return Event(
        name: String(lines[0].dropFirst(7)), value: json as? [String: Any] ?? [:],
        list: json as? [[String: Any]] ?? [])
    }
  }

  /// The list of delivered notifications as a page has it: titles by their numbers.
  var delivered: [Int: [String: Any]] {
    var items: [Int: [String: Any]] = [:]
    for event in events where event.name == "delivered" {
      if event.value["isReset"] as? Bool == true { items = [:] }
      for number in event.value["remove"] as? [Int] ?? [] { items[number] = nil }
      for item in event.value["add"] as? [[String: Any]] ?? [] {
        if let number = item["number"] as? Int { items[number] = item }
      }
    }
    return items
  }

  var titles: [String] { delivered.values.compactMap { $0["title"] as? String }.sorted() }

  /// The last value of a list that is told as a whole.
  func last(_ name: String) -> Event? { events.last { $0.name == name } }
}
