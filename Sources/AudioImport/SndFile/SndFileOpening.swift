import AudioTypes
import Dispatch
import Files

extension SndFile {
  /// A header is read in microseconds; one that takes a second never ends.
  private static let deadline = DispatchTimeInterval.milliseconds(900)

  /// Opens the file on another thread, so that a header without end costs that thread only.
  static func open(_ source: FileSource) throws(ImportError) -> SndFile {
    // Written before the signal and read after it; after a timeout it is not read at all.
    nonisolated(unsafe) var outcome: Result<SndFile, ImportError>?
    let done = DispatchSemaphore(value: 0)
    // A queue of its own has a thread at once, whatever else is going on.
    DispatchQueue(label: "tocsin.sndfile").async {
      unsafe outcome = Result { () throws(ImportError) in try SndFile(source) }
      done.signal()
    }
    guard done.wait(timeout: .now() + deadline) == .success, let opened = unsafe outcome else {
      throw .tookTooLong
    }
    return try opened.get()
  }
}
