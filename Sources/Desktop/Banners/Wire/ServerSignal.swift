/// A signal of a notification server about the banner of a number.
enum ServerSignal {
  case closed(UInt32, BannerEvent.Closing)
  case activated(UInt32, key: String)
  case replied(UInt32, text: String)
  /// Comes before ``activated(_:key:)`` where the server has something to hand on.
  case token(UInt32, String)

  /// Nil where the message is not a signal of the specification, or not of its types.
  init?(member: String, _ message: IncomingMessage) {
    guard let number = message.readUInt32() else { return nil }
    switch member {
    case "NotificationClosed":
      guard let reason = message.readUInt32() else { return nil }
      self = .closed(number, BannerEvent.Closing(reason: reason))
    case "ActionInvoked":
      guard let key = message.readString() else { return nil }
      self = .activated(number, key: key)
    case "NotificationReplied":
      guard let text = message.readString() else { return nil }
      self = .replied(number, text: text)
    case "ActivationToken":
      guard let token = message.readString() else { return nil }
      self = .token(number, token)
    default: return nil
    }
  }

  var number: UInt32 {
    switch self {
    case .closed(let number, _), .activated(let number, _), .replied(let number, _),
      .token(let number, _):
      number
    }
  }
}

extension BannerEvent.Closing {
  /// The reasons of the signal `NotificationClosed` (Desktop Notifications Specification 1.2).
  init(reason: UInt32) {
    self =
      switch reason {
      case 1: .expired
      case 2: .dismissed
      case 3: .byCall
      default: .unspecified
      }
  }
}
