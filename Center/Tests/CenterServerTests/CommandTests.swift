import Foundation
import TestSupport
import Testing

@Suite("tocsinctl center")
struct CommandTests {
  /// `tocsinctl` with a store of its own.
  private final class Place: Sendable {
    let root: URL

    init() throws {
      root = FileManager.default.temporaryDirectory
        .appending(path: "tocsin-center-command-\(UUID().uuidString)")
      try FileManager.default.createDirectory(
        at: root.appending(path: "run"), withIntermediateDirectories: true)
    }

    deinit {
      _ = try? run("center", "--stop")
      try? FileManager.default.removeItem(at: root)
    }

    func run(_ arguments: String..., center: String? = nil) throws -> ToolResult {
      let program = try center ?? Tool.built("tocsin-center").path
      return try Tool.built("tocsinctl").run(
        arguments, environment: Bench.environment(root).merging(["TOCSIN_CENTER": program]) { $1 })
    }

    func link() throws -> URL {
      let result = try run("center")
      try #require(result.status == 0, "\(result.errors)")
      return try #require(
        URL(string: result.text.trimmingCharacters(in: .whitespacesAndNewlines)))
    }
  }

  @Test("starts the program; a second call gives another link to the same one, until it is stopped")
  func links() async throws {
    let place = try Place()
    let (first, second) = (try place.link(), try place.link())
    #expect(first.port == second.port && first != second)
    for link in [first, second] {
      #expect(try Bench.curl([link.absoluteString]).status == 200)
      #expect(try Bench.curl([link.absoluteString]).status == 403)
    }
    #expect(try place.run("center", "--stop").status == 0)
    try await eventually("its end") { try Bench.curl([first.absoluteString]).status == 0 }
    // Its own socket may answer a little longer than the page.
    var again = try place.run("center", "--stop")
    try await eventually("the end of its socket") {
      if again.status == 0 { again = try place.run("center", "--stop") }
      return again.status != 0
    }
    #expect(again.status == 1 && again.errors == "Error: tocsin-center does not run\n")
  }

  @Test("two that start at once are one program")
  func race() async throws {
    let place = try Place()
    let ports = try await withThrowingTaskGroup(of: Int?.self) { group in
      for _ in 0..<4 { group.addTask { try place.link().port } }
      return try await group.reduce(into: Set()) { $0.insert($1) }
    }
    #expect(ports.count == 1)
  }

  @Test("a program that a person has started gives links, too")
  func started() throws {
    let bench = try Bench(opens: false)
    let text = try Tool.built("tocsinctl")
      .run(["center"], environment: Bench.environment(bench.root)).text
    #expect(text.hasPrefix("http://127.0.0.1:\(bench.port)/open?key="))
    #expect(!text.contains(bench.link.query() ?? "?"))
  }

  @Test("where the program is not installed, it is said what to install")
  func missing() throws {
    let result = try Place().run("center", center: "/nonexistent/tocsin-center")
    #expect(result.status == 1 && result.text == "")
    #expect(
      result.errors == """
        Error: the program tocsin-center is not installed: install the package tocsin-center, or run \
        'make install-center'

        """)
  }
}
