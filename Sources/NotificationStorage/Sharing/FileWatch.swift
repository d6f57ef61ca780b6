import FoundationEssentials
import Glibc

/// Watches files that other processes write or replace: the zone of the device, a database.
///
/// It watches their folders, because most of these files are replaced, not written.
public final class FileWatch: Sendable {
  /// The descriptor that can be read when something has happened; negative where the kernel gives
  /// none.
  public let number: Int32
  private let names: [Int32: Set<String>]

  /// Skips files that cannot be watched.
  /// - Parameters:
  ///   - files: the paths of the files.
  ///   - events: what counts as a change, as in inotify(7): `IN_MODIFY`, `IN_MOVED_TO`, …
  public init(_ files: [String], for events: UInt32) {
    let descriptor = inotify_init1(Int32(IN_CLOEXEC) | Int32(IN_NONBLOCK))
    number = descriptor
    var names: [Int32: Set<String>] = [:]
    for path in files {
      let url = URL(fileURLWithPath: path)
      let watch = inotify_add_watch(descriptor, url.deletingLastPathComponent().path, events)
      // One folder has one watch, however many of its files are wanted.
      if watch >= 0 { names[watch, default: []].insert(url.lastPathComponent) }
    }
    self.names = names
  }

  deinit { if number >= 0 { close(number) } }

  /// Reads all events; returns whether one of them is about a watched file, or some were lost.
  public func hasChange() -> Bool {
    var isChanged = false
    withUnsafeTemporaryAllocation(
      byteCount: 4_096, alignment: MemoryLayout<inotify_event>.alignment
    ) { buffer in
      while true {
        let size = read(number, buffer.baseAddress, buffer.count)
        guard size > 0 else { return }
        var position = 0
        while position + MemoryLayout<inotify_event>.size <= size {
          let event = buffer.load(fromByteOffset: position, as: inotify_event.self)
          let start = position + MemoryLayout<inotify_event>.size
          let name = buffer[start..<start + Int(event.len)].prefix { $0 != 0 }
          if event.mask & UInt32(IN_Q_OVERFLOW) != 0
            || names[event.wd]?.contains(String(decoding: name, as: UTF8.self)) == true
          {
            isChanged = true
          }
          position = start + Int(event.len)
        }
      }
    }
    return isChanged
  }
}
