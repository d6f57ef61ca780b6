import Foundation
import SystemPackage
import TestSupport
import Testing

@testable import Files

@Suite("The temporary file for bytes of a pipe")
struct SpoolFileTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func input(_ count: Int) throws -> FileDescriptor {
    let path = try folder.write([UInt8](repeating: 7, count: count), to: "input")
    return try .open(FilePath(path), .readOnly)
  }

  private func fill(
    _ count: Int, maximum: Int64? = nil, reserve: UInt64? = nil
  ) throws -> SpoolFile {
    let spool = try SpoolFile(standingFor: "-", for: .read)
    let input = try input(count)
    defer { try? input.close() }
    try spool.fill(from: input, maximum: maximum, reserve: reserve)
    return spool
  }

  private func size(_ spool: SpoolFile) throws -> Int64 {
    try spool.descriptor.seek(offset: 0, from: .end)
  }

  @Test("As many bytes as the limit are taken, and one more is an error")
  func limit() throws {
    #expect(try size(fill(100_000, maximum: 100_000)) == 100_000)
    #expect(throws: FileError(.read, "-", .tooLarge(maximum: 99_999))) {
      try fill(100_000, maximum: 99_999)
    }
  }

  @Test("Where the disk has no more than its reserve, a MiB is taken, and more is an error")
  func room() throws {
    #expect(try size(fill(1 << 20, reserve: .max)) == 1 << 20)
    let error = try #require(throws: FileError.self) { try fill(1 << 20 + 1, reserve: .max) }
    guard case .noRoom = error.reason else {
      Issue.record("\(error)")
      return
    }
    #expect(error.description.contains("TMPDIR"))
    #expect(try size(fill(1 << 20 + 1, reserve: 0)) == 1 << 20 + 1)
  }

  @Test("A file system without nameless files holds one that has lost its name")
  func unlinked() throws {
    let spool = try SpoolFile(standingFor: "-", for: .write, usesNameless: false)
    try spool.write([1, 2, 3], at: 2)
    var bytes = [UInt8](repeating: 0, count: 8)
    let count = try bytes.withUnsafeMutableBytes {
      try spool.descriptor.read(fromAbsoluteOffset: 0, into: $0)
    }
    #expect(bytes[..<count] == [0, 0, 1, 2, 3])
    var status = stat()
    #expect(fstat(spool.descriptor.rawValue, &status) == 0)
    #expect(status.st_nlink == 0 && status.st_mode & 0o777 == 0o600)
  }
}
