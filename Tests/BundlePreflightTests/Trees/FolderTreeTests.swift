import Foundation
import TestSupport
import Testing

@testable import BundlePreflight

@Suite("Folders as trees")
struct FolderTreeTests {
  @Test("List regular files in order; links to files are followed, links around themselves are not")
  func listing() throws {
    let folder = try PreflightFolder()
    try folder.write("x", to: "b/two.caf")
    try folder.write("xy", to: "a.caf")
    try folder.write("x", to: "node_modules/three.caf")
    try folder.python(
      """
      import os
      os.symlink('../a.caf', 'b/link.caf'); os.symlink('..', 'b/circle')
      os.symlink('nowhere', 'b/dangling'); os.mkfifo('b/pipe.caf')
      """)
    let tree = FolderTree(root: folder.folder.url.path) { $0 == "node_modules" }
    #expect(tree.files.map(\.path) == ["a.caf", "b/link.caf", "b/two.caf"])
    #expect(tree.files.map(\.byteCount) == [2, 2, 1])
    #expect(tree.unreadable.isEmpty)
    #expect(tree.contents(of: "a.caf", limit: 2) == Array("xy".utf8))
    #expect(tree.contents(of: "a.caf", limit: 1) == nil)
    #expect(tree.contents(of: "gone", limit: 1) == nil)
  }

  @Test("A folder that is nested too deep, and a name that is not UTF-8, are told")
  func unreadable() throws {
    let folder = try PreflightFolder()
    try folder.python(
      """
      import os
      os.makedirs('/'.join(['d'] * 80)); open(b'bad-\\xff.caf', 'w').close()
      """)
    let tree = FolderTree(root: folder.folder.url.path) { _ in false }
    #expect(tree.files.isEmpty)
    #expect(Set(tree.unreadable.map(\.reason)).count == 2)
  }
}
