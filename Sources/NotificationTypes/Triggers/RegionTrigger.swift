/// Due when the device crosses the border of a circle on the Earth.
public struct RegionTrigger: Sendable, Hashable {
  /// The name by which the program that watches the position reports a crossing.
  public let identifier: String
  /// Degrees north, −90...90.
  public let latitude: Double
  /// Degrees east, −180...180.
  public let longitude: Double
  /// Metres, over 0.
  public let radius: Double
  /// Whether entering the circle counts.
  public let notifiesOnEntry: Bool
  /// Whether leaving the circle counts.
  public let notifiesOnExit: Bool
  /// Whether each crossing counts, or the first one alone.
  public let repeats: Bool

  /// - Throws: ``TriggerError/invalidRegion``.
  public init(
    identifier: String, latitude: Double, longitude: Double, radius: Double,
    notifiesOnEntry: Bool = true, notifiesOnExit: Bool = true, repeats: Bool = false
  ) throws(TriggerError) {
    guard abs(latitude) <= 90, abs(longitude) <= 180, radius > 0, radius.isFinite,
      notifiesOnEntry || notifiesOnExit
    else { throw .invalidRegion }
    self.identifier = identifier
    self.latitude = latitude
    self.longitude = longitude
    self.radius = radius
    self.notifiesOnEntry = notifiesOnEntry
    self.notifiesOnExit = notifiesOnExit
    self.repeats = repeats
  }
}

/// A device's crossing of the border of a region.
public struct RegionCrossing: Codable, Sendable, Hashable {
  /// Into the region, or out of it.
  public enum Direction: String, Codable, Sendable, Hashable { case entry, exit }

  /// Whose region it is: apps may give theirs the same identifier.
  public let app: String
  /// The identifier of the trigger's region.
  public let region: String
  /// The direction of the crossing.
  public let direction: Direction

  /// A crossing of the region that `app` calls `region`.
  public init(app: String, region: String, direction: Direction) {
    self.app = app
    self.region = region
    self.direction = direction
  }
}

extension RegionTrigger {
  /// Whether the crossing is one that this trigger of the crossing's app waits for.
  public func matches(_ crossing: RegionCrossing) -> Bool {
    crossing.region == identifier
      && (crossing.direction == .entry ? notifiesOnEntry : notifiesOnExit)
  }
}

extension RegionTrigger: Codable {
  private enum CodingKeys: String, CodingKey {
    case identifier, latitude, longitude, radius
    case notifiesOnEntry = "onEntry"
    case notifiesOnExit = "onExit"
    case repeats
  }

  /// Reads the JSON form.
  /// - Throws: `DecodingError`, ``TriggerError/invalidRegion``.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    try self.init(
      identifier: try container.decode(String.self, forKey: .identifier),
      latitude: try container.decode(Double.self, forKey: .latitude),
      longitude: try container.decode(Double.self, forKey: .longitude),
      radius: try container.decode(Double.self, forKey: .radius),
      notifiesOnEntry: try container.decodeIfPresent(Bool.self, forKey: .notifiesOnEntry) ?? true,
      notifiesOnExit: try container.decodeIfPresent(Bool.self, forKey: .notifiesOnExit) ?? true,
      repeats: try container.decodeIfPresent(Bool.self, forKey: .repeats) ?? false)
  }
}
