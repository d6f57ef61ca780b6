/// A subject below a box's own inbox: the only kind of subject at which a gateway answers a box.
///
/// The engine checks the subject of a request against the rights of the box that sends it, but not
/// the reply subject, which is text that the box chose. The gateway has more rights than a box, so
/// it publishes nothing at a reply subject that is not one of these.
package struct DeviceInbox: Equatable, Sendable {
  /// What comes after `_INBOX.`: the device and at least one more part.
  package let path: String

  /// The whole subject.
  package var subject: String { Self.prefix + path }

  private static let prefix = "_INBOX."
  private static let maximumLength = 200

  /// - Parameters:
  ///   - reply: a reply subject.
  ///   - device: the device in the request's subject, which the engine has checked: 16 lowercase
  ///     hexadecimal digits.
  /// - Returns: nil if it is not `_INBOX.<device>.` and parts of letters, digits, `-` and `_`.
  package init?(_ reply: String, of device: some StringProtocol) {
    guard reply.utf8.count <= Self.maximumLength, reply.hasPrefix(Self.prefix) else { return nil }
    let path = reply.dropFirst(Self.prefix.count)
    let parts = path.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count >= 2, parts[0] == device, parts.dropFirst().allSatisfy(Self.isPlain) else {
      return nil
    }
    self.path = String(path)
  }

  private static func isPlain(_ part: Substring) -> Bool {
    !part.isEmpty
      && part.utf8.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
          UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
          true
        default: false
        }
      }
  }
}
