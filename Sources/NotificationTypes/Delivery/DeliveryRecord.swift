/// The parts of a delivered notification that the user got, and the reasons for missing ones.
public struct DeliveryRecord: Codable, Sendable, Hashable {
  /// The result of a visible or audible part.
  public struct Fate: Codable, Sendable, Hashable {
    /// One word, such as `shown`, `played`, `merged`, `withheld` or `no-device`.
    public var code: String
    /// The reason, as a sentence or a word; nil where none is needed.
    public var reason: String?

    /// A fate by its code.
    public init(_ code: String, reason: String? = nil) {
      self.code = code
      self.reason = reason
    }

    /// It was begun, and its end is not known yet.
    public static let begun = Fate("begun")
    /// The notification did not have this part.
    public static let none = Fate("none")
    /// The banner was handed over, and the process died before it learned the result.
    public static let interruptedBanner = Fate(
      "interrupted", reason: "it was handed over when its process ended")
    /// The sound was playing when its process died.
    public static let interruptedSound = Fate(
      "interrupted", reason: "it had begun when its process ended")
  }

  /// The reason for which a notification without a text has no banner.
  package static let nothingToShow = "nothing-to-show"

  /// The result of the banner.
  public var banner: Fate
  /// The result of the sound.
  public var sound: Fate
  /// The file that was played, or `built-in`; nil if none was.
  public var soundFile: String?
  /// The reason why the default sound replaced the requested one; nil if it did not.
  public var fallback: String?
  /// The number of times that the end of a process has cut off the sound; nil for none.
  public var interruptions: Int?

  /// A record; omitted parts are those that the notification did not have.
  public init(
    banner: Fate = .none, sound: Fate = .none, soundFile: String? = nil, fallback: String? = nil,
    interruptions: Int? = nil
  ) {
    self.banner = banner
    self.sound = sound
    self.soundFile = soundFile
    self.fallback = fallback
    self.interruptions = interruptions
  }
}
