import Dispatch
import Glibc
import NotificationScheduling

/// Answers connections to a Unix socket with the counters, as an HTTP server with one page:
/// `curl --unix-socket SOCKET http://tocsind/metrics`.
///
/// It waits in the kernel, and costs nothing while there are no connections. A client that connects
/// and sends nothing does not delay others.
final class MetricsSocket: Sendable {
  private let descriptor: Int32
  private let path: String
  /// Any thread may use a source, though the library does not declare it.
  private nonisolated(unsafe) let source: any DispatchSourceRead

  /// - Parameter queue: the queue of the answers, which never block it.
  /// - Throws: ``SchedulerError`` where the socket cannot be made.
  init(_ path: String, on queue: DispatchQueue, text: @escaping @Sendable () -> String) throws {
    self.path = path
    descriptor = try LocalSocket.listen(at: path)
    let descriptor = descriptor
    source = DispatchSource.makeReadSource(
      fileDescriptor: descriptor, queue: queue)
    source.setEventHandler { Self.take(descriptor, on: queue, text) }
    source.setCancelHandler { close(descriptor) }
    source.activate()
  }

  deinit {
    source.cancel()
    unlink(path)
  }

  /// Takes a connection, and answers when it has asked.
  private static func take(
    _ listener: Int32, on queue: DispatchQueue, _ text: @escaping @Sendable () -> String
  ) {
    let connection = accept(listener, nil, nil)
    guard connection >= 0 else { return }
    _ = fcntl(connection, F_SETFD, FD_CLOEXEC)
    // Any thread may use it.
    nonisolated(unsafe) let source = DispatchSource.makeReadSource(
      fileDescriptor: connection, queue: queue)
    source.setEventHandler {
      answer(connection, text)
      source.cancel()
    }
    source.setCancelHandler { close(connection) }
    source.activate()
    queue.asyncAfter(deadline: .now() + 1) { source.cancel() }
  }

  /// The answer fits into the socket's buffer, whether the client reads it or not.
  private static func answer(_ connection: Int32, _ text: () -> String) {
    var request = [UInt8](repeating: 0, count: 4_096)
    guard recv(connection, &request, request.count, Int32(MSG_DONTWAIT)) > 0 else { return }
    let body = text()
    let answer = Array(
      """
      HTTP/1.0 200 OK\r
      Content-Type: text/plain; version=0.0.4; charset=utf-8\r
      Content-Length: \(body.utf8.count)\r
      \r
      \(body)
      """.utf8)
    _ = send(connection, answer, answer.count, Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT))
    shutdown(connection, Int32(SHUT_WR))
  }
}
