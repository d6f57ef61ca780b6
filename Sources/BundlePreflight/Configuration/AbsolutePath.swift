import Glibc

/// Absolute paths, computed as text: links are not followed.
enum AbsolutePath {
  /// The working directory of the process.
  private static let workingFolder: String = {
    guard let path = getcwd(nil, 0) else { return "/" }
    defer { free(path) }
    return String(cString: path)
  }()

  static func of(_ path: String) -> TreePath {
    let full = path.hasPrefix("/") ? path : workingFolder + "/" + path
    var parts: [Substring] = []
    for part in full.split(separator: "/") where part != "." {
      if part == ".." { _ = parts.popLast() } else { parts.append(part) }
    }
    return TreePath("/" + parts.joined(separator: "/"))
  }
}
