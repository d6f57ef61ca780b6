import CLibFuzzer
import Glibc

/// A file in memory that has a path: code that reads files by name can be fuzzed without a disk.
struct ScratchFile {
  let path: String
  private let descriptor: Int32

  /// The file of this process.
  static let shared = ScratchFile()

  private init() {
    descriptor = memory_file("fuzz")
    guard descriptor >= 0 else { fatalError("memfd_create fails, errno \(errno)") }
    path = "/proc/self/fd/\(descriptor)"
  }

  /// The folder for outputs; `Fuzz/run` creates it in memory and removes it.
  static let folder = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"

  /// Replaces the whole content by `bytes`.
  func replace(with bytes: [UInt8]) {
    guard ftruncate(descriptor, 0) == 0, pwrite(descriptor, bytes, bytes.count, 0) == bytes.count
    else { fatalError("the scratch file cannot be written, errno \(errno)") }
  }
}
