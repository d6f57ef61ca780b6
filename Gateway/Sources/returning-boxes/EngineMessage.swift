import APNsGateway
import Foundation
import NIOCore

/// What an engine sends, as far as a box that returns needs it.
enum EngineMessage {
  /// INFO, with what the box must sign.
  case greeting(nonce: String)
  case ping
  case error(String)
  /// An answer to a request; whether it says that nothing is there.
  case answer(isAbsence: Bool)

  /// Takes the next message from the buffer; nil if it is not complete.
  /// - Throws: ``GatewayError`` if the engine says what this does not know.
  init?(reading buffer: inout ByteBuffer) throws {
    while true {
      let begin = buffer.readerIndex
      guard let line = buffer.readLine() else { return nil }
      let words = line.split(separator: " ")
      switch words.first {
      case "INFO":
        self = .greeting(nonce: try Self.nonce(line.dropFirst(5)))
        return
      case "PING":
        self = .ping
        return
      case "-ERR":
        self = .error(line)
        return
      case "MSG", "HMSG":
        guard let length = words.last.flatMap({ Int($0) }) else {
          throw GatewayError("The engine says: \(line)")
        }
        guard let content = buffer.readString(length: length + 2) else {
          buffer.moveReaderIndex(to: begin)
          return nil
        }
        // The gateway's reply, or the engine's own, has a status where there is nothing.
        let isAbsence =
          content.hasPrefix("NATS/1.0 503") || content.contains("\r\nStatus: 404\r\n")
        self = .answer(isAbsence: isAbsence)
        return
      case "PONG", "+OK": continue
      default: throw GatewayError("The engine says: \(line)")
      }
    }
  }

  private static func nonce(_ json: Substring) throws -> String {
    struct Greeting: Decodable { var nonce: String? }
    return try JSONDecoder().decode(Greeting.self, from: Data(json.utf8)).nonce ?? ""
  }
}

extension ByteBuffer {
  /// A line without its end, CR LF; nil if it is not complete.
  fileprivate mutating func readLine() -> String? {
    guard let end = readableBytesView.firstIndex(of: 0x0A) else { return nil }
    let line = readString(length: end - readerIndex)
    moveReaderIndex(forwardBy: 1)
    return line?.trimmingCharacters(in: .newlines)
  }
}
