/// The reason why a configuration, or a setting in it, cannot be used.
public struct ConfigurationError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The reason, with the file's path or the setting's name.
  public let description: String
}
