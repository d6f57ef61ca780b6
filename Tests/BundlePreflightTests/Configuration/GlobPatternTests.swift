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
    ])
  func match(pattern: String, path: String, matches: Bool) {
    #expect(GlobPattern(pattern).matches(path) == matches)
  }

  @Test("Many stars over a long path take no time")
  func manyStars() {
    let pattern = GlobPattern(Array(repeating: "**", count: 200).joined(separator: "/") + "/x")
    #expect(!pattern.matches(Array(repeating: "a", count: 2_000).joined(separator: "/")))
  }
}
