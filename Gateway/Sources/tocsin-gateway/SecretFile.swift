import APNsGateway
import ArgumentParser
import Foundation
import Glibc

/// The file that a command writes a secret to. Only its owner may read it.
struct SecretOutput: ParsableArguments {
  @Option(
    name: .shortAndLong,
    help: "The file, of mode 0600; it must not be there yet. - is the standard output.")
  var output: String?

  /// Writes the secret, and says where it is.
  /// - Parameters:
  ///   - usual: the file's name if none is given.
  ///   - record: is run when the file is there, and before the secret is given out; if it throws, the
  ///     file is removed.
  /// - Returns: the file's name; nil for the standard output.
  /// - Throws: ``GatewayError`` if the file is there or cannot be written, and what `record` throws.
  func write(
    _ secret: String, usual: String, record: () throws(GatewayError) -> Void
  ) throws(GatewayError) -> String? {
    let path = output ?? usual
    if path == "-" {
      try Terminal.checkPrivacy()
      try record()
      Terminal.give(secret)
      return nil
    }
    try Self.create(path, secret + "\n")
    do throws(GatewayError) {
      try record()
    } catch {
      unlink(path)
      throw error
    }
    return path
  }

  /// Makes a file that only its owner may read.
  /// - Throws: ``GatewayError`` if it is there already, or cannot be written.
  static func create(_ path: String, _ text: String) throws(GatewayError) {
    let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else {
      throw GatewayError(
        errno == EEXIST
          ? "\(path) is there already: remove it, or name another file with --output."
          : "\(path) cannot be written: \(String(cString: strerror(errno))).")
    }
    let file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    do {
      try file.write(contentsOf: Data(text.utf8))
      try file.synchronize()
    } catch {
      unlink(path)
      throw GatewayError("\(path) cannot be written: \(error.localizedDescription)")
    }
  }
}

extension Terminal {
  /// - Throws: ``GatewayError`` if the standard output is a file that others may read.
  static func checkPrivacy() throws(GatewayError) {
    var information = stat()
    guard fstat(STDOUT_FILENO, &information) == 0, information.st_mode & S_IFMT == S_IFREG,
      information.st_mode & 0o077 != 0
    else { return }
    throw GatewayError(
      "The standard output is a file that others may read, and this is a secret: give the file's "
        + "name with --output, or run `umask 077` before.")
  }
}
