/// Why a configuration, or a setting in it, cannot be used.
public struct ConfigurationError: Error, Sendable, Hashable, CustomStringConvertible {
  /// With the file's path, or the setting's name.
  public let description: String
}
