import Glibc

/// Finds programs as a shell does, in folders that have an absolute path.
enum ProgramPath {
  /// The path of the program `name`; nil where it is not installed.
  static func of(_ name: String) -> String? {
    guard let path = unsafe getenv("PATH") else { return nil }
    for folder in unsafe String(cString: path).split(separator: ":") where folder.hasPrefix("/") {
      let candidate = "\(folder)/\(name)"
      var status = stat()
      guard unsafe stat(candidate, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
        unsafe access(candidate, X_OK) == 0
      else { continue }
      return candidate
    }
    return nil
  }
}
