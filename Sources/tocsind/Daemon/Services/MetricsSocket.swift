import Dispatch
import NotificationStorage

/// Answers connections to a Unix socket with the counters, as an HTTP server with one page:
/// `curl --unix-socket SOCKET http://tocsind/metrics`.
enum MetricsSocket {
  /// - Throws: ``SchedulerError`` where the socket cannot be made.
  static func open(
    _ path: String, on queue: DispatchQueue, text: @escaping @Sendable () -> String
  ) throws(SchedulerError) -> AnsweringSocket {
    try AnsweringSocket(path, on: queue) { _ in page(text()) }
  }

  private static func page(_ body: String) -> String {
    """
    HTTP/1.0 200 OK\r
    Content-Type: text/plain; version=0.0.4; charset=utf-8\r
    Content-Length: \(body.utf8.count)\r
    \r
    \(body)
    """
  }
}
