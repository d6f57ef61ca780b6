import FoundationEssentials

/// The name of a file in a store that a notification shows: an identifier of its own and the name
/// that the file had, such as `6F8C2E8A-51B0-4D0A-9E5A-0C63E5C6A2D1-map.png`.
package struct AttachmentName: Sendable, Hashable, CustomStringConvertible {
  /// The length of an identifier and a hyphen.
  private static let prefixLength = 37

  package let description: String

  /// A new name for a copy of the file at `path`.
  package init(for path: String) {
    // Of the root the last component is a slash.
    let name = URL(fileURLWithPath: path).lastPathComponent.filter { $0 != "/" }
    // Of a name that is too long, the end counts: it says what the file is.
    var ending = name[...]
    while ending.utf8.count > 255 - Self.prefixLength { ending = ending.dropFirst() }
    description = "\(UUID().uuidString)-\(ending)"
  }

  /// Whether a store gives such names; others are not its own, and are never removed.
  package static func isOne(_ name: String) -> Bool {
    let prefix = name.prefix(prefixLength)
    return prefix.hasSuffix("-") && UUID(uuidString: String(prefix.dropLast())) != nil
      && prefix == prefix.uppercased()
  }
}
