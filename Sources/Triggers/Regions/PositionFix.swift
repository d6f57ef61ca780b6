public import FoundationEssentials

/// A position at a moment, as a receiver or a host reports it.
public struct PositionFix: Sendable, Hashable {
  /// The reported place.
  public let coordinate: GeoCoordinate
  /// Metres around the place within which the device is, nearly always (95 %); nil is unknown.
  public let accuracy: Double?
  /// The receiver's time of the fix. Only times of one receiver are compared.
  public let time: Date

  /// A fix. An accuracy that is negative, or is not a number, counts as unknown.
  public init(_ coordinate: GeoCoordinate, accuracy: Double?, time: Date) {
    self.coordinate = coordinate
    self.accuracy = accuracy.flatMap { $0.isFinite && $0 >= 0 ? $0 : nil }
    self.time = time
  }

  /// Metres. What receivers report as their best is often better than what they do, and a border must
  /// not be crossed by noise.
  private static let leastError = 10.0
  /// Metres, where the receiver reports nothing.
  private static let unknownError = 100.0

  /// The radius in metres of the circle in which the device counts as being.
  var error: Double { max(accuracy ?? Self.unknownError, Self.leastError) }
}

/// A place on the Earth.
public struct GeoCoordinate: Sendable, Hashable {
  /// Degrees north, −90...90.
  public let latitude: Double
  /// Degrees east, −180...180.
  public let longitude: Double

  /// A place; nil where a number is out of range or is not a number.
  public init?(latitude: Double, longitude: Double) {
    guard abs(latitude) <= 90, abs(longitude) <= 180 else { return nil }
    self.latitude = latitude
    self.longitude = longitude
  }

  /// Metres to another place, along the Earth's surface.
  public func distance(to other: GeoCoordinate) -> Double {
    GroundPoint(self).distance(to: GroundPoint(other))
  }
}
