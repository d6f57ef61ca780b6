import NotificationTypes

/// The permitted disturbance by a notification, from least to most.
public enum UNNotificationInterruptionLevel: UInt, Sendable, Hashable {
  case passive = 0
  case active = 1
  case timeSensitive = 2
  case critical = 3
}

extension UNNotificationInterruptionLevel {
  var value: InterruptionLevel {
    switch self {
    case .passive: .passive
    case .active: .active
    case .timeSensitive: .timeSensitive
    case .critical: .critical
    }
  }

  init(_ value: InterruptionLevel) {
    switch value {
    case .passive: self = .passive
    case .active: self = .active
    case .timeSensitive: self = .timeSensitive
    case .critical: self = .critical
    }
  }
}
