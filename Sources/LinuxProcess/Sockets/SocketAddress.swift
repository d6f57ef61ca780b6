package import Glibc

/// Addresses of sockets in the file system.
package enum SocketAddress {
  /// Connects a socket with the one at `path`.
  /// - Returns: whether that began or is done; else `errno` says why not.
  package static func connect(_ descriptor: Int32, to path: String) -> Bool {
    withAddress(path) { Glibc.connect(descriptor, $0, $1) == 0 || errno == EINPROGRESS } ?? false
  }

  /// Calls `body` with the address of `path`. A path that is too long for an address is reached
  /// through a descriptor of its folder.
  /// - Returns: what `body` returns; nil and an `errno` where no address leads there.
  package static func withAddress<Value>(
    _ path: String, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Value
  ) -> Value? {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    let capacity = MemoryLayout.size(ofValue: address.sun_path)
    var short = path
    var folder: Int32 = -1
    if path.utf8.count >= capacity, path.hasPrefix("/"), let name = path.split(separator: "/").last
    {
      folder = open(String(path.dropLast(name.count)), O_RDONLY | O_DIRECTORY | O_CLOEXEC)
      guard folder >= 0 else { return nil }
      short = "/proc/self/fd/\(folder)/\(name)"
    }
    defer { if folder >= 0 { close(folder) } }
    guard short.utf8.count < capacity else {
      errno = ENAMETOOLONG
      return nil
    }
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: short.utf8) }
    return withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        body($0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
  }
}
