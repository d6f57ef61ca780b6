/// The reason why a scheduler does not run.
public enum SchedulerError: Error, Sendable, Equatable, CustomStringConvertible {
  /// Another process delivers from this store; its identifier where it is known.
  case owned(by: Int32?)
  /// The scheduler has run before, or is running.
  case alreadyRun
  /// The kernel refuses a timer, a socket or a watch; the text contains the call and the reason.
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
