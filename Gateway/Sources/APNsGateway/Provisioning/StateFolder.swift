import Foundation
import Glibc

/// The folder in which everything is that a gateway must know. Only its owner may look into it.
package struct StateFolder: Sendable {
  package let path: String

  package init(_ path: String) {
    self.path = path
  }

  /// `$XDG_STATE_HOME/tocsin/gateway`, else in `~/.local/state`.
  package static func usual(_ environment: [String: String]) -> String {
    if let state = environment["XDG_STATE_HOME"], state.hasPrefix("/") {
      return state + "/tocsin/gateway"
    }
    return (environment["HOME"] ?? "/root") + "/.local/state/tocsin/gateway"
  }

  package func file(_ name: String) -> String { path + "/" + name }

  package func exists(_ name: String) -> Bool { access(file(name), F_OK) == 0 }

  /// Bytes that may be written where this file or folder is; 0 where that cannot be found out.
  package func freeBytes(_ name: String) -> Int64 {
    var system = statvfs()
    guard statvfs(file(name), &system) == 0 else { return 0 }
    return Int64(system.f_bavail) * Int64(system.f_frsize)
  }

  /// Makes the folder and those above it; the folder itself is closed to others.
  /// - Throws: ``GatewayError`` with the system's reason.
  package func make(_ name: String = "") throws(GatewayError) {
    let folder = name.isEmpty ? path : file(name)
    do {
      try FileManager.default.createDirectory(
        atPath: folder, withIntermediateDirectories: true,
        attributes: [.posixPermissions: 0o700])
    } catch {
      throw GatewayError("\(folder) cannot be made: \(error.localizedDescription)")
    }
    chmod(folder, 0o700)
  }

  /// Replaces a file as a whole: a temporary one, synced, is renamed over it.
  /// - Throws: ``GatewayError`` with the system's reason; the old file stands then.
  package func write(_ text: String, to name: String) throws(GatewayError) {
    let target = file(name)
    let temporary = target + ".\(getpid()).tmp"
    unlink(temporary)
    let descriptor = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw Self.failure(target) }
    let isWritten = Self.writeAll(Array(text.utf8), descriptor) && fsync(descriptor) == 0
    let error = isWritten ? nil : Self.failure(target)
    close(descriptor)
    if let error {
      unlink(temporary)
      throw error
    }
    guard rename(temporary, target) == 0 else { throw Self.failure(target) }
    let folder = open((target as NSString).deletingLastPathComponent, O_RDONLY | O_CLOEXEC)
    fsync(folder)
    close(folder)
  }

  private static func writeAll(_ bytes: [UInt8], _ descriptor: Int32) -> Bool {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      guard count > 0 else { return false }
      rest = rest.dropFirst(count)
    }
    return true
  }

  private static func failure(_ path: String) -> GatewayError {
    GatewayError("\(path) cannot be written: \(String(cString: strerror(errno))).")
  }

  /// - Throws: ``GatewayError`` if the file is not there or not readable.
  package func read(_ name: String) throws(GatewayError) -> String {
    guard let data = FileManager.default.contents(atPath: file(name)) else {
      throw GatewayError(
        "\(file(name)) cannot be read. Make the state with `tocsin-gateway init HOST`, or name its "
          + "folder with --state.")
    }
    return String(decoding: data, as: UTF8.self)
  }

  /// - Throws: ``GatewayError`` if the file is missing or not what it should be.
  package func load<Value: Decodable>(
    _ name: String, as type: Value.Type = Value.self
  ) throws(GatewayError) -> Value {
    let text = try read(name)
    do {
      return try JSONDecoder().decode(type, from: Data(text.utf8))
    } catch {
      throw GatewayError("\(file(name)) is not what it should be: \(error)")
    }
  }

  /// - Throws: ``GatewayError`` with the system's reason.
  package func store(_ value: some Encodable, as name: String) throws(GatewayError) {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    guard let data = try? encoder.encode(value) else {
      throw GatewayError("\(file(name)) cannot be written as JSON.")
    }
    try write(String(decoding: data, as: UTF8.self) + "\n", to: name)
  }
}
