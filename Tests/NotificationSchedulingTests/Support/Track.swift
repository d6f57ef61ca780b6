import Foundation
import Triggers

/// Positions by metres from a centre.
enum Track {
  /// The length of a degree of latitude at 52.5° on the ellipsoid is 111,270 m; here it is found by
  /// halving, so that it is exact anywhere.
  static func north(of centre: GeoCoordinate, by metres: Double) -> GeoCoordinate? {
    var (low, high) = (0.0, 2 * abs(metres) / 110_000)
    for _ in 0..<60 {
      let middle = (low + high) / 2
      let latitude = centre.latitude + (metres < 0 ? -middle : middle)
      let found = Vincenty.distance(
        centre.latitude, centre.longitude, latitude, centre.longitude)
      if found ?? 0 < abs(metres) { low = middle } else { high = middle }
    }
    return GeoCoordinate(
      latitude: centre.latitude + (metres < 0 ? -low : low), longitude: centre.longitude)
  }

  /// Fixes once a second at these distances from a centre.
  static func fixes(
    _ distances: [Double], around centre: GeoCoordinate, accuracy: Double? = 10
  ) -> [PositionFix] {
    distances.enumerated().compactMap { index, distance in
      north(of: centre, by: distance).map {
        PositionFix($0, accuracy: accuracy, time: Date(timeIntervalSince1970: Double(index)))
      }
    }
  }
}
