import NIOCore
import NIOHPACK
import NtfyPublishing

/// A request and the part of it that has arrived.
final class PushStream {
  /// The maximum length (bytes) of a body that is waited for.
  static let endurance = 1 << 20

  /// The fields; nil when the request has been handled.
  private var fields: RequestFields?
  private(set) var body = ByteBuffer()
  private(set) var length = 0
  /// The number of bytes that are kept; further ones are only counted.
  private let keptBytes: Int
  /// The headers of one of ntfy's calls; nil for a push of Apple's protocol.
  let callHeaders: HPACKHeaders?
  /// The exchange of one of ntfy's calls that is in progress.
  var exchange: NtfyExchange?

  init(_ headers: HPACKHeaders) {
    let fields = RequestFields(headers)
    let isCall = NtfyRoute.isMeant(fields.path)
    self.fields = fields
    callHeaders = isCall ? headers : nil
    keptBytes = isCall ? NtfyCall.keptBytes : 5_120
  }

  var isAnswered: Bool { fields == nil }
  var isTooLong: Bool { length > Self.endurance }

  func take(_ bytes: inout ByteBuffer) {
    length += bytes.readableBytes
    if length == bytes.readableBytes {
      body = bytes
    } else if length <= keptBytes {
      body.writeBuffer(&bytes)
    }
  }

  /// Returns the fields, only once.
  func takeFields() -> RequestFields? {
    defer { fields = nil }
    return fields
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
