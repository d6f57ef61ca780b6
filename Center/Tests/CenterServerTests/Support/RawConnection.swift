import Foundation
import Glibc

/// A connection to the server that sends bytes as they stand here.
final class RawConnection {
  /// What came back.
  struct Reply {
    let bytes: [UInt8]
    /// The status of the first answer; nil where there is none.
    var status: Int? {
      let line = String(decoding: bytes.prefix(12), as: UTF8.self)
      return line.hasPrefix("HTTP/1.") ? Int(line.suffix(3)) : nil
    }
  }

  private let descriptor: Int32

  /// - Parameter waits: whether it waits until the server's system has taken the connection.
  init(port: Int, waits: Bool = true) throws {
    descriptor = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    guard descriptor >= 0 else { throw POSIXError(.EMFILE) }
    if !waits { _ = fcntl(descriptor, F_SETFL, O_NONBLOCK) }
    var limit = timeval(tv_sec: 60, tv_usec: 0)
    let size = socklen_t(MemoryLayout<timeval>.size)
    setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, size)
    setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &limit, size)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = UInt16(port).bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    let result = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    guard result == 0 || !waits && errno == EINPROGRESS else { throw POSIXError(.ECONNREFUSED) }
  }

  deinit { close(descriptor) }

  /// - Returns: false where the server has closed the connection before it took all.
  @discardableResult
  func send(_ bytes: some Collection<UInt8>) -> Bool {
    var rest = Array(bytes)[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes {
        Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
      }
      guard count > 0 else { return false }
      rest = rest.dropFirst(count)
    }
    return true
  }

  /// Nothing more is sent.
  func finish() { shutdown(descriptor, Int32(SHUT_WR)) }

  /// All that comes until the server closes the connection; nil where it does not do so in a
  /// minute.
  func readToEnd() -> Reply? {
    var bytes: [UInt8] = []
    var block = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = recv(descriptor, &block, block.count, 0)
      if count > 0 {
        bytes += block.prefix(count)
      } else if count == 0 || errno == ECONNRESET {
        return Reply(bytes: bytes)
      } else if errno != EINTR {
        return nil
      }
    }
  }
}

extension Bench {
  /// Sends bytes, and nothing after them, and reads to the end; nil where the connection does not
  /// end.
  func exchange(_ bytes: [UInt8]) throws -> RawConnection.Reply? {
    let connection = try RawConnection(port: port)
    connection.send(bytes)
    connection.finish()
    return connection.readToEnd()
  }

  /// Memory of the process in KiB that is not in a file.
  func residentKiB() throws -> Int {
    let text = try String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8)
    let line = text.split(separator: "\n").first { $0.hasPrefix("RssAnon:") } ?? ""
    return line.split(separator: " ").compactMap { Int($0) }.first ?? 0
  }
}
