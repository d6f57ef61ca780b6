import Glibc
import LinuxProcess

extension SocketAddress {
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
    guard withAddress(path, { Glibc.bind(descriptor, $0, $1) }) == 0 else {
      throw .system("bind \(path): \(String(cString: strerror(errno)))")
    }
    chmod(path, 0o600)
    StoreFile.giveSocket(path)
  }
}
