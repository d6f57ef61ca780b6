import Dispatch
import Foundation
import Glibc
import StoreSharing
import TestSupport
import Testing

@Suite("A socket that answers")
struct AnsweringSocketTests {
  @Test("Clients that connect and stay silent delay no answer, and are left")
  func silent() throws {
    let folder = try TemporaryFolder()
    let path = folder.path("status")
    let socket = try AnsweringSocket(path, on: DispatchQueue(label: "answers")) { "all of \($0)" }
    // More than wait for the socket's attention at a time.
    let clients = try (0..<30).map { _ in try connection(to: path) }
    defer { for client in clients { close(client) } }
    #expect(LocalSocket.ask("it", at: path) == "all of it")
    for client in clients {
      var byte: UInt8 = 0
      #expect(recv(client, &byte, 1, 0) == 0, "the connection ends")
    }
    #expect(LocalSocket.ask("this", at: path) == "all of this")
    withExtendedLifetime(socket) {}
  }

  private func connection(to path: String) throws -> Int32 {
    let descriptor = Glibc.socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
    let result = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
    try #require(result == 0)
    return descriptor
  }
}
