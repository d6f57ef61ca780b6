import Dispatch
import Glibc
import NotificationScheduling

/// Answers whoever connects to a Unix socket with the counters, as an HTTP server does that knows
/// one page: `curl --unix-socket SOCKET http://tocsind/metrics`.
///
/// It waits in the kernel, and costs nothing while nobody asks.
final class MetricsSocket: Sendable {
  private let descriptor: Int32
  private let path: String
  /// Any thread may use a source; the library does not say so.
  private nonisolated(unsafe) let source: any DispatchSourceRead

  /// - Parameter queue: waits a second at most for who asks.
  /// - Throws: ``SchedulerError`` where the socket cannot be made.
  init(_ path: String, on queue: DispatchQueue, text: @escaping @Sendable () -> String) throws {
    self.path = path
    descriptor = try LocalSocket.listen(at: path)
    let descriptor = descriptor
    source = DispatchSource.makeReadSource(
      fileDescriptor: descriptor, queue: queue)
    source.setEventHandler { Self.answer(descriptor, text) }
    source.setCancelHandler { close(descriptor) }
    source.activate()
  }

  deinit {
    source.cancel()
    unlink(path)
  }

  private static func answer(_ listener: Int32, _ text: () -> String) {
    let connection = accept(listener, nil, nil)
    guard connection >= 0 else { return }
    _ = fcntl(connection, F_SETFD, FD_CLOEXEC)
    defer { close(connection) }
    // Who asks nothing for a second, or does not take the answer, holds nobody else up for longer.
    var limit = timeval(tv_sec: 1, tv_usec: 0)
    for option in [SO_RCVTIMEO, SO_SNDTIMEO] {
      setsockopt(
        connection, SOL_SOCKET, option, &limit, socklen_t(MemoryLayout<timeval>.size))
    }
    var request = [UInt8](repeating: 0, count: 4_096)
    guard recv(connection, &request, request.count, 0) > 0 else { return }
    let body = text()
    var rest = Array(
      """
      HTTP/1.0 200 OK\r
      Content-Type: text/plain; version=0.0.4; charset=utf-8\r
      Content-Length: \(body.utf8.count)\r
      \r
      \(body)
      """.utf8)[...]
    while !rest.isEmpty {
      let sent = rest.withUnsafeBytes {
        send(connection, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
      }
      guard sent > 0 else { return }
      rest = rest.dropFirst(sent)
    }
    shutdown(connection, Int32(SHUT_WR))
  }
}
