import Foundation
import NotificationScheduling
import NotificationStorage
import TestSupport
import Testing

@Suite("A log that cannot be written, or that nobody reads, stops no page")
struct LogTests {
  @Test("A page is served, and each failure is answered", arguments: UnusableLog.Kind.allCases)
  func page(kind: UnusableLog.Kind) async throws {
    let log = try UnusableLog(kind)
    defer { withExtendedLifetime(log) {} }
    let bench = try Bench(with: log)
    let database = try #require(bench.store.folder).database
    try Bench.run(
      "sqlite3",
      [
        database,
        "CREATE TRIGGER no BEFORE INSERT ON request BEGIN SELECT raise(ABORT, 'no'); END",
      ])
    // Each failure has a line, and all of them are more than the pipe has room for.
    for _ in 0..<100 {
      try #require(try bench.post("/api/test", #"{"app":"mail"}"#).status == 500)
    }
    try Bench.run("sqlite3", [database, "DROP TRIGGER no"])
    #expect(try bench.post("/api/test", #"{"app":"mail"}"#).status == 204)
    #expect(try bench.ask("/").status == 200)
    #expect(bench.terminate() == .exited(0))
    // What was meant for people is in no file that was opened in the place of standard error.
    let files = FileManager.default.enumerator(at: bench.root, includingPropertiesForKeys: nil)
    for case let file as URL in try #require(files) {
      let bytes = try? Data(contentsOf: file)
      #expect(bytes?.range(of: Data("error /api/test".utf8)) == nil, "\(file.path)")
    }
  }

  @Test("A page is served where nobody reads its link")
  func link() async throws {
    let root = FileManager.default.temporaryDirectory
      .appending(path: "tocsin-center-tests-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: root) }
    let output = try Pipe.small(isFull: true)
    let program = try Bench.start(in: root, output: output)
    defer { withExtendedLifetime(output) {} }
    // It is asked for another link, on the socket that is made when it serves.
    let environment = Bench.environment(root).merging(["TOCSIN_CENTER": "/nonexistent"]) { $1 }
    var text = ""
    try await eventually("a link") {
      text = try Tool.built("tocsinctl").run(["center"], environment: environment).text
      return text.hasPrefix("http://127.0.0.1:") || !program.isRunning
    }
    let link = text.trimmingCharacters(in: .whitespacesAndNewlines)
    #expect(try Bench.curl([link]).status == 200)
    #expect(program.terminate() == .exited(0))
  }
}
