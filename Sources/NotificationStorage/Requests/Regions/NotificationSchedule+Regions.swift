import LinuxProcess
public import NotificationTypes
public import Triggers

/// A request that waits for a region, and where the device was last.
public struct WatchedRegion: Sendable, Hashable {
  /// The app of the request.
  public let app: String
  /// The identifier of the request.
  public let request: String
  /// The region, and the crossings that count.
  public let trigger: RegionTrigger
  /// Whether the app may use the place of the device; without that nothing is due.
  public let isAllowed: Bool
  /// The side on which the device was last; nil is unknown.
  public let side: RegionSide?
}

extension NotificationSchedule {
  /// Reports where the device is, for a host that knows it. The host has judged the fix: a single one
  /// decides, within its accuracy. The first one for a region is no crossing.
  /// - Parameters:
  ///   - fix: the position, its accuracy and its time.
  ///   - app: the only app that learns of it; nil is every app.
  /// - Returns: the number of requests that are due because of it.
  /// - Throws: `StoreError` where the database cannot be read or written: nothing is changed then.
  @discardableResult
  public func report(_ fix: PositionFix, app: String? = nil) throws(StoreError) -> Int {
    try forgetSides(app: app)
    var tracker = RegionTracker(.host)
    tracker.follow(try waitingRegions(app: app))
    let moves = tracker.take(fix)
    guard !moves.isEmpty else { return 0 }
    let count = try store.apply(.moved(moves, at: clock.now))
    store.waker.wake(.requests)
    return count
  }

  /// The requests that wait for a region, of an app or of all.
  /// - Throws: `StoreError` where the database cannot be read.
  public func watchedRegions(app: String? = nil) throws(StoreError) -> [WatchedRegion] {
    let found = try store.fetch(.regions(app: app))
    var isAllowed: [String: Bool] = [:]
    for app in Set(found.map(\.scheduled.request.app)) {
      isAllowed[app] = try store.profile(of: app).settings.location.access.isAllowed
    }
    return found.map { item in
      let request = item.scheduled.request
      return WatchedRegion(
        app: request.app, request: request.identifier, trigger: item.trigger,
        isAllowed: isAllowed[request.app] == true, side: item.side)
    }
  }
}
