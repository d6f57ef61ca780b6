import Glibc

/// The user's runtime folder, in which the sound server, the bus and the daemon listen.
package enum RuntimeFolder {
  /// `$XDG_RUNTIME_DIR`; where that is not set, as under cron, the folder that the login manager has
  /// made for the user. Nil where there is none.
  package static var path: String? {
    let variable = getenv("XDG_RUNTIME_DIR").map { String(cString: $0) } ?? ""
    guard variable.isEmpty else { return variable.hasPrefix("/") ? variable : nil }
    let path = "/run/user/\(getuid())"
    var status = stat()
    return stat(path, &status) == 0 && status.st_uid == getuid() ? path : nil
  }

  /// Sets the variable for the libraries and programs that read it. Call it before there are threads.
  package static func setVariable() {
    if let path { setenv("XDG_RUNTIME_DIR", path, 1) }
  }
}
