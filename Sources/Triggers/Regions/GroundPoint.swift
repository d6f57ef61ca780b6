import Glibc

/// A point on the ellipsoid of WGS 84, in metres from the Earth's centre.
///
/// The straight line between two points costs a square root and has no special place: neither a pole
/// nor the 180th meridian. Over it stands nearly the same arc everywhere. Distances up to 1,000 km are
/// within 1/50,000 of the geodesic; on a sphere they would be within 1/200.
struct GroundPoint: Sendable, Hashable {
  let x: Double
  let y: Double
  let z: Double

  // NIMA TR8350.2, table 3.1: the ellipsoid's semi-major axis (m) and its flattening.
  private static let axis = 6_378_137.0
  private static let flattening = 1 / 298.257223563
  /// The mean radius of the Earth in metres (Moritz, Geodetic Reference System 1980).
  private static let meanRadius = 6_371_008.8

  init(_ coordinate: GeoCoordinate) {
    let latitude = coordinate.latitude * .pi / 180
    let longitude = coordinate.longitude * .pi / 180
    let eccentricity = Self.flattening * (2 - Self.flattening)
    let (sine, cosine) = (sin(latitude), cos(latitude))
    let normal = Self.axis / (1 - eccentricity * sine * sine).squareRoot()
    x = normal * cosine * cos(longitude)
    y = normal * cosine * sin(longitude)
    z = normal * (1 - eccentricity) * sine
  }

  /// The straight line; it is never longer than ``distance(to:)``.
  func chord(to other: GroundPoint) -> Double {
    let (dx, dy, dz) = (x - other.x, y - other.y, z - other.z)
    return (dx * dx + dy * dy + dz * dz).squareRoot()
  }

  /// The arc over a chord.
  static func arc(over chord: Double) -> Double {
    2 * meanRadius * asin(min(1, chord / (2 * meanRadius)))
  }

  func distance(to other: GroundPoint) -> Double { max(Self.arc(over: chord(to: other)), 0) }
}
