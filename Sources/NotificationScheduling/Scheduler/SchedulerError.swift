/// Why a scheduler does not run.
public enum SchedulerError: Error, Sendable, Equatable, CustomStringConvertible {
  /// Another process delivers from this store; its identifier where it is known.
  case owned(by: Int32?)
  /// It has run before, or it is running.
  case alreadyRun
  /// The kernel refuses a timer, a socket or a watch: the call and why.
  case system(String)

  /// What is wrong and what to do about it, as a sentence without a full stop.
  public var description: String {
    switch self {
    case .owned(let process?): "another scheduler runs: process \(process)"
    case .owned(nil): "another scheduler runs"
    case .alreadyRun: "this scheduler was started before: make another one"
    case .system(let text): "the scheduler cannot wait: \(text)"
    }
  }
}

/// How a scheduler fares.
public enum SchedulerState: Sendable, Equatable {
  case starting
  /// Waits for the next date.
  case running
  /// The store cannot be written: what is due is delivered from what can be read, and recorded when
  /// the store is back. Added requests are refused meanwhile.
  case degraded(StoreError)
  case stopped
}
