import Foundation
import TestSupport
import Testing

@Suite("The number of an app's requests, as a user meets it")
struct LimitTests {
  @Test("Ten thousand alarms are kept, and one more; a maximum drops none of them")
  func many() throws {
    let place = try Workplace()
    let requests = (1...10_000).map { number in
      """
      {"identifier": "\(number)", "app": "tocsinctl", "content": {"title": "t"},
       "trigger": {"type": "timeInterval", "seconds": \(10_000 + number)}}
      """
    }.joined(separator: ",")
    try place.folder.write(#"{"version": 1, "requests": [\#(requests)]}"#.utf8, to: "archive")
    let imported = try place.run("import", "archive")
    #expect(imported.status == 0, "\(imported.errors)")
    #expect(try place.run("schedule", "--title", "t", "--in", "1h").status == 0)
    let refused = try place.run("schedule", "--title", "t", "--in", "1h", "--limit", "10000")
    #expect(refused.status == 1 && refused.errors.contains("is not kept"), "\(refused.errors)")
    #expect(try place.items("pending", "--json").count == 10_001)
    #expect(try place.items("missed", "--json").isEmpty)
  }
}
