import Glibc
import SystemPackage

/// This side's end of a stream to or from another program, with the limits on waiting.
///
/// Closed with the object.
final class ChildStream {
  private let descriptor: FileDescriptor
  private let limits: ChildLimits
  private var waited = Duration.zero

  init(_ descriptor: FileDescriptor, _ limits: ChildLimits) {
    self.descriptor = descriptor
    self.limits = limits
  }

  deinit { try? descriptor.close() }

  /// Reads until `array` is full or the stream ends.
  /// - Returns: bytes that were read.
  func fill<Element: BitwiseCopyable>(_ array: inout [Element]) throws(ImportError) -> Int {
    try unsafe array.withUnsafeMutableBytes { buffer in
      Result { () throws(ImportError) in try unsafe fill(buffer) }
    }.get()
  }

  /// Writes the bytes of `array` to a socket.
  /// - Returns: whether the other side still reads.
  func send<Element: BitwiseCopyable>(_ array: [Element]) throws(ImportError) -> Bool {
    try unsafe array.withUnsafeBytes { bytes in
      Result { () throws(ImportError) in try unsafe send(bytes) }
    }.get()
  }

  private func fill(_ buffer: UnsafeMutableRawBufferPointer) throws(ImportError) -> Int {
    var done = 0
    while done < buffer.count {
      try wait(for: POLLIN)
      let count: Int
      do {
        count = try unsafe descriptor.read(into: .init(rebasing: buffer[done...]))
      } catch { throw .notRead("\(error)") }
      guard count > 0 else { break }
      done += count
    }
    return done
  }

  /// Signals the end of the input to the other side.
  func finishSending() { shutdown(descriptor.rawValue, Int32(SHUT_WR)) }

  private func send(_ bytes: UnsafeRawBufferPointer) throws(ImportError) -> Bool {
    var done = 0
    while done < bytes.count {
      try wait(for: POLLOUT)
      // No signal if the program has ended; its exit status gives the reason.
      let flags = Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT)
      let count = unsafe Glibc.send(
        descriptor.rawValue, bytes.baseAddress.map { unsafe $0 + done }, bytes.count - done, flags)
      if count >= 0 {
        done += count
      } else if errno != EAGAIN && errno != EINTR {
        return false
      }
    }
    return true
  }

  private func wait(for events: Int32) throws(ImportError) {
    let start = ContinuousClock.now
    let limit = min(limits.silence, limits.waiting - waited)
    var entry = pollfd(fd: descriptor.rawValue, events: Int16(events), revents: 0)
    while true {
      let left = limit - (ContinuousClock.now - start)
      let milliseconds = Int32(max(0, min(left / .milliseconds(1), 1e9)))
      let count = unsafe poll(&entry, 1, milliseconds)
      if count > 0 { break }
      guard count < 0, errno == EINTR else { throw .tookTooLong }
    }
    waited += ContinuousClock.now - start
  }
}
