import AudioFormats
import Files
import Foundation
import Glibc
import TestSupport
import Testing

@Suite struct AtomicFileTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func names() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder.url.path).sorted()
  }

  private func mode(of name: String) throws -> mode_t {
    var status = stat()
    try #require(lstat(folder.path(name), &status) == 0)
    return status.st_mode & 0o7777
  }

  @Test func theOldFileStaysUntilTheCommit() throws {
    let path = try folder.write([1, 2, 3], to: "bell.caf")
    let file = try AtomicFile(path: path)
    try file.write([7, 8], at: 0)
    #expect(try folder.bytes(of: "bell.caf") == [1, 2, 3])
    try file.commit()
    #expect(try folder.bytes(of: "bell.caf") == [7, 8])
    #expect(try names() == ["bell.caf"])
  }

  @Test func aNewFileAppearsWithTheCommit() throws {
    let file = try AtomicFile(path: folder.path("bell.caf"))
    try file.write([7], at: 0)
    #expect(access(folder.path("bell.caf"), F_OK) != 0)
    try file.commit()
    #expect(try names() == ["bell.caf"])
  }

  @Test func bytesGoWhereTheyAreToldTo() throws {
    let file = try AtomicFile(path: folder.path("bell.caf"))
    #expect(file.byteCount == 0)
    try file.write([3, 4], at: 5)
    #expect(file.byteCount == 7)
    try file.write([1], at: 0)
    try file.write([], at: 2)
    #expect(file.byteCount == 7)
    try file.commit()
    #expect(try folder.bytes(of: "bell.caf") == [1, 0, 0, 0, 0, 3, 4])
  }

  @Test func nothingIsLeftWhenTheFileIsDropped() throws {
    try folder.write([1], to: "old.caf")
    for name in ["old.caf", "new.caf"] {
      let file = try AtomicFile(path: folder.path(name))
      try file.write([UInt8](repeating: 9, count: 100_000), at: 0)
    }
    #expect(try names() == ["old.caf"])
    #expect(try folder.bytes(of: "old.caf") == [1])
  }

  @Test func aFailedCommitLeavesNothing() throws {
    let path = folder.path("bell.caf")
    do {
      let file = try AtomicFile(path: path)
      try file.write([1], at: 0)
      // Somebody makes a folder of the name meanwhile.
      #expect(mkdir(path, 0o700) == 0)
      #expect(throws: FileError(.write, path, .notRegular(.directory))) { try file.commit() }
    }
    #expect(try names() == ["bell.caf"])
  }

  @Test(arguments: [mode_t(0o600), 0o640, 0o755, 0o666])
  func theModeOfTheOldFileIsKept(mode: mode_t) throws {
    let path = try folder.write([1], to: "bell.caf")
    #expect(chmod(path, mode) == 0)
    try AtomicFile(path: path).commit()
    #expect(try self.mode(of: "bell.caf") == mode)
  }

  @Test func aNewFileHasTheModeThatAnyNewFileHas() throws {
    let descriptor = open(folder.path("other"), O_WRONLY | O_CREAT, 0o666)
    #expect(descriptor >= 0 && close(descriptor) == 0)
    try AtomicFile(path: folder.path("bell.caf")).commit()
    #expect(try mode(of: "bell.caf") == mode(of: "other"))
  }

  @Test(arguments: [
    String(repeating: "n", count: 255), String(repeating: "é", count: 127) + "n",
    String(repeating: "🔔", count: 63) + "caf",
  ])
  func aNameOf255BytesIsWritten(name: String) throws {
    #expect(name.utf8.count == 255)
    let file = try AtomicFile(path: folder.path(name))
    try file.write([5], at: 0)
    try file.commit()
    #expect(try names() == [name])
  }

  @Test func aNameOf256BytesIsRefused() {
    let path = folder.path(String(repeating: "n", count: 256))
    #expect(throws: FileError(.write, path, .system(ENAMETOOLONG))) {
      try AtomicFile(path: path)
    }
  }

  @Test func aDanglingLinkIsReplacedByTheFile() throws {
    let path = folder.path("link.caf")
    #expect(symlink("nowhere.caf", path) == 0)
    let file = try AtomicFile(path: path)
    try file.write([5], at: 0)
    try file.commit()
    #expect(try names() == ["link.caf"])
    #expect(try folder.bytes(of: "link.caf") == [5])
  }

  @Test func aLinkIsReplacedAndWhatItLedToStays() throws {
    try folder.write([1, 2], to: "bell.caf")
    #expect(symlink("bell.caf", folder.path("link.caf")) == 0)
    let file = try AtomicFile(path: folder.path("link.caf"))
    try file.write([5], at: 0)
    try file.commit()
    #expect(try folder.bytes(of: "bell.caf") == [1, 2])
    #expect(try folder.bytes(of: "link.caf") == [5])
  }

  @Test func whatAKilledRunLeftIsTakenAwayByTheNext() throws {
    // A kill between the two steps of a replacement leaves the name that stands between them.
    try folder.write([1], to: "bell.caf")
    try folder.write([2], to: ".bell.caf.tocsin-part")
    let file = try AtomicFile(path: folder.path("bell.caf"))
    try file.write([3], at: 0)
    try file.commit()
    #expect(try names() == ["bell.caf"])
    #expect(try folder.bytes(of: "bell.caf") == [3])
  }

  @Test func theFolderIsHeldSoARenamedOneStillGetsTheFile() throws {
    #expect(mkdir(folder.path("sounds"), 0o700) == 0)
    let file = try AtomicFile(path: folder.path("sounds/bell.caf"))
    try file.write([5], at: 0)
    #expect(rename(folder.path("sounds"), folder.path("moved")) == 0)
    try file.commit()
    #expect(try folder.bytes(of: "moved/bell.caf") == [5])
  }
}
