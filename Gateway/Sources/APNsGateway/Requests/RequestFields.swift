package import NIOHPACK

/// The header fields of a request that have a meaning here, each at most once.
package struct RequestFields: Equatable, Sendable {
  package var method = ""
  package var path = ""
  var authorization: String?
  /// `apns-id`, as it was sent.
  package var identifier: String?
  var topic: String?
  var pushType: String?
  var priority: String?
  var expiration: String?
  var collapseIdentifier: String?
  /// Whether one of them was repeated.
  var hasDuplicates = false

  package init(_ headers: HPACKHeaders) {
    for (name, value, _) in headers {
      switch name {
      case ":method": method = value
      case ":path": path = value
      case "authorization": take(value, \.authorization)
      case "apns-id": take(value, \.identifier)
      case "apns-topic": take(value, \.topic)
      case "apns-push-type": take(value, \.pushType)
      case "apns-priority": take(value, \.priority)
      case "apns-expiration": take(value, \.expiration)
      case "apns-collapse-id": take(value, \.collapseIdentifier)
      default: break
      }
    }
  }

  private mutating func take(_ value: String, _ field: WritableKeyPath<Self, String?>) {
    if self[keyPath: field] != nil { hasDuplicates = true }
    self[keyPath: field] = value.trimmingBlanks
  }
}

extension String {
  /// The text without blanks at its ends, which transport does not preserve in a header field.
  fileprivate var trimmingBlanks: String {
    func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }
    guard let first = utf8.first, let last = utf8.last, isBlank(first) || isBlank(last) else {
      return self
    }
    let start = utf8.drop(while: isBlank)
    let end = start.lastIndex { !isBlank($0) }.map { start.index(after: $0) } ?? start.startIndex
    return String(self[start.startIndex..<end])
  }
}
