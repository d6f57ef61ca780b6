package import Dispatch
import Glibc

/// A Unix socket of the user that answers each request with a text.
///
/// It waits in the kernel, and costs nothing while there are no connections. A client that connects
/// and sends nothing does not delay others.
package final class AnsweringSocket: Sendable {
  private let path: String
  /// Any thread may use a source, though the library does not declare it.
  private nonisolated(unsafe) let source: any DispatchSourceRead

  /// - Parameters:
  ///   - path: where it listens, as ``LocalSocket/listen(at:)`` has it.
  ///   - queue: the queue of the answers, which never block it.
  ///   - answer: makes an answer, which must fit into a socket's buffer, of the first bytes of a
  ///     request.
  /// - Throws: ``SchedulerError`` where the socket cannot be made.
  package init(
    _ path: String, on queue: DispatchQueue, answer: @escaping @Sendable (String) -> String
  ) throws(SchedulerError) {
    self.path = path
    let descriptor = try LocalSocket.listen(at: path)
    source = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: queue)
    source.setEventHandler { Self.take(descriptor, on: queue, answer) }
    source.setCancelHandler { close(descriptor) }
    source.activate()
  }

  deinit {
    source.cancel()
    unlink(path)
  }

  /// Takes a connection, and answers when it has asked.
  private static func take(
    _ listener: Int32, on queue: DispatchQueue, _ answer: @escaping @Sendable (String) -> String
  ) {
    let connection = accept(listener, nil, nil)
    guard connection >= 0 else { return }
    _ = fcntl(connection, F_SETFD, FD_CLOEXEC)
    // Any thread may use it.
    nonisolated(unsafe) let source = DispatchSource.makeReadSource(
      fileDescriptor: connection, queue: queue)
    source.setEventHandler {
      reply(connection, answer)
      source.cancel()
    }
    source.setCancelHandler { close(connection) }
    source.activate()
    queue.asyncAfter(deadline: .now() + 1) { source.cancel() }
  }

  private static func reply(_ connection: Int32, _ answer: (String) -> String) {
    var request = [UInt8](repeating: 0, count: 4_096)
    let count = recv(connection, &request, request.count, Int32(MSG_DONTWAIT))
    guard count > 0 else { return }
    let bytes = Array(answer(String(decoding: request[..<count], as: UTF8.self)).utf8)
    _ = send(connection, bytes, bytes.count, Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT))
    shutdown(connection, Int32(SHUT_WR))
  }
}
