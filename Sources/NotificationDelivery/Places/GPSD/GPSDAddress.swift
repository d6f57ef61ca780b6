import Glibc
import LinuxProcess

/// Where gpsd listens: on this machine alone, because it tells everybody who asks where the box is.
package enum GPSDAddress: Sendable, Hashable {
  /// A port of the loopback interface, by IPv4.
  case loopback(port: UInt16)
  /// A port of the loopback interface, by IPv6.
  case loopback6(port: UInt16)
  /// A socket in the file system, behind which somebody passes the connection on.
  case unix(path: String)

  /// The port of gpsd (IANA: `gpsd`).
  package static let standardPort: UInt16 = 2947

  /// Where gpsd listens unless it is told otherwise.
  package static let standard: [GPSDAddress] = [
    .loopback(port: standardPort), .loopback6(port: standardPort),
  ]

  /// The addresses that a text names, to be tried in their order; none for `off`. Nil where the text
  /// is not `off`, an absolute path, or an address of this machine.
  package static func parse(_ text: String) -> [GPSDAddress]? {
    if text == "off" { return [] }
    if text.hasPrefix("/") { return [.unix(path: text)] }
    for (name, make) in names {
      guard text.hasPrefix(name) else { continue }
      let rest = text.dropFirst(name.count)
      if rest.isEmpty { return make(standardPort) }
      guard rest.hasPrefix(":"), let port = UInt16(rest.dropFirst()), port > 0 else { return nil }
      return make(port)
    }
    return nil
  }

  private static let names: [(String, @Sendable (UInt16) -> [GPSDAddress])] = [
    ("localhost", { [.loopback(port: $0), .loopback6(port: $0)] }),
    ("127.0.0.1", { [.loopback(port: $0)] }),
    ("[::1]", { [.loopback6(port: $0)] }),
  ]

  /// Begins to connect, and waits for nothing.
  /// - Returns: the descriptor of the socket, or the number of the error.
  func connect() -> Result<Int32, SystemFailure> {
    switch self {
    case .loopback(let port):
      var address = sockaddr_in()
      address.sin_family = sa_family_t(AF_INET)
      address.sin_port = port.bigEndian
      address.sin_addr.s_addr = UInt32(INADDR_LOOPBACK).bigEndian
      return Self.connect(AF_INET, to: &address)
    case .loopback6(let port):
      var address = sockaddr_in6()
      address.sin6_family = sa_family_t(AF_INET6)
      address.sin6_port = port.bigEndian
      address.sin6_addr = in6addr_loopback
      return Self.connect(AF_INET6, to: &address)
    case .unix(let path): return Self.connect(AF_UNIX) { SocketAddress.connect($0, to: path) }
    }
  }

  private static func connect<Address>(
    _ family: Int32, to address: inout Address
  ) -> Result<Int32, SystemFailure> {
    let size = socklen_t(MemoryLayout<Address>.size)
    return withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        connect(family) { Glibc.connect($0, address, size) == 0 || errno == EINPROGRESS }
      }
    }
  }

  private static func connect(
    _ family: Int32, _ begin: (Int32) -> Bool
  ) -> Result<Int32, SystemFailure> {
    let type =
      Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue) | Int32(SOCK_NONBLOCK.rawValue)
    let descriptor = socket(family, type, 0)
    guard descriptor >= 0 else { return .failure(SystemFailure(number: errno)) }
    guard begin(descriptor) else {
      let number = errno
      close(descriptor)
      return .failure(SystemFailure(number: number))
    }
    return .success(descriptor)
  }
}

/// An error number of the system.
struct SystemFailure: Error, Hashable, CustomStringConvertible {
  let number: Int32

  var description: String { String(cString: strerror(number)) }
}
