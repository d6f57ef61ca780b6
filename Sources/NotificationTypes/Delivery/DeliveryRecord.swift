/// What the user got of a delivered notification, and why not more.
public struct DeliveryRecord: Codable, Sendable, Hashable {
  /// What became of a part that was to be seen or heard.
  public struct Fate: Codable, Sendable, Hashable {
    /// One word, such as `shown`, `played`, `merged`, `withheld` or `no-device`.
    public var code: String
    /// Why, as a sentence or a word; nil where nothing needs to be said.
    public var reason: String?

    /// A fate by its code.
    public init(_ code: String, reason: String? = nil) {
      self.code = code
      self.reason = reason
    }

    /// It was begun, and its end has not been heard of.
    public static let begun = Fate("begun")
    /// The notification brought nothing of this kind.
    public static let none = Fate("none")
    /// It was handed over, and the process that would have heard of its end has died.
    public static let interruptedBanner = Fate(
      "interrupted", reason: "it was handed over when its process ended")
    /// It sounded when its process died.
    public static let interruptedSound = Fate(
      "interrupted", reason: "it had begun when its process ended")
  }

  /// What became of the banner.
  public var banner: Fate
  /// What became of the sound.
  public var sound: Fate
  /// The file that sounded, or `built-in`; nil where nothing did.
  public var soundFile: String?
  /// Why it was the default sound and not the one that was asked for; nil where it was that one.
  public var fallback: String?

  /// A record; what is left out the notification did not bring.
  public init(
    banner: Fate = .none, sound: Fate = .none, soundFile: String? = nil, fallback: String? = nil
  ) {
    self.banner = banner
    self.sound = sound
    self.soundFile = soundFile
    self.fallback = fallback
  }
}
