import AudioFormats
import Files
import Foundation
import Glibc
import TestSupport
import Testing

@Suite struct AtomicFileRefusalTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func reason(_ path: String, input: FileIdentity? = nil) -> FileError.Reason? {
    let error = #expect(throws: FileError.self) {
      try AtomicFile(path: path, inputs: input.map { [$0] } ?? [])
    }
    #expect(error?.operation == .write)
    #expect(error?.path == path)
    return error?.reason
  }

  /// Another way to spell the input's path.
  enum Spelling: String, CaseIterable, CustomTestStringConvertible {
    case samePath, throughDots, hardLink, symbolicLink, linkToLink, linkedFolder

    var testDescription: String { rawValue }

    /// The path, in `folder`, that leads to `bell.caf`.
    func path(in folder: TemporaryFolder) throws -> String {
      let bell = folder.path("bell.caf")
      switch self {
      case .samePath:
        return bell
      case .throughDots:
        return folder.path("") + "/.././" + folder.url.lastPathComponent + "/bell.caf"
      case .hardLink:
        try #require(link(bell, folder.path("twin.caf")) == 0)
        return folder.path("twin.caf")
      case .symbolicLink:
        try #require(symlink("bell.caf", folder.path("link.caf")) == 0)
        return folder.path("link.caf")
      case .linkToLink:
        try #require(symlink("bell.caf", folder.path("first.caf")) == 0)
        try #require(symlink("first.caf", folder.path("second.caf")) == 0)
        return folder.path("second.caf")
      case .linkedFolder:
        try #require(symlink(".", folder.path("here")) == 0)
        return folder.path("here/bell.caf")
      }
    }
  }

  @Test(arguments: Spelling.allCases)
  func theInputIsNeverTheOutputHoweverItIsSpelled(spelling: Spelling) throws {
    let input = try FileSource(path: folder.write([1, 2, 3], to: "bell.caf"))
    let path = try spelling.path(in: folder)
    #expect(reason(path, input: input.identity) == .sameAsInput)
    #expect(try folder.bytes(of: "bell.caf") == [1, 2, 3])
  }

  @Test func aCopyOfTheInputMayBeTheOutput() throws {
    let input = try FileSource(path: folder.write([1, 2, 3], to: "bell.caf"))
    let file = try AtomicFile(
      path: folder.write([1, 2, 3], to: "copy.caf"), inputs: [input.identity])
    try file.write([9], at: 0)
    try file.commit()
    #expect(try folder.bytes(of: "copy.caf") == [9])
    #expect(try folder.bytes(of: "bell.caf") == [1, 2, 3])
  }

  @Test(arguments: ["", "/.", "/sub/.."]) func aDirectoryIsRefused(suffix: String) {
    #expect(mkdir(folder.path("sub"), 0o700) == 0)
    #expect(reason(folder.url.path + suffix) == .notRegular(.directory))
  }

  @Test func theRootFolderIsRefused() {
    #expect(reason("/") == .notRegular(.directory))
  }

  @Test(.timeLimit(.minutes(20))) func aPipeIsRefusedWithoutWaitingForAReader() {
    #expect(mkfifo(folder.path("pipe.caf"), 0o600) == 0)
    #expect(reason(folder.path("pipe.caf")) == .notRegular(.pipe))
  }

  @Test func aDeviceIsRefusedThroughALink() {
    #expect(symlink("/dev/null", folder.path("null.caf")) == 0)
    #expect(reason(folder.path("null.caf")) == .notRegular(.device))
  }

  @Test func aMissingFolderIsNotFound() {
    #expect(reason(folder.path("none/bell.caf")) == .notFound)
    #expect(
      FileError(.write, "none/bell.caf", .notFound).reasonText
        == "the output folder does not exist")
  }

  @Test func aFolderThatIsAFileIsNotFound() throws {
    let path = try folder.write([1], to: "file") + "/bell.caf"
    #expect(reason(path) == .notFound)
  }

  @Test func aLoopOfLinksIsTold() {
    #expect(symlink("loop.caf", folder.path("loop.caf")) == 0)
    #expect(reason(folder.path("loop.caf")) == .tooManyLinks)
  }

  @Test func aFolderWithoutPermissionIsDenied() throws {
    #expect(mkdir(folder.path("locked"), 0o500) == 0)
    try withOrdinaryRights {
      #expect(reason(folder.path("locked/bell.caf")) == .permissionDenied)
    }
  }
}
