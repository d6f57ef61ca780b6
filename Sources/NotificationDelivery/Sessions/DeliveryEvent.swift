/// An event for a log.
public struct DeliveryEvent: Sendable, Hashable {
  /// The importance of an event, by the names of swift-log.
  public enum Level: String, Sendable, Hashable { case debug, info, notice, warning, error }

  /// The importance of the event.
  public var level: Level
  /// The event, without variable parts.
  public var message: String
  /// The variable parts, by names such as `app` and `identifier`.
  public var fields: [String: String]

  /// An event, with the fields by which a log can be searched.
  public init(_ level: Level, _ message: String, _ fields: [String: String] = [:]) {
    self.level = level
    self.message = message
    self.fields = fields
  }

  /// Before the name of a part that the user does not get, among ``fields``.
  package static let withheldPrefix = "withheld_"

  /// A line for the standard error of an app, from the helper that delivers its notifications: a
  /// failure, or the reason why the user does not get something. Nil for other events.
  package var lineForApp: String? {
    let subject = fields["identifier"].map { "the notification \($0)" } ?? "notifications"
    let withheld = fields.filter { $0.key.hasPrefix(Self.withheldPrefix) }
      .map { "\($0.key.dropFirst(Self.withheldPrefix.count)) (\($0.value))" }.sorted()
    if !withheld.isEmpty { return "\(subject): withheld: \(withheld.joined(separator: ", "))" }
    guard level == .warning || level == .error || message == Self.noAnswer else { return nil }
    return "\(subject): \(line)"
  }

  /// The message, and its reason where there is one.
  package var line: String { fields["reason"].map { "\(message): \($0)" } ?? message }

  /// The message for an app in the foreground that does not say what to show.
  package static let noAnswer = "the app does not answer: it is not in front"
}
