public import AlertPlayback
public import Desktop
import FoundationEssentials
import LinuxProcess
public import NotificationScheduling
public import NotificationStorage
import SoundResolution

/// All parts of delivery together: for the daemon, for a command, and for an app's helper.
///
/// Creating one opens neither a device nor a bus: the first sound and the first banner do.
public struct DeliveryHost: Sendable {
  /// The requests that are delivered.
  public let schedule: NotificationSchedule
  /// The service that decides what the user gets, and shows and plays it.
  public let delivery: DeliveryService
  /// The player of the sounds, on the configured device.
  public let player: Player
  private let devices: DeviceOpener
  private let scope: SchedulerLock.Scope
  private let prefetch: SoundPrefetch
  private let places: RegionWatch

  /// - Parameters:
  ///   - schedule: the requests.
  ///   - folder: the folder of the store; nil where there is none.
  ///   - scope: the apps whose notifications it delivers.
  ///   - configuration: the contents of the user's `tocsin.yml`.
  ///   - presenter: shows the banners; nil is the desktop, unless the configuration turns banners
  ///     off.
  ///   - opener: opens the sound device; nil opens the configured one.
  ///   - screenLock: returns whether the screen is locked; nil asks the login manager.
  ///   - log: takes events; it must return quickly.
  public init(
    _ schedule: NotificationSchedule, folder: StoreFolder?, scope: SchedulerLock.Scope = .everyApp,
    configuration: HostConfiguration, presenter: (any BannerPresenter)? = nil,
    opener: Player.Opener? = nil, screenLock: (@Sendable () async -> Bool)? = nil,
    log: @escaping @Sendable (DeliveryEvent) -> Void
  ) {
    let devices = DeviceOpener(names: configuration.devices)
    let player = Player { format throws(PlaybackError) in
      if let opener { return try opener(format) }
      return try devices.open(format)
    }
    let delivery = DeliveryService(
      store: schedule.store, folder: folder, app: scope.app, policy: configuration.policy,
      library: Self.library(configuration), player: player, ringing: configuration.ringing,
      presenter: configuration.presenter(presenter), screenLock: screenLock ?? Self.screenLock(),
      wake: { schedule.store.waker.wake(.profiles) }, on: .shared, log: log)
    self.schedule = schedule
    self.scope = scope
    self.delivery = delivery
    self.player = player
    self.devices = devices
    prefetch = SoundPrefetch(schedule: schedule, delivery: delivery, app: scope.app)
    places = RegionWatch(schedule, app: scope.app, gpsd: configuration.gpsd) {
      if let event = DeliveryEvent($0) { log(event) }
    }
  }

  /// A scheduler that delivers due requests; it runs once.
  /// - Parameters:
  ///   - policy: the rules for late and failed deliveries.
  ///   - onChange: called when another process reports that the store has changed.
  ///   - onDelivery: called after each delivery.
  public func scheduler(
    policy: LatePolicy = .standard, onChange: @escaping @Sendable () -> Void = {},
    onDelivery: @escaping @Sendable (DueNotification) -> Void = { _ in }
  ) -> Scheduler {
    let delivery = delivery
    return Scheduler(
      for: schedule, scope: scope, policy: policy,
      onChange: { parts in
        look(parts)
        onChange()
      }, handlersOn: delivery.executor,
      soundHandler: { await delivery.playAgain($0) },
      handler: { due in
        try await delivery.deliver(due)
        onDelivery(due)
      })
  }

  /// Does the work besides due requests. Call it when the scheduler has the lock of the store.
  public func begin() {
    look(.everything)
    // After the scheduler has forgotten old notifications.
    delivery.sweepAttachments()
  }

  /// The reason why the last sound found no device that is heard; nil after one that did.
  package var deviceProblem: PlaybackError? { devices.problem }

  /// Looks whether the configured devices exist; returns at once.
  /// - Parameter report: gets the reason for each that does not.
  package func lookForDevices(_ report: @escaping @Sendable (PlaybackError) -> Void) {
    devices.look(report)
  }

  private func look(_ parts: StoreParts) {
    // Which sounds an app has follows from its registration.
    if parts.contains(.profiles) { prefetch.forget() }
    if !parts.isDisjoint(with: [.requests, .profiles]) {
      prefetch.begin()
      places.look()
    }
    delivery.reconcile(parts)
  }

  /// Ends the work besides due requests, because another process delivers from now on.
  func rest() { places.stop() }

  /// Applies other settings from now on; devices and banners stay as they are.
  public func reload(_ configuration: HostConfiguration) {
    delivery.reload(policy: configuration.policy, library: Self.library(configuration))
    prefetch.forget()
    prefetch.begin()
  }

  /// No thread blocks for the login manager.
  private static func screenLock() -> @Sendable () async -> Bool {
    { await ScreenLock().isLocked(timeout: .seconds(1), on: QueueExecutor.shared.queue) }
  }

  private static func library(_ configuration: HostConfiguration) -> SoundLibrary {
    SoundLibrary(
      SoundResolver(
        configuration.places, defaultSound: configuration.defaultSound,
        theme: configuration.soundTheme))
  }
}
