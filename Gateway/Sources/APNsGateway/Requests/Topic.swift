/// An app's name, `apns-topic`, in the characters of a bundle identifier.
package enum Topic {
  /// 1 to 255 bytes: letters, digits, and `.`, `-`, `_`.
  package static func isValid(_ text: String) -> Bool {
    let bytes = text.utf8
    guard !bytes.isEmpty, bytes.count <= 255 else { return false }
    return bytes.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "-"),
        UInt8(ascii: "_"):
        true
      default: false
      }
    }
  }
}

/// The topics that a provider may push to: a name, or a prefix and `*`.
package struct TopicPattern: Hashable, Sendable {
  package let text: String

  /// - Throws: ``GatewayError`` if the text is not a topic, with or without `*` at its end.
  package init(_ text: String) throws(GatewayError) {
    let stem = text.hasSuffix("*") ? String(text.dropLast()) : text
    guard stem.isEmpty ? text == "*" : Topic.isValid(stem) else {
      throw GatewayError(
        "“\(text)” is not a topic. Give a name like org.example.kitchen, or a beginning and a star "
          + "like 'org.example.*'.")
    }
    self.text = text
  }

  func matches(_ topic: String) -> Bool {
    text.hasSuffix("*") ? topic.utf8.starts(with: text.utf8.dropLast()) : topic == text
  }

  /// The topic; nil for a pattern.
  var single: String? { text.hasSuffix("*") ? nil : text }
}
