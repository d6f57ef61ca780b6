public import NotificationTypes

/// A side of a region's border; the number is the one in the store.
public enum RegionSide: Int, Sendable, Hashable {
  case inside = 1
  case outside = 2

  /// The crossing that leads to this side.
  package var crossing: RegionCrossing.Direction { self == .inside ? .entry : .exit }

  package init(after crossing: RegionCrossing.Direction) {
    self = crossing == .entry ? .inside : .outside
  }
}

/// A circle on the Earth, ready for many comparisons.
public struct RegionCircle: Sendable, Hashable {
  let centre: GroundPoint
  /// Metres.
  let radius: Double

  /// The circle of radius `radius`, in metres, around a place.
  public init(_ centre: GeoCoordinate, radius: Double) {
    self.centre = GroundPoint(centre)
    self.radius = radius
  }

  /// The circle of a trigger; nil where its centre is not on the Earth.
  public init?(_ trigger: RegionTrigger) {
    guard let centre = GeoCoordinate(latitude: trigger.latitude, longitude: trigger.longitude)
    else { return nil }
    self.init(centre, radius: trigger.radius)
  }

  /// The side that a fix proves; nil where its error leaves both possible.
  ///
  /// The device is outside where the whole circle of the error is, and inside likewise. Into a small
  /// region such a circle does not fit: there a place in the inner half counts as inside, as long as
  /// the error is not more than the region's diameter.
  public func side(of fix: PositionFix) -> RegionSide? {
    side(of: GroundPoint(fix.coordinate), error: fix.error)
  }

  @inline(__always)
  func side(of point: GroundPoint, error: Double) -> RegionSide? {
    let chord = centre.chord(to: point)
    // Most regions are far away: the arc, which costs more, is longer still.
    if chord > radius + error { return .outside }
    let distance = GroundPoint.arc(over: chord)
    if distance > radius + error { return .outside }
    if distance + error <= radius { return .inside }
    return distance <= radius / 2 && error <= radius * 2 ? .inside : nil
  }
}
