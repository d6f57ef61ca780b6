import Foundation
import Glibc
import NotificationScheduling
import NotificationStorage
import Synchronization
import TestSupport

/// A server at gpsd's place that a test lets say anything, on a Unix socket.
final class FakeGPSD: Sendable {
  static let greeting = #"{"class":"VERSION","release":"3.22","proto_major":3,"proto_minor":14}"#

  let path: String
  private let folder: TemporaryFolder
  private let listener: Int32
  private let state = Mutex((count: 0, open: 0, asked: 0))

  /// - Parameter talk: gets each connection and its number, from 0, on a thread of its own. It is
  ///   closed when that has returned.
  init(_ talk: @escaping @Sendable (Connection, Int) -> Void) throws {
    folder = try TemporaryFolder()
    path = folder.path("gpsd.socket")
    listener = try LocalSocket.listen(at: path)
    let (listener, path) = (listener, path)
    Thread { [weak self] in
      while true {
        let descriptor = accept(listener, nil, nil)
        guard descriptor >= 0, FileManager.default.fileExists(atPath: path) else { return }
        guard let server = self else { return }
        let number = server.state.withLock { state in
          state.open += 1
          defer { state.count += 1 }
          return state.count
        }
        Thread {
          talk(Connection(descriptor: descriptor), number)
          close(descriptor)
          server.state.withLock { $0.open -= 1 }
        }.start()
      }
    }.start()
  }

  deinit { shutdown(listener, Int32(SHUT_RDWR)) }

  /// How often somebody has connected.
  var count: Int { state.withLock(\.count) }
  /// How many connections there are.
  var open: Int { state.withLock(\.open) }

  struct Connection: Sendable {
    let descriptor: Int32

    /// Whether the other side has not ended the connection.
    var isThere: Bool {
      var byte: UInt8 = 0
      return recv(descriptor, &byte, 1, Int32(MSG_DONTWAIT)) != 0
    }

    func say(_ line: String) { write(Array((line + "\n").utf8)) }

    func write(_ bytes: [UInt8]) {
      var rest = bytes[...]
      while !rest.isEmpty {
        let count = rest.withUnsafeBytes {
          send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
        }
        guard count > 0 else { return }
        rest = rest.dropFirst(count)
      }
    }

    func greet() {
      say(FakeGPSD.greeting)
      var buffer = [UInt8](repeating: 0, count: 4_096)
      _ = recv(descriptor, &buffer, buffer.count, 0)
    }

    /// A report of a place so far north of the centre, at this second.
    func say(metres: Double, second: Double, accuracy: Double = 10) {
      let time = Date(timeIntervalSince1970: 1_795_417_200 + second).formatted(.iso8601)
      say(
        """
        {"class":"TPV","mode":3,"time":"\(time)","lat":\(52.5163 + metres / 111_270),\
        "lon":13.3777,"eph":\(accuracy)}
        """)
    }

    /// Returns when the other side has ended the connection.
    func untilEnd() {
      var buffer = [UInt8](repeating: 0, count: 4_096)
      while recv(descriptor, &buffer, buffer.count, 0) > 0 {}
    }
  }
}
