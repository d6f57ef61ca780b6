/// The sound that goes with a notification.
public struct NotificationSound: Codable, Sendable, Hashable {
  /// The file's name with or without its extension; nil is the default sound.
  public var name: String?
  /// Whether it sounds in spite of silence and Do Not Disturb.
  public var isCritical: Bool
  /// 0 (silent) to 1 (full), for a critical sound alone; nil is the user's volume.
  public private(set) var volume: Double?
  /// Whether it is a call's; it sounds like any other.
  public var isRingtone = false

  /// The default sound.
  public static let standard = NotificationSound()

  /// A sound; without a name it is the default sound. `volume` is kept within 0...1, and NaN counts
  /// as nil.
  public init(name: String? = nil, isCritical: Bool = false, volume: Double? = nil) {
    self.name = name
    self.isCritical = isCritical
    self.volume = volume.flatMap { $0.isNaN ? nil : min(max($0, 0), 1) }
  }

  private enum CodingKeys: String, CodingKey {
    case name
    case isCritical = "critical"
    case volume
    case isRingtone = "ringtone"
  }

  /// Reads the JSON form; a volume outside 0...1 is kept within.
  /// - Throws: `DecodingError`.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      name: try container.decodeIfPresent(String.self, forKey: .name),
      isCritical: try container.decode(.isCritical, or: false),
      volume: try container.decodeIfPresent(Double.self, forKey: .volume))
    isRingtone = try container.decode(.isRingtone, or: false)
  }

  /// Writes the JSON form.
  /// - Throws: `EncodingError`.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encodeIfPresent(name, forKey: .name)
    try container.encode(isCritical, forKey: .isCritical)
    try container.encodeIfPresent(volume, forKey: .volume)
    // Few are.
    if isRingtone { try container.encode(true, forKey: .isRingtone) }
  }
}
