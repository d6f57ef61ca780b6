import Foundation
import HTTPTypes
import HummingbirdCore
import NIOCore

/// Answers, all with the same protection.
enum Reply {
  /// Nothing but files of this server is loaded, and no other page may frame one of its pages. Frames
  /// of apps' pages cannot go elsewhere either.
  static let policy =
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; media-src 'self'; "
    + "connect-src 'self'; frame-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

  static func fields(_ type: String) -> HTTPFields {
    var fields = HTTPFields()
    fields[.contentType] = type
    fields[.contentSecurityPolicy] = policy
    fields[.xContentTypeOptions] = "nosniff"
    fields[.cacheControl] = "no-store"
    fields[.named("Referrer-Policy")] = "no-referrer"
    fields[.named("Cross-Origin-Resource-Policy")] = "same-origin"
    fields[.named("Cross-Origin-Opener-Policy")] = "same-origin"
    fields[.named("X-Frame-Options")] = "DENY"
    return fields
  }

  static func bytes(
    _ bytes: some Sequence<UInt8>, _ type: String, status: HTTPResponse.Status = .ok
  ) -> Response {
    var fields = fields(type)
    let buffer = ByteBuffer(bytes: bytes)
    fields[.contentLength] = "\(buffer.readableBytes)"
    return Response(status: status, headers: fields, body: ResponseBody(byteBuffer: buffer))
  }

  static func text(_ text: String, status: HTTPResponse.Status) -> Response {
    bytes((text + "\n").utf8, "text/plain; charset=utf-8", status: status)
  }

  static func json(_ value: some Encodable) throws -> Response {
    bytes(try JSON.encode(value), "application/json")
  }

  /// A change was made.
  static var done: Response { Response(status: .noContent, headers: fields("text/plain")) }
}

extension HTTPField.Name {
  /// A name that is written down here.
  static func named(_ text: String) -> HTTPField.Name {
    guard let name = HTTPField.Name(text) else { preconditionFailure("\(text) is not a name") }
    return name
  }
}

/// JSON as the page reads it: dates are milliseconds since 1970.
enum JSON {
  static func encode(_ value: some Encodable) throws -> Data {
    let encoder = JSONEncoder()
    encoder.dateEncodingStrategy = .millisecondsSince1970
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return try encoder.encode(value)
  }
}
