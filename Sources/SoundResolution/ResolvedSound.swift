/// The sound that a notification gets.
public struct ResolvedSound: Sendable {
  /// The kind of place that a sound was found in.
  public enum Place: String, Codable, Hashable, Sendable {
    /// `Library/Sounds` of the app.
    case library
    /// `Library/Sounds` of a group that the app belongs to.
    case group
    /// The app's own resources.
    case bundle
    /// The system's sounds, and those that Tocsin ships.
    case system
    /// The desktop's sound theme.
    case theme
    /// The program itself: no file was needed.
    case builtIn = "built-in"
  }

  /// nil where the user's sound theme has switched the default sound off.
  public var sound: DecodedSound?
  /// The kind of place that it was found in.
  public var place: Place
  /// The path of the file; nil for a built-in sound.
  public var path: String?
  /// Whether it is a default sound.
  public var isDefault: Bool
  /// The reason why it is not the sound that was asked for.
  public var fallback: SoundFallback?
  /// The reason why better candidates for the default sound were passed over, as sentences.
  public var notes: [String]

  /// A sound and where it was found.
  public init(
    sound: DecodedSound?, place: Place, path: String?, isDefault: Bool = false,
    fallback: SoundFallback? = nil, notes: [String] = []
  ) {
    self.sound = sound
    self.place = place
    self.path = path
    self.isDefault = isDefault
    self.fallback = fallback
    self.notes = notes
  }

  /// The same sound in place of another one.
  func instead(because fallback: SoundFallback) -> ResolvedSound {
    var copy = self
    copy.fallback = fallback
    return copy
  }
}
