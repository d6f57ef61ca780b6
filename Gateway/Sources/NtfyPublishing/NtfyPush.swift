/// A message as a push, with the payload and the headers of Apple's protocol.
package struct NtfyPush: Sendable {
  /// The maximum size of an alert's payload in bytes, as in Apple's service.
  package static let maximumSize = 4_096

  package let payload: [UInt8]
  /// `apns-priority`.
  package let priority: Int
  /// `apns-collapse-id`.
  package let collapseIdentifier: String?
  /// `apns-expiration`: 0 for a message that is not kept.
  package let expiration: Int64?

  /// - Parameter sound: the topic's sound.
  /// - Throws: ``NtfyError`` if the payload is too large.
  package init(_ message: NtfyMessage, sound: String) throws(NtfyError) {
    let level = Level(message.priority ?? 3)
    let push = Payload(
      aps: .init(
        alert: .init(title: message.title, body: message.message), sound: level.sound(sound),
        interruptionLevel: level.name, threadIdentifier: message.topic), ntfy: message.details)
    payload = Array(NtfyJSON.text(push).utf8)
    if payload.count > Self.maximumSize {
      throw .tooLarge(payload.count, maximum: Self.maximumSize)
    }
    priority = level.isQuiet ? 5 : 10
    collapseIdentifier = message.sequence
    expiration = message.expires == nil ? 0 : nil
  }

  /// ntfy's five priorities: 1 and 2 make no sound, 5 is heard in spite of all settings if the app
  /// is authorized for critical alerts.
  private enum Level {
    case quiet, usual, urgent, critical

    init(_ priority: Int) {
      switch priority {
      case ...2: self = .quiet
      case 4: self = .urgent
      case 5...: self = .critical
      default: self = .usual
      }
    }

    var isQuiet: Bool { self == .quiet }

    var name: String {
      switch self {
      case .quiet: "passive"
      case .usual: "active"
      // A critical sound makes the alert critical if the app is authorized for it; otherwise the
      // alert is at least time-sensitive.
      case .urgent, .critical: "time-sensitive"
      }
    }

    func sound(_ name: String) -> Sound? {
      isQuiet ? nil : Sound(name: name, isCritical: self == .critical)
    }
  }

  private struct Payload: Encodable {
    var aps: Aps
    var ntfy: NtfyMessage
  }

  private struct Aps: Encodable {
    var alert: Alert
    var sound: Sound?
    var interruptionLevel: String
    var threadIdentifier: String

    enum CodingKeys: String, CodingKey {
      case alert, sound
      case interruptionLevel = "interruption-level"
      case threadIdentifier = "thread-id"
    }
  }

  private struct Alert: Encodable {
    var title: String?
    var body: String?
  }

  /// A name, or the dictionary of a critical alert.
  private struct Sound: Encodable {
    var name: String
    var isCritical: Bool

    private enum CodingKeys: String, CodingKey { case name, critical, volume }

    func encode(to encoder: any Encoder) throws {
      if isCritical {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(name, forKey: .name)
        try container.encode(1, forKey: .critical)
        try container.encode(1, forKey: .volume)
      } else {
        var container = encoder.singleValueContainer()
        try container.encode(name)
      }
    }
  }
}
