public import Foundation
import NotificationTypes
public import RegionTypes

/// A trigger that is due when the device crosses a region's border.
///
/// It needs the user's permission to use the place of the device.
open class UNLocationNotificationTrigger: UNNotificationTrigger, @unchecked Sendable {
  private let area: CLRegion

  /// Due at the border of `region`, by its `notifyOnEntry` and `notifyOnExit`.
  public convenience init(region: CLRegion, repeats: Bool) {
    self.init(copying: region, repeats: repeats)
  }

  /// A region can be changed, so the trigger has a copy.
  private init(copying region: CLRegion, repeats: Bool) {
    area = region.copy() as? CLRegion ?? region
    super.init(repeats: repeats)
  }

  convenience init(value: RegionTrigger) {
    self.init(copying: CLCircularRegion(value), repeats: value.repeats)
  }

  /// A copy of the region: changing it does not change the trigger.
  open var region: CLRegion { area.copy() as? CLRegion ?? area }

  override var value: NotificationTrigger? {
    RegionTrigger(area, repeats: repeats).map { .region($0) }
  }

  // MARK: Coding

  private static let regionKey = "region"

  open override func encode(with coder: NSCoder) {
    super.encode(with: coder)
    coder.encode(area, forKey: Self.regionKey)
  }

  /// Decodes an object from `encode(with:)`; nil where the coder does not contain one.
  public required init?(coder: NSCoder) {
    guard let region = coder.decodeObject(of: CLCircularRegion.self, forKey: Self.regionKey) else {
      return nil
    }
    area = region
    super.init(coder: coder)
  }
}
