import AudioFormats
import Dispatch
import Files
import Glibc
import Synchronization

/// The files in a zip or tar archive: `.ipa`, `.apk`, `.aab`, `.zip`, `.xcarchive.zip`, `.tar.gz`.
struct ArchiveTree: ReadableTree {
  let files: [TreeFile]
  /// The findings about the archive itself.
  let findings: [PreflightFinding]
  private let path: String
  private let limits: ArchiveLimits
  private let projectFiles: [TreePath: [UInt8]]

  init(path: String, limits: ArchiveLimits = ArchiveLimits()) {
    let index = ArchiveIndex(path: path, limits: limits)
    self.path = path
    self.limits = limits
    files = index.files
    projectFiles = index.projectFiles
    findings = index.findings
  }

  func contents(of path: TreePath, limit: Int) -> [UInt8]? {
    projectFiles[path].flatMap { $0.count <= limit ? $0 : nil }
  }

  func read(
    _ wanted: [TreeFile], limit: Int64,
    _ body: @Sendable (TreeFile, Result<any ByteSource, FileError>) -> Void
  ) {
    guard !wanted.isEmpty else { return }
    let queue = ArchiveQueue(path: path, wanted: wanted, limit: limit, limits: limits)
    DispatchQueue.concurrentPerform(iterations: coreCount) { _ in
      while let (file, content) = queue.next() { body(file, content) }
    }
  }
}

/// Returns the wanted entries of an archive one by one: an archive must be read in its own order,
/// while many threads process its entries.
private final class ArchiveQueue: Sendable {
  private struct State {
    var reader: ArchiveReader?
    /// The entries that were not reached yet.
    var missing: [TreePath: TreeFile]
    var readBytes: Int64 = 0
    /// The reason for the entries that are still missing at the end.
    var reason = FileError.Reason.endedEarly
  }

  private let state: Mutex<State>
  private let path: String
  private let limit: Int64
  private let limits: ArchiveLimits

  init(path: String, wanted: [TreeFile], limit: Int64, limits: ArchiveLimits) {
    self.path = path
    self.limit = limit
    self.limits = limits
    let missing = Dictionary(wanted.map { ($0.path, $0) }) { first, _ in first }
    state = Mutex(State(reader: try? ArchiveReader(path: path), missing: missing))
  }

  /// The next wanted entry; those that cannot be read follow at the end, as errors.
  func next() -> (TreeFile, Result<any ByteSource, FileError>)? {
    state.withLock { state in
      do {
        while let reader = state.reader, !state.missing.isEmpty, let entry = try reader.next() {
          guard let path = TreePath.top.resolving(entry.path),
            let file = state.missing.removeValue(forKey: path)
          else { continue }
          guard let bytes = try reader.content(limit: Int(limit)) else {
            return (file, .failure(FileError(.read, file.path.text, .system(EFBIG))))
          }
          state.readBytes += Int64(bytes.count)
          if state.readBytes > limits.readBytes {
            (state.reader, state.reason) = (nil, .system(EFBIG))
          }
          return (file, .success(MemorySource(bytes)))
        }
      } catch {
        state.reader = nil
      }
      guard let (path, file) = state.missing.first else { return nil }
      state.missing.removeValue(forKey: path)
      return (file, .failure(FileError(.read, file.path.text, state.reason)))
    }
  }
}
