public import Foundation
import NotificationTypes
public import RegionTypes

/// Due at the border of a region, when somebody reports that it was crossed.
open class UNLocationNotificationTrigger: UNNotificationTrigger, @unchecked Sendable {
  private let area: CLRegion

  /// Due at the border of `region`, by its `notifyOnEntry` and `notifyOnExit`.
  public convenience init(region: CLRegion, repeats: Bool) {
    self.init(copying: region, repeats: repeats)
  }

  /// A region can be changed: the trigger has one of its own.
  private init(copying region: CLRegion, repeats: Bool) {
    area = region.copy() as? CLRegion ?? region
    super.init(repeats: repeats)
  }

  convenience init(value: RegionTrigger) {
    let region = CLCircularRegion(
      center: CLLocationCoordinate2D(latitude: value.latitude, longitude: value.longitude),
      radius: value.radius, identifier: value.identifier)
    region.notifyOnEntry = value.notifiesOnEntry
    region.notifyOnExit = value.notifiesOnExit
    self.init(copying: region, repeats: value.repeats)
  }

  /// A copy of the region: changing it does not change the trigger.
  open var region: CLRegion { area.copy() as? CLRegion ?? area }

  /// Circles alone can be stored.
  override var value: NotificationTrigger? {
    guard let circle = area as? CLCircularRegion else { return nil }
    let trigger = try? RegionTrigger(
      identifier: circle.identifier, latitude: circle.center.latitude,
      longitude: circle.center.longitude, radius: circle.radius,
      notifiesOnEntry: circle.notifyOnEntry, notifiesOnExit: circle.notifyOnExit,
      repeats: repeats)
    return trigger.map { .region($0) }
  }

  // MARK: Coding

  private static let regionKey = "region"

  open override func encode(with coder: NSCoder) {
    super.encode(with: coder)
    coder.encode(area, forKey: Self.regionKey)
  }

  /// Reads what `encode(with:)` has written; nil where the coder does not hold it.
  public required init?(coder: NSCoder) {
    guard let region = coder.decodeObject(of: CLCircularRegion.self, forKey: Self.regionKey) else {
      return nil
    }
    area = region
    super.init(coder: coder)
  }
}
