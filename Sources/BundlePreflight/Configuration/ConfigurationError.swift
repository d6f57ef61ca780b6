/// The error of a configuration or baseline file that cannot be used, with the place and the
/// remedy.
public struct ConfigurationError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The path of the file, as it was found.
  public let file: String
  /// The line, from 1; nil if the error has no line.
  public let line: Int?
  /// The error and its remedy, as a sentence without a full stop.
  public let message: String

  /// `FILE:LINE: MESSAGE`, as compilers print it.
  public var description: String {
    file + (line.map { ":\($0)" } ?? "") + ": " + message
  }
}
