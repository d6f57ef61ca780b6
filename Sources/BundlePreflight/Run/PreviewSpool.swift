import Glibc
import Synchronization

/// Previews of sounds for a report, in a file without a name: a thousand of them take no memory.
public final class PreviewSpool: Sendable {
  /// The maximum size (bytes) of all previews: a page with more opens slowly or not at all.
  private static let capacity: Int64 = 64 << 20

  private struct State {
    var end: Int64 = 0
    var places: [String: Range<Int64>] = [:]
  }

  private let descriptor: Int32
  private let state = Mutex(State())

  /// nil if no temporary file can be created.
  init?() {
    let folder = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
    var template = Array("\(folder)/tocsin-XXXXXX".utf8CString)
    descriptor = mkstemp(&template)
    guard descriptor >= 0 else { return nil }
    unlink(template)
  }

  deinit { close(descriptor) }

  /// Keeps the preview of `file` if there is room.
  func add(_ bytes: [UInt8], of file: String) {
    let place: Range<Int64>? = state.withLock { state in
      let end = state.end + Int64(bytes.count)
      guard end <= Self.capacity else { return nil }
      defer { state.end = end }
      return state.end..<end
    }
    guard let place, pwrite(descriptor, bytes, bytes.count, Int(place.lowerBound)) == bytes.count
    else { return }
    state.withLock { $0.places[file] = place }
  }

  /// The preview of `file`; nil if none was kept.
  public func preview(of file: String) -> [UInt8]? {
    guard let place = state.withLock({ $0.places[file] }) else { return nil }
    var bytes = [UInt8](repeating: 0, count: place.count)
    guard pread(descriptor, &bytes, bytes.count, Int(place.lowerBound)) == bytes.count else {
      return nil
    }
    return bytes
  }
}
