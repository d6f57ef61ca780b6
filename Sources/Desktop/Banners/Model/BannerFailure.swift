/// The reason why a banner was not shown, or a call failed. Each is a normal state of some
/// desktops; none is a reason to hold back a sound or a record.
public enum BannerFailure: Error, Sendable, Hashable, CustomStringConvertible {
  /// There is no session bus, or it refuses the connection.
  case noBus(String)
  /// The bus has no notification server, and none could be started.
  case noServer(String)
  /// The bus or the notification server did not answer in time, or has just failed to.
  case noAnswer
  /// The server answers, but more slowly than banners arrive.
  case busy
  /// The server answered with an error of this name.
  case refused(name: String, message: String)
  /// The server answered with something that is not an answer to the question.
  case badAnswer
  /// The banner cannot be put into a message.
  case unsendable
  /// The presenter has been stopped.
  case stopped

  /// Whether there is no server to show banners, as on a machine without a screen.
  public var isAbsence: Bool {
    switch self {
    case .noBus, .noServer: true
    default: false
    }
  }

  /// The missing or failed part, as a sentence without a full stop.
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

/// The result of showing a banner.
public enum BannerOutcome: Sendable, Hashable {
  case shown
  case notShown(BannerFailure)
}
