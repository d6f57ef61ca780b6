package import NotificationTypes
package import RegionTypes

extension RegionTrigger {
  /// The stored form of a region; nil where it is not a circle on the Earth, because only circles
  /// can be stored.
  package init?(_ region: CLRegion, repeats: Bool) {
    guard let circle = region as? CLCircularRegion,
      let stored = try? RegionTrigger(
        identifier: circle.identifier, latitude: circle.center.latitude,
        longitude: circle.center.longitude, radius: circle.radius,
        notifiesOnEntry: circle.notifyOnEntry, notifiesOnExit: circle.notifyOnExit,
        repeats: repeats)
    else { return nil }
    self = stored
  }
}

extension CLCircularRegion {
  /// The region of a stored trigger.
  package convenience init(_ stored: RegionTrigger) {
    self.init(
      center: CLLocationCoordinate2D(latitude: stored.latitude, longitude: stored.longitude),
      radius: stored.radius, identifier: stored.identifier)
    notifyOnEntry = stored.notifiesOnEntry
    notifyOnExit = stored.notifiesOnExit
  }
}
