import AudioFormats
import Files
import Foundation
import Glibc
import TestSupport
import Testing

@Suite struct FileSourceTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// Bytes that tell their own offset.
  private static func content(_ count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: $0 ^ $0 >> 8) }
  }

  @Test(
    "offsets before, in and after the part that is read ahead",
    arguments: [
      (Int64(0), 10), (0, 50_000), (16_380, 4), (16_380, 8), (16_384, 100), (39_990, 100),
      (40_000, 10), (90_000, 10), (5, 0), (5, -7),
    ])
  func aRegularFileReadsLikeItsBytes(offset: Int64, count: Int) throws {
    let content = Self.content(40_000)
    let source = try FileSource(path: folder.write(content, to: "bell.caf"))
    #expect(source.byteCount == 40_000)
    let expected = try MemorySource(content).bytes(at: offset, count: count)
    #expect(try source.bytes(at: offset, count: count) == expected)
  }

  @Test func aReadReplacesWhatTheBufferHeld() throws {
    let source = try FileSource(path: folder.write(Self.content(20_000), to: "bell.caf"))
    var bytes = [UInt8](repeating: 0xEE, count: 300)
    try source.read(at: 3, count: 2, into: &bytes)
    #expect(bytes == [3, 4])
    try source.read(at: 19_998, count: 300, into: &bytes)
    #expect(bytes == Array(Self.content(20_000).suffix(2)))
    try source.read(at: 20_000, count: 300, into: &bytes)
    #expect(bytes == [])
  }

  @Test func anEmptyFileHasNoBytes() throws {
    let source = try FileSource(path: folder.write([], to: "empty.wav"))
    #expect(source.byteCount == 0)
    #expect(try source.bytes(at: 0, count: 40).isEmpty)
  }

  @Test func aMissingFileIsNotFound() {
    #expect(throws: FileError(.open, folder.path("none.caf"), .notFound)) {
      try FileSource(path: folder.path("none.caf"))
    }
  }

  @Test func aFileUnderAFileIsNotFound() throws {
    let path = try folder.write([1], to: "file") + "/bell.caf"
    #expect(throws: FileError(.open, path, .notFound)) { try FileSource(path: path) }
  }

  @Test func aFileWithoutPermissionIsDenied() throws {
    let path = try folder.write([1], to: "secret.caf")
    #expect(chmod(path, 0) == 0)
    try withOrdinaryRights {
      #expect(throws: FileError(.open, path, .permissionDenied)) { try FileSource(path: path) }
    }
  }

  @Test func aDirectoryIsRefused() {
    let path = folder.url.path
    #expect(throws: FileError(.open, path, .notRegular(.directory))) { try FileSource(path: path) }
  }

  @Test(.timeLimit(.minutes(20))) func aPipeIsRefusedWithoutWaitingForAWriter() {
    let path = folder.path("pipe.wav")
    #expect(mkfifo(path, 0o600) == 0)
    #expect(throws: FileError(.open, path, .notRegular(.pipe))) { try FileSource(path: path) }
  }

  @Test(arguments: ["/dev/zero", "/dev/null"]) func aDeviceIsRefusedThroughALink(device: String) {
    let path = folder.path("noise.wav")
    #expect(symlink(device, path) == 0)
    #expect(throws: FileError(.open, path, .notRegular(.device))) { try FileSource(path: path) }
  }

  @Test func aDanglingLinkIsNotFound() {
    let path = folder.path("dangling.caf")
    #expect(symlink("nowhere.caf", path) == 0)
    #expect(throws: FileError(.open, path, .notFound)) { try FileSource(path: path) }
  }

  @Test func aLoopOfLinksIsTold() {
    let path = folder.path("loop.caf")
    #expect(symlink("loop.caf", path) == 0)
    #expect(throws: FileError(.open, path, .tooManyLinks)) { try FileSource(path: path) }
  }

  @Test func aLinkToAFileIsThatFile() throws {
    let file = try FileSource(path: folder.write([1, 2], to: "bell.caf"))
    #expect(symlink("bell.caf", folder.path("link.caf")) == 0)
    #expect(link(folder.path("bell.caf"), folder.path("twin.caf")) == 0)
    #expect(try FileSource(path: folder.path("link.caf")).identity == file.identity)
    #expect(try FileSource(path: folder.path("twin.caf")).identity == file.identity)
    let other = try FileSource(path: folder.write([1, 2], to: "other.caf"))
    #expect(other.identity != file.identity)
  }

  @Test func aFileThatShrinksEndsEarly() throws {
    let path = try folder.write(Self.content(40_000), to: "bell.caf")
    let source = try FileSource(path: path)
    #expect(truncate(path, 20_000) == 0)
    for (offset, count) in [(Int64(30_000), 10), (19_990, 20), (0, 40_000), (20_000, 1)] {
      #expect(throws: FileError(.read, path, .endedEarly), "\(count) bytes at \(offset)") {
        try source.bytes(at: offset, count: count)
      }
    }
    #expect(try source.bytes(at: 19_990, count: 10) == Array(Self.content(20_000).suffix(10)))
  }

  @Test func whatGrowsBehindTheEndIsNotRead() throws {
    let path = try folder.write(Self.content(20_000), to: "bell.caf")
    let source = try FileSource(path: path)
    let handle = try FileHandle(forWritingTo: folder.url("bell.caf"))
    try handle.seekToEnd()
    try handle.write(contentsOf: Data(repeating: 0xEE, count: 1_000))
    try handle.close()
    #expect(source.byteCount == 20_000)
    #expect(try source.bytes(at: 19_999, count: 500) == Array(Self.content(20_000).suffix(1)))
  }

  @Test func aReplacedNameDoesNotChangeWhatIsRead() throws {
    let path = try folder.write(Self.content(20_000), to: "bell.caf")
    let source = try FileSource(path: path)
    try folder.write([UInt8](repeating: 0xEE, count: 20_000), to: "new.caf")
    #expect(rename(folder.path("new.caf"), path) == 0)
    #expect(try source.bytes(at: 0, count: 20_000) == Self.content(20_000))
  }

  @Test func theErrorNamesThePathWithoutItsControlCharacters() {
    let error = FileError(.open, "bell\n.caf", .notFound)
    #expect(error.description == "cannot open bell\\u{a}.caf: no such file")
    #expect(
      FileError(.write, "x", .notRegular(.pipe)).reasonText
        == "it is a pipe; a regular file is needed")
  }
}
