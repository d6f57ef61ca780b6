/// Something that is worth a line in a log.
public struct DeliveryEvent: Sendable, Hashable {
  public enum Level: String, Sendable, Hashable { case debug, info, notice, warning, error }

  public var level: Level
  public var message: String
  /// What it is about, by names such as `app` and `identifier`.
  public var fields: [String: String]

  public init(_ level: Level, _ message: String, _ fields: [String: String] = [:]) {
    self.level = level
    self.message = message
    self.fields = fields
  }
}
