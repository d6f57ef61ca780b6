import FoundationEssentials
import Glibc
import LinuxProcess

/// Stream sockets in a user's runtime folder, on which a service of a store reports its state.
public enum LocalSocket {
  /// The path of the socket on which the service of a store answers.
  public static func statusPath(in folder: StoreFolder) -> String {
    WakeSocket.path(of: "status", in: folder)
  }

  /// Creates a listening socket. An existing one of this name belongs to a dead process and is
  /// replaced.
  /// - Returns: its descriptor, which the caller must close.
  /// - Throws: ``SchedulerError/system(_:)`` where the socket cannot be made or named.
  public static func listen(at path: String) throws(SchedulerError) -> Int32 {
    let descriptor = try make()
    do {
      try SocketAddress.bind(descriptor, to: path)
    } catch {
      close(descriptor)
      throw error
    }
    guard Glibc.listen(descriptor, 8) == 0 else {
      let reason = String(cString: strerror(errno))
      close(descriptor)
      throw .system("listen on \(path): \(reason)")
    }
    return descriptor
  }

  /// The answer of the service at `path` to a request; nil where there is none within two seconds.
  public static func ask(_ request: String, at path: String) -> String? {
    guard let descriptor = try? make() else { return nil }
    defer { close(descriptor) }
    var limit = timeval(tv_sec: 2, tv_usec: 0)
    for option in [SO_RCVTIMEO, SO_SNDTIMEO] {
      setsockopt(descriptor, SOL_SOCKET, option, &limit, socklen_t(MemoryLayout<timeval>.size))
    }
    guard SocketAddress.connect(descriptor, to: path) else { return nil }
    let bytes = Array(request.utf8)
    guard send(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL)) == bytes.count else {
      return nil
    }
    var answer: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 4_096)
    while answer.count < 1 << 20 {
      let count = recv(descriptor, &buffer, buffer.count, 0)
      guard count > 0 else { return count == 0 ? String(decoding: answer, as: UTF8.self) : nil }
      answer += buffer[..<count]
    }
    return nil
  }

  private static func make() throws(SchedulerError) -> Int32 {
    let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | O_CLOEXEC, 0)
    guard descriptor >= 0 else { throw .system("socket: \(String(cString: strerror(errno)))") }
    return descriptor
  }
}
