import NIOCore
import NIOHPACK
import NtfyPublishing
import RemoteNotifications

/// A request and the part of it that has arrived.
final class PushStream {
  /// The maximum length (bytes) of a body that is waited for.
  static let maximumLength = 1 << 20
  /// The maximum length (bytes) of a body whose end is waited for after the answer: many clients
  /// read an answer only when they have sent all.
  static let maximumDiscarded = 16 << 20

  /// What the headers are.
  enum Request {
    /// A push that is authorized.
    case push(PushRequest)
    /// A push that is refused whatever its payload is.
    case refused(Refusal)
    /// One of ntfy's calls.
    case call(RequestFields, HPACKHeaders)
  }

  /// Nil when the request has been handled.
  private var request: Request?
  /// The `apns-id` of the answer.
  let identifier: String
  private(set) var body = ByteBuffer()
  private(set) var length = 0
  /// The number of bytes that are kept; further ones are only counted.
  private let keptBytes: Int
  /// The exchange of one of ntfy's calls that is in progress.
  var exchange: NtfyExchange?

  init(_ request: Request, identifier: String) {
    self.request = request
    self.identifier = identifier
    switch request {
    case .push(let push): keptBytes = push.type.maximumPayloadSize
    case .refused: keptBytes = 0
    case .call: keptBytes = NtfyCall.keptBytes
    }
  }

  var isTooLong: Bool { length > Self.maximumLength }
  var isEndless: Bool { length > Self.maximumDiscarded }

  /// - Parameter isLast: whether the body is complete with these bytes.
  func take(_ bytes: inout ByteBuffer, isLast: Bool) {
    length += bytes.readableBytes
    guard length <= keptBytes else { return }
    if isLast, body.readableBytes == 0 {
      body = bytes
    } else {
      // A copy: the bytes are a part of a larger buffer, which would be kept with them.
      body.writeBuffer(&bytes)
    }
  }

  /// Returns the request, only once.
  func takeRequest() -> Request? {
    defer { request = nil }
    return request
  }
}

extension NtfyCall {
  /// A request of HTTP/2.
  init(_ fields: RequestFields, _ headers: HPACKHeaders, body: ByteBuffer, length: Int) {
    self.init(
      method: fields.method, path: fields.path, headers: headers.lazy.map { ($0.name, $0.value) },
      body: Array(body.readableBytesView), length: length)
  }
}
