import AudioFormats
import Dispatch
import Files
import Glibc

extension SndFile {
  /// A header is read in microseconds; one that takes a second of processor time is given up.
  private static let maximumWork = 0.9
  /// The interval at which the processor time is checked.
  private static let interval = DispatchTimeInterval.milliseconds(50)

  /// Opens the file on another thread, so that an endless header costs that thread only.
  ///
  /// The limit is processor time, not the wall clock, so a good file opens even on a slow disk or a
  /// busy machine.
  static func open(_ source: FileSource) throws(ImportError) -> SndFile {
    // Written before the signal and read after it; after a timeout it is not read at all.
    nonisolated(unsafe) var outcome: Result<SndFile, ImportError>?
    nonisolated(unsafe) var clock = clockid_t()
    let (hasBegun, done) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    // A queue of its own does not wait for work of others on a shared one.
    DispatchQueue(label: "tocsin.sndfile").async {
      _ = unsafe pthread_getcpuclockid(pthread_self(), &clock)
      hasBegun.signal()
      unsafe outcome = Result { () throws(ImportError) in try SndFile(source) }
      done.signal()
    }
    hasBegun.wait()
    let start = unsafe seconds(on: clock)
    while done.wait(timeout: .now() + interval) == .timedOut {
      guard unsafe seconds(on: clock) - start < maximumWork else { throw .tookTooLong }
    }
    guard let opened = unsafe outcome else { throw .tookTooLong }
    return try opened.get()
  }

  private static func seconds(on clock: clockid_t) -> Double {
    var time = timespec()
    _ = unsafe clock_gettime(clock, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
}
