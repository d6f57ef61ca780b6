import Glibc

/// Ports of the loopback interface that were free a moment ago, each another one.
public func freePorts(_ count: Int) throws -> [Int] {
  var descriptors: [Int32] = []
  defer { for descriptor in descriptors { close(descriptor) } }
  return try (0..<count).map { _ in
    let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    descriptors.append(descriptor)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isBound = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(descriptor, $0, length) == 0 && getsockname(descriptor, $0, &length) == 0
      }
    }
    guard isBound else { throw NeverHappened(description: "no free port") }
    return Int(UInt16(bigEndian: address.sin_port))
  }
}
