public import FoundationEssentials
public import LinuxProcess
public import NotificationTypes
public import Triggers

/// The requests of a user: adds, reads and cancels them.
///
/// Any process may use it, with or without a running scheduler: an added request is in the store
/// when the call returns, and the scheduler is woken.
public struct NotificationSchedule: Sendable {
  /// The store of the requests, for this process and all others that open the same folder.
  public let store: NotificationStore
  /// The clock for the date of adding and for triggers that count from it.
  public let clock: any SchedulingClock
  /// The source of the time zone rules for calendar triggers.
  public let timeZones: any TimeZoneSource
  /// The limit of an app's requests, and the rule for those beyond it.
  public let limit: PendingLimit

  /// A schedule over an open store; ``standard(in:check:limit:)`` opens the user's.
  public init(
    store: NotificationStore, clock: any SchedulingClock = SystemClock(),
    timeZones: any TimeZoneSource = TimeZoneDatabase.system, limit: PendingLimit = .standard
  ) {
    self.store = store
    self.clock = clock
    self.timeZones = timeZones
    self.limit = limit
  }

  /// The schedule of this user, which all programs share.
  /// - Parameters:
  ///   - folder: the store's folder; nil is the user's.
  ///   - check: the check of the database's file.
  ///   - limit: the maximum number of requests of an app.
  /// - Throws: `StoreError` where the store cannot be opened.
  public static func standard(
    in folder: StoreFolder? = nil, check: NotificationStore.Check = .none,
    limit: PendingLimit = .standard
  ) throws(StoreError) -> NotificationSchedule {
    let folder = folder ?? .standard()
    return NotificationSchedule(
      store: try NotificationStore(folder: folder, check: check), limit: limit)
  }

  /// A schedule that lives as long as this process.
  public static func inMemory(
    clock: any SchedulingClock = SystemClock(),
    timeZones: any TimeZoneSource = TimeZoneDatabase.system, limit: PendingLimit = .standard
  ) -> NotificationSchedule {
    NotificationSchedule(
      store: NotificationStore(), clock: clock, timeZones: timeZones, limit: limit)
  }

  // MARK: Adding

  /// Adds a request; when this returns, it is in the store.
  /// - Throws: `StoreError` where it could not be kept, `TimeZoneError` where its trigger's
  ///   time zone does not exist.
  @discardableResult
  public func add(_ request: NotificationRequest) throws -> Addition {
    try add([request])[0]
  }

  /// Adds requests in one transaction: all of them, or none if it throws.
  /// - Throws: `StoreError` where they could not be kept, `TimeZoneError` where the time zone
  ///   of a trigger does not exist.
  public func add(_ requests: [NotificationRequest]) throws -> [Addition] {
    let moment = clock.now
    let scheduled = try requests.map { try self.scheduled($0, at: moment) }
    var additions = try add(scheduled.compactMap(\.self))[...]
    return scheduled.map { $0 == nil ? .refusedAsNeverDue : additions.removeFirst() }
  }

  /// Adds requests with their first dates in one transaction: all of them, or none if it throws.
  /// - Throws: `StoreError` where they could not be kept.
  public func add(_ scheduled: [ScheduledRequest]) throws(StoreError) -> [Addition] {
    let additions = try store.add(scheduled, limit: limit)
    if additions.contains(where: \.isKept) {
      store.waker.wake(.requests, of: Set(scheduled.map(\.request.app)))
    }
    return additions
  }

  /// A request with its first date, counted from now, to be added; nil where it is never due.
  /// - Throws: `TimeZoneError` where its trigger's time zone does not exist.
  public func scheduled(
    _ request: NotificationRequest
  ) throws(TimeZoneError) -> ScheduledRequest? {
    try scheduled(request, at: clock.now)
  }

  private func scheduled(
    _ request: NotificationRequest, at moment: Moment
  ) throws(TimeZoneError) -> ScheduledRequest? {
    guard let due = try due(request.trigger, at: moment) else { return nil }
    return ScheduledRequest(request: request, due: due, added: moment.wall)
  }

