import Foundation
import TestSupport
import Testing

@Suite("tocsinctl with a store that holds much", .serialized)
struct LargeStoreTests {
  /// Requests and delivered notifications of each kind.
  private static let count = 40_000

  private static let fill = """
    import sqlite3, sys
    base = sqlite3.connect(sys.argv[1])
    count = int(sys.argv[2])
    base.execute('''WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?)
      INSERT INTO request
        (app, identifier, content, trigger, kind, repeats, added, clock, due, local)
      SELECT 'app' || (i % 7), 'r' || i,
        CAST('{"title":"t' || i || '","body":"' || hex(zeroblob(100)) || '"}' AS BLOB),
        CAST('{"type":"calendar","repeats":false,"components":{"year":2090}}' AS BLOB), 2, 0, 0, 0,
        3786825600000000 - i * 1000000, 0 FROM n''', [count])
    base.execute('''INSERT INTO delivery (request, app, identifier, content, trigger, due, date)
      SELECT sequence, app, identifier, content, trigger, due, 1700000000123456 FROM request''')
    base.commit()
    """

  private static let measure = """
    import resource, subprocess, sys
    code = subprocess.run(sys.argv[1:], stdout=open("output", "wb"), stdin=subprocess.DEVNULL)
    print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)
    sys.exit(code.returncode)
    """

  private func place() throws -> Workplace {
    let place = try Workplace()
    _ = try place.run("schedule", "--in", "1h", "--title", "t", "--id", "first")
    let result = try Tool.python.run([
      "-c", Self.fill, place.folder.path("tocsin/notifications.sqlite"), "\(Self.count)",
    ])
    #expect(result.status == 0, "\(result.errors)")
    return place
  }

  @Test("A page is listed, with how many more there are; all come on demand, and as JSON")
  func pages() throws {
    let place = try place()
    let pending = try place.run("pending")
    let lines = pending.text.split(separator: "\n")
    try #require(lines.count == 51, "\(pending.errors)")
    #expect(lines[1].hasPrefix("first ") && lines[2].hasPrefix("r40000 "))
    #expect(pending.errors == "… and 39,951 more (--all)\n")
    let delivered = try place.run("delivered", "--app", "app3")
    #expect(delivered.text.split(separator: "\n").count == 51)
    #expect(delivered.errors == "… and 5,664 more (--all)\n")
    let all = try place.run("pending", "--all", "--app", "app3")
    #expect(all.errors.isEmpty)
    #expect(all.text.split(separator: "\n").count { $0.contains("  app3 ") } == 5_714)
    let items = try place.items("pending", "--json", "--app", "app3")
    #expect(items.count == 5_714)
    let names = items.map { ($0["request"] as? [String: Any])?["identifier"] as? String }
    #expect(names.first == "r39994" && names.last == "r3")
    let dates = try place.items("delivered", "--json", "--app", "app3").map {
      $0["date"] as? String
    }
    #expect(Set(dates) == ["2023-11-14T22:13:20.123Z"])
    #expect(try place.run("next", "r77").text == "2089-12-31 00:58:43 +01:00\n")
  }

  @Test("However much there is, it is not all in memory")
  func memory() throws {
    let place = try place()
    let tool = try Tool.built("tocsinctl").path
    for words in [
      ["status"], ["pending"], ["pending", "--json"], ["delivered"], ["delivered", "--json"],
      ["export"],
    ] {
      let result = try Tool.python.run(
        ["-c", Self.measure, tool] + words, in: place.folder.url,
        environment: ["XDG_STATE_HOME": place.folder.url.path])
      let kibibytes = Int(result.text.trimmingCharacters(in: .whitespacesAndNewlines)) ?? .max
      #expect(
        result.status == 0 && kibibytes < 64 << 10, "\(words) \(result.text) \(result.errors)")
    }
  }
}
