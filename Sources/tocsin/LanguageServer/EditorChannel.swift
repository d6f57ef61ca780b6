import FoundationEssentials
import Glibc

/// Messages to and from an editor: a header with the length, an empty line, JSON (Language Server
/// Protocol 3.17, "Base protocol").
struct EditorChannel {
  /// The reason why no further message can be read, as a sentence.
  struct Failure: Error, CustomStringConvertible { let description: String }

  private let descriptor: Int32
  private var buffer: [UInt8] = []
  /// The maximum size: editors send at most a document, so a header with more is invalid.
  private static let limit = 64 << 20

  init(reading descriptor: Int32 = STDIN_FILENO) { self.descriptor = descriptor }

  /// The next message; nil where the editor has closed the pipe.
  /// - Throws: ``Failure`` where the input is not such a message.
  mutating func next() throws(Failure) -> EditorValue? {
    guard let length = try header() else { return nil }
    while buffer.count < length {
      guard fill() else { throw Failure(description: "the editor\u{2019}s message ends early") }
    }
    let body = Data(buffer[..<length])
    buffer.removeFirst(length)
    guard let message = try? JSONDecoder().decode(EditorValue.self, from: body) else {
      throw Failure(description: "the editor\u{2019}s message is not JSON")
    }
    return message
  }

  /// The length that a header names, which is taken out of the buffer.
  private mutating func header() throws(Failure) -> Int? {
    let end = Array("\r\n\r\n".utf8)
    while true {
      if let start = buffer.indices.first(where: { buffer[$0...].starts(with: end) }) {
        let text = String(decoding: buffer[..<start], as: UTF8.self)
        buffer.removeFirst(start + end.count)
        let lengths = text.split(separator: "\r\n").compactMap { line -> Int? in
          let parts = line.split(separator: ":", maxSplits: 1)
          guard parts.count == 2, parts[0].lowercased() == "content-length" else { return nil }
          return Int(parts[1].drop { $0 == " " })
        }
        guard let length = lengths.first, (0...Self.limit).contains(length) else {
          throw Failure(
            description: "the editor\u{2019}s message has no Content-Length that can be")
        }
        return length
      }
      guard buffer.count < 4096 else {
        throw Failure(description: "what comes in is not the Language Server Protocol")
      }
      let isEmpty = buffer.isEmpty
      guard fill() else {
        if isEmpty { return nil }
        throw Failure(description: "the editor\u{2019}s message ends early")
      }
    }
  }

  private mutating func fill() -> Bool {
    var part = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = read(descriptor, &part, part.count)
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return false }
      buffer += part[..<count]
      return true
    }
  }
}
