import TestSupport
import Testing
import YAMLText

@Suite("YAML")
struct YAMLTests {
  @Test("values know their line and column")
  func positions() throws {
    let root = try YAMLNode.parse(
      Array(
        """
        # sounds
        name: demo
        "flütter":
          assets:
            - sounds/ding.caf
            - {path: sounds/dong.caf, flavors: [a, 'b']}
        """.utf8))
    let assets = try #require(root["flütter"]?["assets"]?.elements)
    #expect(assets.map(\.line) == [5, 6] && assets.map(\.column) == [7, 7])
    #expect(assets[0].string == "sounds/ding.caf")
    let flavors = try #require(assets[1]["flavors"])
    #expect(flavors.elements?.map(\.string) == ["a", "b"])
    #expect(flavors.line == 6 && flavors.column == 40)
    #expect(root.entries?.map { $0.key.string } == ["name", "flütter"])
  }

  @Test("plain scalars mean more than quoted ones")
  func scalars() throws {
    let root = try YAMLNode.parse(
      Array("[true, 'true', 30.5, \"30\", null, ~, '', no, .inf, 1e999]".utf8))
    let nodes = try #require(root.elements)
    #expect(nodes.map(\.bool) == [true] + Array(repeating: nil, count: 9))
    #expect(nodes.map(\.number) == [nil, nil, 30.5] + Array(repeating: nil, count: 7))
    #expect(
      nodes.map(\.isNull) == [false, false, false, false, true, true] + [
        false, false, false, false,
      ])
  }

  @Test("an empty file is null", arguments: ["", "# only a comment\n", "---\n", "\u{FEFF}"])
  func empty(text: String) throws {
    #expect(try YAMLNode.parse(Array(text.utf8)).isNull)
  }

  @Test("an alias stands for what was anchored")
  func aliases() throws {
    let root = try YAMLNode.parse(Array("a: &x [1, {b: 2}]\nc: *x\nd: [*x, *x]\n".utf8))
    #expect(root["c"] == root["a"])
    #expect(root["d"]?.elements == root["a"].map { [$0, $0] })
  }

  @Test(
    "what is wrong is said with its place",
    arguments: [
      ("a: [1, 2\nb: 3\n", 2, 2, "did not find"),
      ("a: 1\n\tb: 2\n", 2, 1, "tab character"),
      ("a: 1\na: 2\n", 2, 1, "'a' stands here twice"), ("a: *b\n", 1, 4, "no anchor '&b'"),
      ("a: &a [*a]\n", 1, 8, "no anchor '&a'"), ("a: 1\n---\nb: 2\n", 2, 1, "second document"),
      ("{[a]: 1}\n", 1, 2, "a key must be a text"),
      ("ok: 1\nü: \u{1}\n", 2, 4, "control characters"),
      ("{a: 1\n", 2, 1, "did not find"),
    ])
  func errors(text: String, line: Int, column: Int, message: String) {
    let error = #expect(throws: YAMLError.self) { try YAMLNode.parse(Array(text.utf8)) }
    #expect(error?.line == line && error?.column == column, "\(String(describing: error))")
    #expect(error?.message.contains(message) == true, "\(String(describing: error))")
  }

  @Test("a billion laughs end early")
  func laughs() {
    var text = "a0: &a0 [lol, lol, lol, lol, lol, lol, lol, lol, lol]\n"
    for level in 1...12 {
      let aliases = Array(repeating: "*a\(level - 1)", count: 9).joined(separator: ", ")
      text += "a\(level): &a\(level) [\(aliases)]\n"
    }
    let error = #expect(throws: YAMLError.self) { try YAMLNode.parse(Array(text.utf8)) }
    #expect(error?.message.contains("100000 values") == true)
    #expect(error?.line == 6)
  }

  @Test("what is nested without end is refused", arguments: ["[", "- ", "{a: ", "? "])
  func depth(opener: String) {
    let text = String(repeating: opener, count: 20_000)
    let error = #expect(throws: YAMLError.self) { try YAMLNode.parse(Array(text.utf8)) }
    #expect(error?.message.contains("64 deep") == true)
  }

  @Test("what aliases nest without end is refused")
  func aliasDepth() {
    let text = (0..<70).reduce("a0: &a0 x\n") { $0 + "a\($1 + 1): &a\($1 + 1) [*a\($1)]\n" }
    let error = #expect(throws: YAMLError.self) { try YAMLNode.parse(Array(text.utf8)) }
    #expect(error?.message.contains("64 deep") == true)
  }

  @Test("damaged text is read or refused, and never traps")
  func damage() {
    let whole = Array(
      "name: x\nflutter:\n  assets: &a\n    - 'a b'\n    - \"\\u00e9\"\n  more: [*a, {b: |\n  c}]\n"
        .utf8)
    var generator = SeededGenerator.printed(for: "damaged YAML")
    var readable = 0
    for round in 0..<3_000 {
      var bytes = whole
      for _ in 0..<(1 + round % 4) {
        bytes[.random(in: bytes.indices, using: &generator)] = .random(
          in: 0...255, using: &generator)
      }
      bytes.removeLast(.random(in: 0..<bytes.count, using: &generator))
      do {
        _ = try YAMLNode.parse(bytes)
        readable += 1
      } catch {
        #expect(error.line >= 1 && error.column >= 1 && !error.message.isEmpty)
      }
    }
    #expect(readable > 0 && readable < 3_000)
  }
}
