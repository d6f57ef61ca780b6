import Glibc

/// Addresses of sockets in the file system.
enum SocketAddress {
  struct Unusable: Error {}

  /// Gives a socket its name, which only its owner may use: the owner of the folder. The folder is
  /// made where it is missing, and a socket that a dead process has left is replaced.
  static func bind(_ descriptor: Int32, to path: String) throws(SchedulerError) {
    // A folder that cannot be made makes the call fail.
    try? StoreFile.makeFolder(StoreFile.parent(of: path))
    if let kind = StoreFile.wrongKind(at: path, wanted: S_IFSOCK) {
      throw .system("'\(path)' is \(kind), not a socket: move it away")
    }
    unlink(path)
    // The name gets the mode of the descriptor (unix(7)), so it is never open to others.
    fchmod(descriptor, 0o600)
    do {
      try withAddress(path) { address, size in
        guard Glibc.bind(descriptor, address, size) == 0 else {
          throw SchedulerError.system("bind \(path): \(String(cString: strerror(errno)))")
        }
      }
    } catch {
      throw (error as? SchedulerError) ?? .system("the path of the socket \(path) is unusable")
    }
    chmod(path, 0o600)
    StoreFile.giveSocket(path)
  }

  /// Calls `body` with the address of `path`. A path that is too long for an address is reached
  /// through a descriptor of its folder.
  static func withAddress(
    _ path: String, _ body: (UnsafePointer<sockaddr>, socklen_t) throws -> Void
  ) throws {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    let capacity = MemoryLayout.size(ofValue: address.sun_path)
    var short = path
    var folder: Int32 = -1
    if path.utf8.count >= capacity {
      let parts = path.split(separator: "/", omittingEmptySubsequences: true)
      guard let name = parts.last, path.hasPrefix("/") else { throw Unusable() }
      folder = open(String(path.dropLast(name.count)), O_RDONLY | O_DIRECTORY | O_CLOEXEC)
      guard folder >= 0 else { throw Unusable() }
      short = "/proc/self/fd/\(folder)/\(name)"
    }
    defer { if folder >= 0 { close(folder) } }
    guard short.utf8.count < capacity else { throw Unusable() }
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: short.utf8) }
    try withUnsafePointer(to: &address) { pointer in
      try pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        try body($0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
  }
}
