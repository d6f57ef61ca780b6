import BundlePreflight
import ConsoleOutput
import Files
import FoundationEssentials
import Glibc

/// An earlier state of the repository around the working folder, for the time of one run.
///
/// The revision's files are written to a folder of their own by Git's `checkout-index`, with an index of
/// their own: the repository, its index and its working tree stay as they are.
struct GitRevision {
  /// The reason why there is no such state, as a sentence.
  struct Failure: Error, CustomStringConvertible { let description: String }

  /// The folder that replaces the working folder.
  private let folder: String
  private let top: String

  /// Writes the files of `revision`.
  /// - Throws: ``Failure``.
  init(_ revision: String) throws(Failure) {
    guard let git = Git(), let prefix = git.answer(["rev-parse", "--show-prefix"]) else {
      throw Failure(description: "--since needs a Git repository here, and Git")
    }
    guard
      let tree = git.answer([
        "rev-parse", "--verify", "--quiet", "--end-of-options", revision + "^{tree}",
      ])
    else { throw Failure(description: "Git knows no revision '\(printable(revision))'") }
    var template = Array((Self.temporaryFolder + "/tocsin-since-XXXXXX").utf8CString)
    guard let made = mkdtemp(&template) else {
      throw Failure(description: "no temporary folder can be made in \(Self.temporaryFolder)")
    }
    top = String(cString: made)
    let index = ["GIT_INDEX_FILE=\(top)/index"]
    let worktree = git.answer(["rev-parse", "--show-toplevel"])?.trimmed ?? "."
    let isThere =
      git.answer(["read-tree", tree.trimmed], environment: index) != nil
      && git.answer(
        ["-C", worktree, "checkout-index", "-a", "-q", "--prefix=\(top)/tree/"],
        environment: index) != nil
    folder = top + "/tree/" + prefix.trimmed
    guard isThere else {
      remove()
      throw Failure(description: "Git cannot write the files of '\(printable(revision))'")
    }
  }

  /// The result of `body` in the revision's working folder; nil where the revision has none.
  func inside<Result>(_ body: () -> Result) -> Result? {
    guard let home = getcwd(nil, 0) else { return nil }
    defer { free(home) }
    guard chdir(folder) == 0 else { return nil }
    defer { _ = chdir(home) }
    return body()
  }

  func remove() { try? FileManager.default.removeItem(atPath: top) }

  private static var temporaryFolder: String {
    let named = getenv("TMPDIR").map { String(cString: $0) } ?? ""
    return named.isEmpty ? "/tmp" : named
  }
}

extension String {
  /// Without the line's end.
  fileprivate var trimmed: String { hasSuffix("\n") ? String(dropLast()) : self }
}
