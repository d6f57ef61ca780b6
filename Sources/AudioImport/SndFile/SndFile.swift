import AudioFormats
import CSound
import Files

/// One open libsndfile handle. The library is loaded for the first one.
@safe final class SndFile: PCMSource {
  private let handle: OpaquePointer
  private let info: SF_INFO

  private let file: VirtualFile
  private static let blockFrames = 4_096

  /// Opens `source` from its start.
  init(_ source: FileSource) throws(ImportError) {
    guard tocsin_has_sndfile() != 0 else { throw .libraryMissing }
    var info = SF_INFO()
    var functions = VirtualFile.functions
    file = VirtualFile(source)
    let opened = unsafe sf_open_virtual(
      &functions, Int32(SFM_READ), &info, Unmanaged.passUnretained(file).toOpaque())
    guard let handle = unsafe opened else {
      throw .notOpened(unsafe Self.text(nil))
    }
    unsafe self.handle = handle
    self.info = info
  }

  deinit { _ = unsafe sf_close(handle) }

  var sampleRate: Double { Double(info.samplerate) }
  var channelCount: Int { Int(info.channels) }
  var frameCount: Int64? { info.frames > 0 && info.frames < Int64.max ? info.frames : nil }

  func read(into buffer: inout PCMBuffer) throws(ImportError) {
    buffer.resize(frames: Self.blockFrames)
    let read = unsafe buffer.samples.withUnsafeMutableBufferPointer {
      unsafe sf_readf_double(handle, $0.baseAddress, sf_count_t(Self.blockFrames))
    }
    guard unsafe sf_error(handle) == 0 else {
      throw .notRead(unsafe Self.text(handle))
    }
    buffer.resize(frames: Int(max(0, read)))
  }

  /// The names of file format and coding, in libsndfile's words.
  var names: (format: String, coding: String) {
    (
      name(info.format & Int32(SF_FORMAT_TYPEMASK)),
      name(info.format & Int32(SF_FORMAT_SUBMASK))
    )
  }

  private static func text(_ handle: OpaquePointer?) -> String {
    unsafe sf_strerror(handle).map { unsafe String(cString: $0) } ?? "unknown error"
  }

  private func name(_ format: Int32) -> String {
    var info = unsafe SF_FORMAT_INFO()
    unsafe info.format = format
    let size = unsafe Int32(MemoryLayout<SF_FORMAT_INFO>.size)
    guard unsafe sf_command(nil, Int32(SFC_GET_FORMAT_INFO), &info, size) == 0,
      let name = unsafe info.name
    else { return "unknown" }
    return unsafe String(cString: name)
  }
}
