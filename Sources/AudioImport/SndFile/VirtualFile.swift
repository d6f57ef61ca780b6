import AudioFormats
import CSound
import Files
import Glibc

/// A file as libsndfile sees it: through our own checked reads, never through a descriptor, because
/// libsndfile closes that when it rejects the content.
@safe final class VirtualFile {
  private let source: FileSource
  private var position: Int64 = 0
  private var buffer: [UInt8] = []

  init(_ source: FileSource) { self.source = source }

  /// libsndfile's functions for a `VirtualFile`, which they get as their last argument.
  static var functions: SF_VIRTUAL_IO {
    unsafe SF_VIRTUAL_IO(
      get_filelen: { unsafe VirtualFile.at($0).source.byteCount },
      seek: { unsafe VirtualFile.at($2).seek($0, whence: $1) },
      read: { unsafe VirtualFile.at($2).read(into: $0, count: $1) },
      write: { _, _, _ in 0 },
      tell: { unsafe VirtualFile.at($0).position })
  }

  private static func at(_ pointer: UnsafeMutableRawPointer?) -> VirtualFile {
    guard let pointer = unsafe pointer else { preconditionFailure("libsndfile lost the file") }
    return unsafe Unmanaged<VirtualFile>.fromOpaque(pointer).takeUnretainedValue()
  }

  private func seek(_ offset: Int64, whence: Int32) -> Int64 {
    let base =
      switch whence {
      case SEEK_CUR: position
      case SEEK_END: source.byteCount
      default: Int64(0)
      }
    let (target, overflow) = base.addingReportingOverflow(offset)
    guard !overflow, target >= 0 else { return -1 }
    position = target
    return position
  }

  private func read(into bytes: UnsafeMutableRawPointer?, count: Int64) -> Int64 {
    guard let bytes = unsafe bytes, count > 0,
      (try? source.read(at: position, count: Int(count), into: &buffer)) != nil
    else { return 0 }
    unsafe buffer.withUnsafeBytes {
      guard let base = $0.baseAddress else { return }
      unsafe bytes.copyMemory(from: base, byteCount: $0.count)
    }
    position += Int64(buffer.count)
    return Int64(buffer.count)
  }
}
