import Foundation
import Glibc
import TestSupport

/// The service manager's end of sd_notify(3): what a service says of itself.
final class ManagerSocket {
  let path: String
  private let descriptor: Int32
  private(set) var messages: [String] = []

  init(in folder: TemporaryFolder) throws {
    path = folder.path("notify")
    descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    let bytes = Array(path.utf8)
    precondition(bytes.count < MemoryLayout.size(ofValue: address.sun_path))
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
    let result = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
    guard result == 0 else { throw NeverHappened(description: "bind: errno \(errno)") }
  }

  deinit { close(descriptor) }

  /// How many messages with this line have come so far.
  func count(_ line: String) -> Int {
    var bytes = [UInt8](repeating: 0, count: 4_096)
    while true {
      let length = recv(descriptor, &bytes, bytes.count, Int32(MSG_DONTWAIT))
      guard length > 0 else { break }
      messages.append(String(decoding: bytes[..<length], as: UTF8.self))
    }
    return messages.count { $0.split(separator: "\n").contains(Substring(line)) }
  }
}
