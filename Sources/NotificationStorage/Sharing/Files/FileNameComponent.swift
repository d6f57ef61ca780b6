/// An identifier of any text, as a component of a file's name.
///
/// Different identifiers have different components. A component is never empty, `.`, `..` or
/// hidden, has no slash and no NUL, and at most ``maximumLength`` bytes. Identifiers of up to 180
/// letters, digits, dots and hyphens are their own component, unless they begin with a dot.
package struct FileNameComponent: Sendable, Hashable, CustomStringConvertible {
  /// Bytes. With the names of a role and of a kind of file it is still a name: 255 bytes (limits.h,
  /// `NAME_MAX`).
  package static let maximumLength = beginning + 1 + 32

  /// Bytes. A longer spelling is replaced by its beginning and a digest, which together are longer
  /// than this, so that no other identifier is spelled so.
  private static let maximumSpelling = 180
  private static let beginning = 160

  package let description: String

  package init(of identifier: String) {
    // Most identifiers are plain, and each added request asks for one.
    let isPlain = identifier.utf8.allSatisfy(Self.isPlain) && !identifier.hasPrefix(".")
    let spelling = isPlain && !identifier.isEmpty ? identifier : Self.spelling(of: identifier)
    description =
      spelling.utf8.count <= Self.maximumSpelling
      ? spelling : "\(spelling.prefix(Self.beginning))_\(identifier.digest)"
  }

  /// Each other byte is `_` and two hexadecimal digits; an empty identifier is `_` alone.
  private static func spelling(of identifier: String) -> String {
    if identifier.isEmpty { return "_" }
    return identifier.utf8.enumerated().map { place, byte in
      let isHiding = place == 0 && byte == UInt8(ascii: ".")
      if isPlain(byte), !isHiding { return String(UnicodeScalar(byte)) }
      return "_" + (byte < 0x10 ? "0" : "") + String(byte, radix: 16)
    }.joined()
  }

  private static func isPlain(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "-"):
      true
    default: false
    }
  }
}

/// The name of what one process at a time has in a store's folder: its lock, and the log or the
/// socket that belongs to the lock.
///
/// It is a literal of the source, or a literal and an app: no other text becomes part of a path.
package struct OwnerName: Sendable, Hashable, Comparable, CustomStringConvertible,
  ExpressibleByStringLiteral
{
  package let description: String

  package init(stringLiteral role: StaticString) { description = "\(role)" }

  /// The name that an app has in a role.
  package init(_ role: StaticString, of app: String) {
    description = "\(role)-\(FileNameComponent(of: app))"
  }

  /// The owners in a role, of all apps and of single ones, whose files with this suffix are among
  /// `names`.
  package static func all(
    _ role: StaticString, suffix: String, among names: [String]
  ) -> [OwnerName] {
    let role = "\(role)"
    return names.filter { $0.hasSuffix(suffix) }.map { String($0.dropLast(suffix.count)) }
      .filter { $0 == role || $0.hasPrefix(role + "-") }
      .map { OwnerName(found: $0) }.sorted()
  }

  private init(found name: String) { description = name }

  package static func < (left: OwnerName, right: OwnerName) -> Bool {
    left.description < right.description
  }
}
