import Foundation
import Glibc
import TestSupport

extension TemporaryFolder {
  /// A pipe with a name, and nobody at its other end.
  func makePipe(_ name: String) throws {
    guard mkfifo(path(name), 0o600) == 0 else { throw SystemFailure("mkfifo") }
  }

  func makeLink(_ name: String, to target: String) throws {
    guard symlink(target, path(name)) == 0 else { throw SystemFailure("symlink") }
  }

  func makeHardLink(_ name: String, to target: String) throws {
    guard link(path(target), path(name)) == 0 else { throw SystemFailure("link") }
  }

  /// A socket with a name, and nobody who listens.
  func makeSocket(_ name: String) throws {
    let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    guard descriptor >= 0 else { throw SystemFailure("socket") }
    defer { close(descriptor) }
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    let bytes = Array(path(name).utf8)
    let isShort = withUnsafeMutableBytes(of: &address.sun_path) { room in
      guard bytes.count < room.count else { return false }
      room.copyBytes(from: bytes)
      return true
    }
    let size = socklen_t(MemoryLayout<sockaddr_un>.size)
    let bound = withUnsafePointer(to: &address) { address in
      address.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(descriptor, $0, size) }
    }
    guard isShort, bound == 0 else { throw SystemFailure("bind") }
  }

  /// `bytes`, and after them a hole up to `size`.
  func makeSparse(_ name: String, _ bytes: [UInt8], size: Int64) throws {
    try write(bytes, to: name)
    guard truncate(path(name), off_t(size)) == 0 else { throw SystemFailure("truncate") }
  }

  func setMode(_ mode: mode_t, of name: String) throws {
    guard chmod(path(name), mode) == 0 else { throw SystemFailure("chmod") }
  }
}

/// A system call that a test needs and does not get.
struct SystemFailure: Error, CustomStringConvertible {
  let description: String

  init(_ call: String) { description = "\(call): \(String(cString: strerror(errno)))" }
}

/// Things that stand where a sound is expected, and what they are called.
enum OddFile: String, CaseIterable, Sendable {
  case nothing, directory, pipe, socket
  case danglingLink = "dangling link"
  case linkLoop = "link loop"
  case linkToDirectory = "link to a directory"
  case linkToZero = "link to /dev/zero"
  case linkToRandom = "link to /dev/urandom"
  case linkToNull = "link to /dev/null"
  case linkToPipe = "link to a pipe"

  /// Puts it into `folder`.
  func make(_ name: String, in folder: TemporaryFolder) throws {
    switch self {
    case .nothing: break
    case .directory:
      try FileManager.default.createDirectory(
        at: folder.url(name), withIntermediateDirectories: false)
    case .pipe: try folder.makePipe(name)
    case .socket: try folder.makeSocket(name)
    case .danglingLink: try folder.makeLink(name, to: "gone.wav")
    case .linkLoop: try folder.makeLink(name, to: name)
    case .linkToDirectory: try folder.makeLink(name, to: ".")
    case .linkToZero: try folder.makeLink(name, to: "/dev/zero")
    case .linkToRandom: try folder.makeLink(name, to: "/dev/urandom")
    case .linkToNull: try folder.makeLink(name, to: "/dev/null")
    case .linkToPipe:
      try folder.makePipe("pipe")
      try folder.makeLink(name, to: "pipe")
    }
  }
}
