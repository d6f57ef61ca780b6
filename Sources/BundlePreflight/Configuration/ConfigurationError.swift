/// A configuration or baseline file that cannot be used: where, and what to do.
public struct ConfigurationError: Error, Hashable, Sendable, CustomStringConvertible {
  public let file: String
  /// From 1; nil where no line is to blame.
  public let line: Int?
  public let message: String

  public var description: String {
    file + (line.map { ":\($0)" } ?? "") + ": " + message
  }
}
