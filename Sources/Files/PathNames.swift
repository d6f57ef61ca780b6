/// A path's last component.
///
/// Bytes are compared, not characters: to the system, a slash with an accent on it is a slash.
public func lastComponent(of path: String) -> Substring {
  Substring(path.utf8.split(separator: UInt8(ascii: "/")).last ?? ""[...].utf8)
}

/// The lower-case extension of a file name, without the dot; empty where there is none.
public func fileExtension(of path: String) -> String {
  let name = lastComponent(of: path)
  guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return "" }
  return name[name.index(after: dot)...].lowercased()
}

/// A path's last component without its extension.
public func baseName(of path: String) -> String {
  let name = lastComponent(of: path)
  guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return String(name) }
  return String(name[..<dot])
}

/// The folder part of a path, with its slash; empty where there is none.
public func folder(of path: String) -> String {
  path.utf8.lastIndex(of: UInt8(ascii: "/")).map { String(path[...$0]) } ?? ""
}
