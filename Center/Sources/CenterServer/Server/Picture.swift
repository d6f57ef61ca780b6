import Foundation
import Glibc
import HTTPTypes
import HummingbirdCore
import NotificationScheduling
import NotificationStorage
import NotificationTypes
import RequestParsing

/// The picture of a delivered notification, from its file.
enum Picture {
  /// Bytes: Apple's limit for a picture.
  private static let byteLimit = 10_000_000

  static func reply(_ target: RequestTarget, _ store: NotificationStore) throws -> Response {
    guard let number: Int64 = target.integer("number"), let index: Int = target.integer("index"),
      let found = try store.fetch(.delivered(), numbered: [number]).first,
      found.element.request.content.attachments.indices.contains(index)
    else { throw Refusal(.notFound, "There is no such picture.") }
    let path = found.element.request.content.attachments[index].path
    guard let bytes = read(path), let type = type(of: bytes) else {
      throw Refusal(.notFound, "The picture cannot be read.")
    }
    return Reply.bytes(bytes, type)
  }

  /// The type of a picture that a browser decodes and that holds no script, by its first bytes.
  private static func type(of bytes: [UInt8]) -> String? {
    if bytes.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) { return "image/png" }
    if bytes.starts(with: [0xFF, 0xD8, 0xFF]) { return "image/jpeg" }
    return bytes.starts(with: Array("GIF8".utf8)) ? "image/gif" : nil
  }

  /// - Returns: nil for anything but a file of the allowed size; a pipe does not block.
  private static func read(_ path: String) -> [UInt8]? {
    let file = open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
    guard file >= 0 else { return nil }
    defer { close(file) }
    var status = stat()
    guard fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
      status.st_size > 0, status.st_size <= byteLimit
    else { return nil }
    var bytes = [UInt8](repeating: 0, count: Int(status.st_size))
    var count = 0
    while count < bytes.count {
      let read = bytes[count...].withUnsafeMutableBytes {
        Glibc.read(file, $0.baseAddress, $0.count)
      }
      guard read > 0 else { return nil }
      count += read
    }
    return bytes
  }
}
