import Foundation
import TestSupport
import Testing

@testable import BundlePreflight

@Suite("Patterns of paths")
struct GlobPatternTests {
  @Test(
    "Match as in .gitignore",
    arguments: [
      ("*.wav", "a/b/c.wav", true), ("*.wav", "a/b/c.caf", false), ("Music", "Music/a.caf", true),
      ("Music/", "App/Music/a.caf", true), ("Music/**", "Music/a/b.caf", true),
      ("Music/**", "App/Music/a.caf", false), ("**/Music/*.caf", "x/y/Music/a.caf", true),
      ("a/*/c.caf", "a/b/c.caf", true), ("a/*/c.caf", "a/b/b/c.caf", false),
      ("a/**/c.caf", "a/c.caf", true), ("a/**/c.caf", "a/x/y/c.caf", true),
      ("ding?.caf", "ding1.caf", true), ("ding?.caf", "ding.caf", false),
      ("/top.caf", "top.caf", true), ("sounds/alarm.caf", "ios/sounds/alarm.caf", false),
      ("*.aiff", ".take.aiff", true), ("*", ".take.aiff", true), ("[.]take", ".take", true),
      ("Music/**", "Music", false), ("Music/", "Music", false), ("Music", "Music", true),
      ("take[0-9].caf", "take7.caf", true), ("take[!0-9].caf", "take7.caf", false),
      ("take[[:digit:]-].caf", "take-.caf", true), ("a[]b].caf", "a].caf", true),
      (#"a\*.caf"#, "a*.caf", true), (#"a\*.caf"#, "ab.caf", false), (#"\!a.caf"#, "!a.caf", true),
      ("a[b.caf", "a[b.caf", false), ("", "a.caf", false), ("/", "a.caf", false),
    ])
  func match(pattern: String, path: String, matches: Bool) {
    #expect(GlobList([pattern]).matches(path) == matches)
  }

  @Test(
    "A question mark is a character, whatever bytes it has",
    arguments: ["Töne.caf", "To\u{308}ne.caf", "T🔔ne.caf"])
  func characters(name: String) {
    #expect(GlobList(["T?ne.caf"]).matches(name))
    #expect(!GlobList(["T??ne.caf"]).matches(name))
    #expect(GlobList(["T[ä-ü🔔]ne.caf"]).matches(name))
  }

  @Test(
    "What begins with ! takes back what was matched before it, but nothing in a matched folder",
    arguments: [
      (["*.aiff", "!keep.aiff"], "a/keep.aiff", false), (["*.aiff", "!keep.aiff"], "a.aiff", true),
      (["!keep.aiff", "*.aiff"], "keep.aiff", true),
      (["Music/*", "!Music/a.caf"], "Music/a.caf", false),
      (["Music", "!Music/a.caf"], "Music/a.caf", true),
      (["Music", "!Music"], "Music/a.caf", false),
      (["!a.caf"], "a.caf", false),
    ])
  func negated(patterns: [String], path: String, matches: Bool) {
    #expect(GlobList(patterns).matches(path) == matches)
  }

  /// A pattern whose stars are single ones, or a whole part: of others git's own documentation and
  /// its code differ.
  private func pattern(_ generator: inout SeededGenerator) -> String {
    func chosen(_ pieces: [String]) -> String { pieces.randomElement(using: &generator) ?? "" }
    let parts = (0..<Int.random(in: 1...4, using: &generator)).map { _ in
      if Int.random(in: 0..<4, using: &generator) == 0 { return "**" }
      let pieces = ["a", "b", "*", "?", "[ab]", "[!a]", "]", ".", "\\a", "\\*"]
      var part = (0..<Int.random(in: 1...3, using: &generator)).map { _ in chosen(pieces) }.joined()
      while part.contains("**") { part = part.replacing("**", with: "*") }
      return part
    }
    return chosen(["", "", "!"]) + chosen(["", "", "/"]) + parts.joined(separator: "/")
      + chosen(["", "", "/"])
  }

  @Test("Random patterns match what git ignores")
  func git() throws {
    var generator = SeededGenerator.printed(for: "patterns of paths")
    let folder = try TemporaryFolder()
    #expect(try Tool("git").run(["init", "-q"], in: folder.url).status == 0)
    let names = ["a", "b", "ab", ".a", "a.b", "aab", "!a", "]", "*"]
    for _ in 0..<150 {
      let patterns = (0..<Int.random(in: 1...3, using: &generator)).map { _ in
        pattern(&generator)
      }
      let paths = (0..<20).map { _ in
        (0..<Int.random(in: 1...3, using: &generator)).map { _ in
          names.randomElement(using: &generator) ?? "a"
        }.joined(separator: "/")
      }
      try folder.write(Array(patterns.joined(separator: "\n").utf8), to: ".gitignore")
      let told = try Tool("git").run(
        ["-c", "core.quotePath=false", "check-ignore", "--no-index", "--"] + paths, in: folder.url)
      #expect(told.status < 2, "\(told.errors)")
      let ignored = Set(told.text.split(separator: "\n").map(String.init))
      let list = GlobList(patterns)
      for path in Set(paths) {
        #expect(list.matches(path) == ignored.contains(path), "\(patterns) and \(path)")
      }
    }
  }

  @Test("Many stars over a long path or name take no time")
  func manyStars() {
    let deep = GlobList([Array(repeating: "**", count: 200).joined(separator: "/") + "/x"])
    #expect(!deep.matches(Array(repeating: "a", count: 2_000).joined(separator: "/")))
    let long = GlobList([String(repeating: "*a", count: 100) + "b"])
    #expect(!long.matches(String(repeating: "a", count: 20_000)))
  }
}
