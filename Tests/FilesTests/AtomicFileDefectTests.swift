import AudioFormats
import Dispatch
import Files
import Foundation
import Synchronization
import TestSupport
import Testing

/// Outputs whose handling was once wrong.
@Suite struct AtomicFileDefectTests {
  @Test func aNameThatOnlyAFolderCanHaveIsRefused() throws {
    let folder = try TemporaryFolder()
    let path = folder.path("sounds") + "/"
    #expect(throws: FileError.self) { try AtomicFile(path: path).commit() }
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path) == [])
  }

  @Test func anEmptyPathIsNotFound() {
    #expect(throws: FileError(.write, "", .notFound)) { try AtomicFile(path: "") }
  }

  @Test func runsThatMeetAllSucceedAndLeaveOneWholeFile() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write([0xFF], to: "bell.caf")
    let failures = Mutex<[FileError.Reason]>([])
    for _ in 0..<6 {
      DispatchQueue.concurrentPerform(iterations: 24) { number in
        do throws(FileError) {
          let file = try AtomicFile(path: path)
          try file.write([UInt8](repeating: UInt8(number), count: 5_000), at: 0)
          try file.commit()
        } catch { failures.withLock { $0.append(error.reason) } }
      }
      let bytes = try folder.bytes(of: "bell.caf")
      #expect(bytes.count == 5_000)
      #expect(Set(bytes).count == 1)
    }
    #expect(failures.withLock { $0 } == [])
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path) == ["bell.caf"])
  }
}
