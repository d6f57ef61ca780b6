import NIOCore

/// A request, as far as it has come.
final class PushStream {
  /// What is longer than this is counted and thrown away.
  private static let keptBytes = 5_120
  /// And what is longer than this is not waited for.
  private static let endurance = 1 << 20

  /// Nil when it is judged.
  private var fields: RequestFields?
  private(set) var body = ByteBuffer()
  private(set) var length = 0

  init(_ fields: RequestFields) {
    self.fields = fields
  }

  var isAnswered: Bool { fields == nil }
  var isTooLong: Bool { length > Self.endurance }

  func take(_ bytes: inout ByteBuffer) {
    length += bytes.readableBytes
    if length == bytes.readableBytes {
      body = bytes
    } else if length <= Self.keptBytes {
      body.writeBuffer(&bytes)
    }
  }

  /// Once.
  func takeFields() -> RequestFields? {
    defer { fields = nil }
    return fields
  }
}
