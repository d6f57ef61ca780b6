/// The sound for a notification that names none, or one that cannot be played.
public enum DefaultSound: Hashable, Sendable {
  /// A sound of the system by its name, such as `default`.
  case named(String)
  /// A sound of the desktop's theme by its name in the Sound Naming Specification.
  case theme(String)

  /// The sound that Tocsin ships for this.
  public static let standard = DefaultSound.named("default")

  /// Reads a setting: `theme:NAME`, or the name of a sound.
  /// - Returns: nil where no file can have the name.
  public init?(_ text: String) {
    let prefix = "theme:"
    let name = text.hasPrefix(prefix) ? String(text.dropFirst(prefix.count)) : text
    guard PlainName(name) != nil else { return nil }
    self = text.hasPrefix(prefix) ? .theme(name) : .named(name)
  }
}
