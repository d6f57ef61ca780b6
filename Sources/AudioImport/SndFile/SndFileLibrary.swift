import CSndFile
import Files

/// libsndfile, loaded when the first foreign sound is opened.
///
/// Most runs open none: they start without it and the eight codec libraries behind it, and work
/// where it is not installed. Its header still checks every call.
@unsafe struct SndFileLibrary: Sendable {
  typealias Open =
    @convention(c) (
      UnsafeMutablePointer<SF_VIRTUAL_IO>?, Int32, UnsafeMutablePointer<SF_INFO>?,
      UnsafeMutableRawPointer?
    ) -> OpaquePointer?
  typealias Close = @convention(c) (OpaquePointer?) -> Int32
  typealias Read =
    @convention(c) (OpaquePointer?, UnsafeMutablePointer<Double>?, sf_count_t)
    -> sf_count_t
  typealias Failure = @convention(c) (OpaquePointer?) -> Int32
  typealias Text = @convention(c) (OpaquePointer?) -> UnsafePointer<CChar>?
  typealias Command =
    @convention(c) (OpaquePointer?, Int32, UnsafeMutableRawPointer?, Int32)
    -> Int32

  let open: Open
  let close: Close
  let read: Read
  let error: Failure
  let text: Text
  let command: Command

  /// The library by the name of its binary interface; nil where it is not installed.
  static let shared = unsafe SndFileLibrary("libsndfile.so.1")

  private init?(_ name: String) {
    guard let library = unsafe SharedLibrary(name),
      let open: Open = unsafe library.function("sf_open_virtual"),
      let close: Close = unsafe library.function("sf_close"),
      let read: Read = unsafe library.function("sf_readf_double"),
      let error: Failure = unsafe library.function("sf_error"),
      let text: Text = unsafe library.function("sf_strerror"),
      let command: Command = unsafe library.function("sf_command")
    else { return nil }
    unsafe (self.open, self.close, self.read) = (open, close, read)
    unsafe (self.error, self.text, self.command) = (error, text, command)
  }
}
