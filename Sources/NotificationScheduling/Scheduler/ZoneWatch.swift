import Foundation
import Glibc

/// Watches the files that tell the device's zone and the rules of all zones.
///
/// The folders are watched, for these files are replaced, not written.
final class ZoneWatch: Sendable {
  let number: Int32
  private let names: [Int32: Set<String>]

  /// What cannot be watched is not: then a change counts from the next start on.
  init(_ files: [String]) {
    let descriptor = inotify_init1(Int32(IN_CLOEXEC) | Int32(IN_NONBLOCK))
    number = descriptor
    var names: [Int32: Set<String>] = [:]
    for path in files {
      let url = URL(fileURLWithPath: path)
      let mask = UInt32(IN_MOVED_TO | IN_CREATE | IN_CLOSE_WRITE | IN_DELETE)
      let watch = inotify_add_watch(descriptor, url.deletingLastPathComponent().path, mask)
      // One folder has one watch, however many of its files are wanted.
      if watch >= 0 { names[watch, default: []].insert(url.lastPathComponent) }
    }
    self.names = names
  }

  deinit { if number >= 0 { close(number) } }

  /// Takes all events; whether one of them is about a watched file.
  func hasChange() -> Bool {
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
          if names[event.wd]?.contains(String(decoding: name, as: UTF8.self)) == true {
            isChanged = true
          }
          position = start + Int(event.len)
        }
      }
    }
    return isChanged
  }
}
