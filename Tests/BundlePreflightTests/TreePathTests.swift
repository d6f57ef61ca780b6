import Testing

@testable import BundlePreflight

@Suite("Paths in a tree")
struct TreePathTests {
  @Test(
    "are joined as a project means them",
    arguments: [
      ("ios", "Runner/ding.caf", "ios/Runner/ding.caf"), ("ios/App", "../Sounds", "ios/Sounds"),
      ("", "./a/./b", "a/b"), ("ios", "..", ""), ("ios", "../..", nil), ("ios", "/a", "a"),
    ])
  func join(folder: String, path: String, joined: String?) {
    #expect(TreePath.join(folder, path) == joined)
  }

  @Test("know their parts")
  func parts() {
    #expect(TreePath.lastPart("a/b/Ding.CAF") == "Ding.CAF")
    #expect(TreePath.suffix("a/b/Ding.CAF") == "caf")
    #expect(TreePath.stem("a/b/Ding.CAF") == "Ding")
    #expect(TreePath.suffix("a.b/.caf") == "")
    #expect(TreePath.folder("a/b") == "a" && TreePath.folder("a") == "")
    #expect(TreePath.isBelow("ios/a", "ios") && !TreePath.isBelow("iosx/a", "ios"))
  }

  @Test("are bytes: a slash with an accent on it is a slash")
  func accents() {
    let name = "\u{301}ding.caf"
    #expect(Array(TreePath.lastPart("a/" + name).utf8) == Array(name.utf8))
    #expect(TreePath.folder("a/" + name) == "a")
    #expect(TreePath.join("", "../" + name) == nil)
    #expect(TreePath.join("b", "../" + name).map { Array($0.utf8) } == Array(name.utf8))
    #expect(TreePath.isBelow("a/" + name, "a"))
  }
}
