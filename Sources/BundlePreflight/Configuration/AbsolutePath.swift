import Glibc

/// Paths from the root on, by their letters: links are not followed.
enum AbsolutePath {
  /// Where the process works.
  private static let workingFolder: String = {
    guard let path = getcwd(nil, 0) else { return "/" }
    defer { free(path) }
    return String(cString: path)
  }()

  static func of(_ path: String) -> String {
    let full = path.hasPrefix("/") ? path : workingFolder + "/" + path
    var parts: [Substring] = []
    for part in full.split(separator: "/") where part != "." {
      if part == ".." { _ = parts.popLast() } else { parts.append(part) }
    }
    return "/" + parts.joined(separator: "/")
  }
}
