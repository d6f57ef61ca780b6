/// A path's last component.
///
/// Bytes are compared, not characters: to the system, a slash with an accent on it is a slash.
public func lastComponent(of path: String) -> Substring {
  let (bytes, slash) = (path.utf8, UInt8(ascii: "/"))
  guard let last = bytes.lastIndex(where: { $0 != slash }) else { return "" }
  let start = bytes[...last].lastIndex(of: slash).map(bytes.index(after:)) ?? bytes.startIndex
  return Substring(bytes[start...last])
}

/// The lower-case extension of a file name, without the dot; empty if it has none.
public func fileExtension(of path: String) -> String {
  let name = lastComponent(of: path)
  return name.extensionDot.map { name[name.utf8.index(after: $0)...].lowercased() } ?? ""
}

/// A path's last component without its extension.
public func baseName(of path: String) -> String {
  let name = lastComponent(of: path)
  return name.extensionDot.map { String(name[..<$0]) } ?? String(name)
}

extension Substring {
  /// The dot before a name's extension; one at the start belongs to the name.
  fileprivate var extensionDot: Index? {
    utf8.lastIndex(of: UInt8(ascii: ".")).flatMap { $0 == startIndex ? nil : $0 }
  }
}

/// The folder part of a path, with its slash; empty if it has none.
public func folder(of path: String) -> String {
  path.utf8.lastIndex(of: UInt8(ascii: "/")).map { String(path[...$0]) } ?? ""
}
