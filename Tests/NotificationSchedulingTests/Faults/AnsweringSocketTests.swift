import Dispatch
import Glibc
import LinuxProcess
import TestSupport
import Testing

@testable import NotificationStorage

@Suite("A socket that answers with the state of a service")
struct AnsweringSocketTests {
  @Test(
    "Clients that connect and stay silent delay no other one, and are hung up on",
    .timeLimit(.minutes(20)))
  func silent() throws {
    let folder = try TemporaryFolder()
    let path = folder.path("status")
    let socket = try AnsweringSocket(path, on: DispatchQueue(label: "answers")) { "\($0)!" }
    let silent = (0..<20).map { _ in
      let client = Glibc.socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | O_CLOEXEC, 0)
      #expect(SocketAddress.connect(client, to: path))
      return client
    }
    #expect(LocalSocket.ask("state", at: path) == "state!")
    for client in silent {
      var byte: UInt8 = 0
      #expect(recv(client, &byte, 1, 0) == 0)
      close(client)
    }
    withExtendedLifetime(socket) {}
  }
}
