/// Something that is worth a line in a log.
public struct DeliveryEvent: Sendable, Hashable {
  /// How much an event matters, by the names of swift-log.
  public enum Level: String, Sendable, Hashable { case debug, info, notice, warning, error }

  /// How much it matters.
  public var level: Level
  /// What has happened, without what differs from one time to the next.
  public var message: String
  /// What it is about, by names such as `app` and `identifier`.
  public var fields: [String: String]

  /// An event, with the facts that a log can be searched for.
  public init(_ level: Level, _ message: String, _ fields: [String: String] = [:]) {
    self.level = level
    self.message = message
    self.fields = fields
  }

  static let withheldPrefix = "withheld_"

  /// A line for the standard error of an app that delivers its own notifications: what went wrong, and
  /// why the user does not get something. Nil where it is neither.
  var lineForApp: String? {
    let subject = fields["identifier"].map { "the notification \($0)" } ?? "notifications"
    let withheld = fields.filter { $0.key.hasPrefix(Self.withheldPrefix) }
      .map { "\($0.key.dropFirst(Self.withheldPrefix.count)) (\($0.value))" }.sorted()
    if !withheld.isEmpty { return "\(subject): withheld: \(withheld.joined(separator: ", "))" }
    guard level == .warning || level == .error || message == Self.noAnswer else { return nil }
    return "\(subject): \(line)"
  }

  /// The message, and its reason where there is one.
  package var line: String { fields["reason"].map { "\(message): \($0)" } ?? message }

  static let noAnswer = "the app does not answer: it is not in front"
}
