import Glibc

/// A file descriptor that is closed with its last reference.
package final class Descriptor: Sendable {
  package let number: Int32

  package init(_ number: Int32, _ call: String) throws(SchedulerError) {
    guard number >= 0 else { throw .system("\(call): \(String(cString: strerror(errno)))") }
    self.number = number
  }

  deinit { close(number) }
}
