/// Why a banner was not shown, or a call not carried out. Each is a state of the desktop to live
/// with, none is a reason to hold back a sound or a record.
public enum BannerFailure: Error, Sendable, Hashable, CustomStringConvertible {
  /// There is no session bus, or it does not let us in.
  case noBus(String)
  /// Nobody on the bus shows notifications, and nobody could be started to.
  case noServer(String)
  /// The bus or the notification server did not answer in time, or has just failed to.
  case noAnswer
  /// The server answers, but more slowly than banners come.
  case busy
  /// The server answered with an error of this name.
  case refused(name: String, message: String)
  /// The server answered with something that is not an answer to the question.
  case badAnswer
  /// The banner cannot be put into a message.
  case unsendable
  /// The presenter has been stopped.
  case stopped

  /// Whether there is nobody who could show anything, as on a box without a screen.
  public var isAbsence: Bool {
    switch self {
    case .noBus, .noServer: true
    default: false
    }
  }

  /// What is missing or failed, as a sentence without a full stop.
  public var description: String {
    switch self {
    case .noBus(let reason): "no session bus: \(reason)"
    case .noServer(let reason): "nobody shows notifications: \(reason)"
    case .noAnswer: "the notification server does not answer"
    case .busy: "the notification server cannot keep up"
    case .refused(let name, let message): "the notification server refuses: \(message) (\(name))"
    case .badAnswer: "the notification server gives an answer that makes no sense"
    case .unsendable: "the notification does not fit into a message"
    case .stopped: "banners are no longer shown"
    }
  }
}

/// What became of a banner.
public enum BannerOutcome: Sendable, Hashable {
  case shown
  case notShown(BannerFailure)
}
