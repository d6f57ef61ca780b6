import Foundation
import Glibc

/// The folder with a gateway's whole state. Only its owner may read it.
package struct StateFolder: Sendable {
  package let path: String

  package init(_ path: String) {
    self.path = path
  }

  /// The folder of the system's own services.
  package static let ofSystem = "/var/lib/tocsin-gateway"

  /// `$XDG_STATE_HOME/tocsin/gateway`, or else the same below `~/.local/state`; for the superuser
  /// ``ofSystem``.
  package static func usual(_ environment: [String: String], isSuperuser: Bool) -> String {
    if let state = environment["XDG_STATE_HOME"], state.hasPrefix("/") {
      return state + "/tocsin/gateway"
    }
    if isSuperuser { return ofSystem }
    return (environment["HOME"] ?? "/root") + "/.local/state/tocsin/gateway"
  }

  package func file(_ name: String) -> String { path + "/" + name }

  package func exists(_ name: String) -> Bool { access(file(name), F_OK) == 0 }

  /// The free space (bytes) on the file system of this file or folder; 0 if it is unknown.
  package func freeBytes(_ name: String) -> Int64 {
    var system = statvfs()
    guard statvfs(file(name), &system) == 0 else { return 0 }
    return Int64(system.f_bavail) * Int64(system.f_frsize)
  }

  /// Runs `action` while no other process does so with this folder: of two commands that change a
  /// file, one waits for the other.
  /// - Throws: ``GatewayError`` if the lock cannot be had, and what `action` throws.
  package func locked<Result>(
    _ action: () throws(GatewayError) -> Result
  ) throws(GatewayError) -> Result {
    let descriptor = open(file("lock"), O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw Self.failure(file("lock")) }
    defer { close(descriptor) }
    giveToOwner(descriptor)
    while flock(descriptor, LOCK_EX) != 0 {
      guard errno == EINTR else { throw Self.failure(file("lock")) }
    }
    return try action()
  }

  /// The superuser's commands leave the folder to the user that the services run as.
  private func giveToOwner(_ descriptor: Int32) {
    var folder = stat()
    guard geteuid() == 0, stat(path, &folder) == 0, folder.st_uid != 0 else { return }
    _ = fchown(descriptor, folder.st_uid, folder.st_gid)
  }

  /// Creates the folder and those above it; only the owner may access the folder itself.
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
    guard chmod(folder, 0o700) == 0 else { throw Self.failure(folder) }
  }

  /// Replaces a file as a whole: a temporary one, synced, is renamed over it.
  /// - Throws: ``GatewayError`` with the system's reason; then the old file stays.
  package func write(_ text: String, to name: String) throws(GatewayError) {
    let target = file(name)
    let temporary = target + ".\(getpid()).tmp"
    unlink(temporary)
    let descriptor = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw Self.failure(target) }
    giveToOwner(descriptor)
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

  /// - Throws: ``GatewayError`` if the file does not exist or is not readable.
  package func read(_ name: String) throws(GatewayError) -> String {
    guard let data = FileManager.default.contents(atPath: file(name)) else {
      throw GatewayError(
        "\(file(name)) cannot be read. Make the state with `tocsin-gateway init HOST`, or name its "
          + "folder with --state.")
    }
    return String(decoding: data, as: UTF8.self)
  }

  /// - Throws: ``GatewayError`` if the file is missing or invalid.
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
    try write(try value.readableJSON(file(name)) + "\n", to: name)
  }
}

extension Encodable {
  /// JSON that people can read and compare.
  /// - Parameter subject: the name of the value, for the error.
  /// - Throws: ``GatewayError`` if it cannot be written so.
  func readableJSON(_ subject: String) throws(GatewayError) -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    guard let data = try? encoder.encode(self) else {
      throw GatewayError("\(subject) cannot be written as JSON.")
    }
    return String(decoding: data, as: UTF8.self)
  }
}
