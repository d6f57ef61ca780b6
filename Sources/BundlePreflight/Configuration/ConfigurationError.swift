/// A configuration or baseline file that cannot be used: where, and what to do.
public struct ConfigurationError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The path of the file, as it was found.
  public let file: String
  /// From 1; nil where no line is to blame.
  public let line: Int?
  /// What is wrong and what to do, as a sentence without a full stop.
  public let message: String

  /// `FILE:LINE: MESSAGE`, as compilers print it.
  public var description: String {
    file + (line.map { ":\($0)" } ?? "") + ": " + message
  }
}
