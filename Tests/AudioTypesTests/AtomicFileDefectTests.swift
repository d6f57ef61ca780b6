import AudioTypes
import Foundation
import TestSupport
import Testing

/// Output paths whose handling was once wrong.
@Suite struct AtomicFileDefectTests {
  @Test func aNameThatOnlyAFolderCanHaveIsRefused() throws {
    let folder = try TemporaryFolder()
    let path = folder.path("sounds") + "/"
    #expect(throws: FileError.self) { try AtomicFile(path: path, input: nil).commit() }
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path) == [])
  }

  @Test func anEmptyPathIsNotFound() {
    #expect(throws: FileError(.write, "", .notFound)) { try AtomicFile(path: "", input: nil) }
  }
}