  /// The due time of a request that is scheduled at `moment`; nil where it is never due.
  private func due(
    _ trigger: NotificationTrigger, at moment: Moment
  ) throws(TimeZoneError) -> DueTime? {
    switch trigger {
    case .immediate, .push: return .now(moment)
    case .timeInterval(let interval):
      return .elapsed(
        moment.elapsed + interval.interval, boot: moment.boot,
        estimate: moment.wall + interval.interval.timeInterval)
    case .calendar(let calendar):
      let zone = try calendar.zone(from: timeZones)
      return calendar.nextMatch(after: moment.wall, in: zone).map { DueTime($0) }
    case .region(let region): return .crossing(region: region.identifier)
    }
  }

  // MARK: Looking and taking back

  /// The requests of an app, or of all, soonest first, those without a date last.
  /// - Throws: `StoreError` where the database cannot be read.
  public func pending(app: String? = nil) throws(StoreError) -> [ScheduledRequest] {
    try store.fetch(.pending(app: app))
  }

  /// The next dates of a request, as far as there are any.
  /// - Throws: `TimeZoneError` where the trigger's time zone does not exist any more.
  public func nextDates(
    of scheduled: ScheduledRequest, count: Int
  ) throws(TimeZoneError) -> [Date] {
    guard let first = scheduled.due.date, count > 0 else { return [] }
    var dates = [first]
    let trigger = scheduled.request.trigger
    while trigger.repeats, dates.count < count, let last = dates.last,
      let next = try trigger.nextTriggerDate(after: last, timeZones: timeZones)
    {
      dates.append(next)
    }
    return dates
  }

  /// Cancels requests.
  /// - Parameters:
  ///   - identifiers: nil are all of the app.
  ///   - app: nil is every app.
  /// - Returns: the number of cancelled requests.
  /// - Throws: `StoreError` where the database cannot be written: nothing is taken back then.
  @discardableResult
  public func cancel(_ identifiers: [String]?, app: String? = nil) throws(StoreError) -> Int {
    try store.apply(.cancelled(app: app, identifiers: identifiers, at: clock.now.wall))
  }

  /// Removes delivered notifications from the list and from the screen.
  /// - Parameters:
  ///   - identifiers: nil are all of the app.
  ///   - app: nil is every app.
  /// - Returns: the number of removed notifications.
  /// - Throws: `StoreError` where the database cannot be written: the list stays as it is then.
  @discardableResult
  public func removeDelivered(_ identifiers: [String]?, app: String?) throws(StoreError) -> Int {
    let count = try store.apply(
      .removed(app: app, identifiers: identifiers, at: clock.now.wall))
    if count > 0 { store.waker.wake(.list) }
    return count
  }

  /// Takes the user's reaction to a delivered notification, which leaves the list of delivered ones.
  ///
  /// A running app is woken and takes the response from the store. For another app, a scheduler that
  /// runs starts the app's command.
  /// - Throws: `StoreError` where the database cannot be written: nothing is changed then.
  public func respond(_ response: NotificationResponse) throws(StoreError) {
    try store.apply(
      .responded(response),
      .removed(
        app: response.app, identifiers: [response.requestIdentifier], at: clock.now.wall))
    store.waker.wake([.inbox, .list])
    if let folder = store.folder { AppPresence.wake(response.app, in: folder) }
  }

  /// Wakes the schedulers after a change of the store.
  public func wakeSchedulers() { store.waker.wake(.everything) }

  /// Reports that the device has crossed the border of a region. Whether its app may use the place
  /// of the device is not asked.
  /// - Returns: the number of requests that are due because of it.
  /// - Throws: `StoreError` where the database cannot be written: no request is due then.
  @discardableResult
  public func report(_ crossing: RegionCrossing) throws(StoreError) -> Int {
    let count = try store.apply(.crossed(crossing, at: clock.now))
    // Even with nothing due: who watches the position has to know the side.
    store.waker.wake(.requests)
    return count
  }
}

extension NotificationSchedule {
  /// Whether a request of an app is due; false where the store cannot be read.
  package func hasDue(app: String) -> Bool {
    guard let next = try? store.read(.nextDue(app: app)) else { return false }
    let now = clock.now
    return next.wall.map { $0 <= now.wall } ?? false
      || next.elapsed.map { $0 <= now.elapsed } ?? false
  }
}
