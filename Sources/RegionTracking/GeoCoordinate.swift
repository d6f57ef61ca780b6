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
