import Testing

@testable import BundlePreflight

@Suite("Paths in a tree")
struct TreePathTests {
  @Test(
    "are found as a project means them",
    arguments: [
      ("ios", "Runner/ding.caf", "ios/Runner/ding.caf"), ("ios/App", "../Sounds", "ios/Sounds"),
      ("", "./a/./b", "a/b"), ("ios", "..", ""), ("ios", "../..", nil), ("ios", "/a", "a"),
    ])
  func resolve(folder: String, path: String, resolved: String?) {
    #expect(TreePath(folder).resolving(path)?.text == resolved)
  }

  @Test("know their parts")
  func parts() {
    let path: TreePath = "a/b/Ding.CAF"
    #expect(path.name == "Ding.CAF" && path.stem == "Ding" && path.suffix == "caf")
    #expect(path.folder == "a/b" && path.folder.folder.folder == .top)
    #expect(Array(path.upwards) == ["a/b/Ding.CAF", "a/b", "a", ""])
    #expect(TreePath("a.b/.caf").suffix == "")
    #expect(path.isBelow("a") && path.isBelow(path) && path.isBelow(.top))
    #expect(!TreePath("iosx/a").isBelow("ios"))
    #expect(path.relative(to: "a") == "b/Ding.CAF" && path.relative(to: .top) == path)
    #expect(TreePath.top.appending("a").appending("b") == "a/b")
  }

  @Test("are bytes: a slash with an accent on it is a slash")
  func accents() {
    let name = "\u{301}ding.caf"
    let path = TreePath("a/" + name)
    #expect(Array(path.name.utf8) == Array(name.utf8))
    #expect(path.folder == "a" && path.isBelow("a"))
    #expect(TreePath.top.resolving("../" + name) == nil)
    #expect(TreePath("b").resolving("../" + name).map { Array($0.text.utf8) } == Array(name.utf8))
  }
}
