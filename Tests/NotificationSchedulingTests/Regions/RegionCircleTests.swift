import Foundation
import NotificationTypes
import TestSupport
import Testing
import Triggers

@testable import NotificationScheduling

@Suite("A region's border")
struct RegionCircleTests {
  @Test(
    "Distances up to 1,000 km are those of the ellipsoid, at the poles and the 180th meridian too")
  func distances() throws {
    var generator = SeededGenerator.printed(for: "distances on the Earth")
    var worst = 0.0
    for round in 0..<20_000 {
      let latitude = round % 10 == 0 ? 89.99 : Double.random(in: -90...90, using: &generator)
      let longitude = round % 7 == 0 ? 179.999 : Double.random(in: -180...180, using: &generator)
      let reach = pow(10, Double.random(in: -5...0.9, using: &generator))
      let other = (
        min(90, max(-90, latitude + .random(in: -reach...reach, using: &generator))),
        remainder(longitude + .random(in: -reach...reach, using: &generator), 360)
      )
      let expected = try #require(Vincenty.distance(latitude, longitude, other.0, other.1))
      guard expected < 1_000_000 else { continue }
      let found = try #require(GeoCoordinate(latitude: latitude, longitude: longitude))
        .distance(to: try #require(GeoCoordinate(latitude: other.0, longitude: other.1)))
      // Below a metre it is the rounding of the coordinates that is compared.
      worst = max(worst, abs(found - expected) / max(expected, 1))
    }
    #expect(worst < 1.0 / 50_000, "\(worst)")
  }

  @Test("Places that are not on the Earth are refused")
  func places() {
    for (latitude, longitude) in [(90.1, 0), (0, -180.1), (.nan, 0), (0, .infinity)] {
      #expect(GeoCoordinate(latitude: latitude, longitude: longitude) == nil)
    }
    #expect(GeoCoordinate(latitude: -90, longitude: 180) != nil)
  }

  /// Radius, accuracy and distance in metres → the side.
  static let table: [(Double, Double?, Double, RegionSide?)] = [
    // The whole circle of the error is inside, or outside, or neither.
    (1_000, 50, 949, .inside), (1_000, 50, 951, nil), (1_000, 50, 1_049, nil),
    (1_000, 50, 1_051, .outside), (1_000, 5_000, 0, nil), (1_000, 5_000, 6_001, .outside),
    // No receiver is as good as it says: 10 m at least.
    (100, 0, 89, .inside), (100, 0, 91, nil), (100, 0, 109, nil), (100, 0, 111, .outside),
    // Into a small region the circle does not fit: its inner half counts.
    (20, 30, 9, .inside), (20, 30, 11, nil), (20, 41, 0, nil),
    // An unknown error counts as 100 m, as do values that are none.
    (500, nil, 399, .inside), (500, nil, 401, nil), (500, -1, 401, nil), (500, .nan, 601, .outside),
    (500, .infinity, 601, .outside),
  ]

  @Test("A fix tells the side as far as its accuracy allows", arguments: table)
  func sides(radius: Double, accuracy: Double?, distance: Double, side: RegionSide?) throws {
    let centre = try #require(GeoCoordinate(latitude: 52.5163, longitude: 13.3777))
    let fix = PositionFix(
      try #require(Track.north(of: centre, by: distance)), accuracy: accuracy, time: .now)
    #expect(RegionCircle(centre, radius: radius).side(of: fix) == side)
  }
}
