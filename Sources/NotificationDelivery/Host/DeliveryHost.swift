public import AlertPlayback
public import DesktopBanners
import Foundation
public import NotificationScheduling
import SoundResolution

/// The parts that deliver, put together: for the daemon, for a command, and for an app that
/// delivers its own notifications.
///
/// Making one opens neither a device nor a bus: the first sound and the first banner do.
public struct DeliveryHost: Sendable {
  /// The requests that are delivered.
  public let schedule: NotificationSchedule
  /// Decides what the user gets, and has it shown and heard.
  public let delivery: DeliveryService
  /// Plays the sounds, on the device that the configuration names.
  public let player: Player
  private let scope: SchedulerLock.Scope
  private let prefetch: SoundPrefetch

  /// - Parameters:
  ///   - schedule: the requests.
  ///   - folder: of the store; nil where there is none.
  ///   - scope: whose notifications it delivers.
  ///   - configuration: what the user's `tocsin.yml` says.
  ///   - presenter: nil is the desktop, unless the configuration wants no banners.
  ///   - opener: of the sound device; nil is the configuration's.
  ///   - screenLock: tells whether the screen is locked; nil asks the login manager.
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
      wake: { schedule.wakeSchedulers() }, on: .shared, log: log)
    self.schedule = schedule
    self.scope = scope
    self.delivery = delivery
    self.player = player
    prefetch = SoundPrefetch(schedule: schedule, delivery: delivery)
  }

  /// A scheduler that has what is due delivered; it runs once.
  /// - Parameters:
  ///   - policy: what becomes of late and failed deliveries.
  ///   - onChange: is called when somebody says that the store has changed.
  ///   - onDelivery: is called after each delivery.
  public func scheduler(
    policy: LatePolicy = .standard, onChange: @escaping @Sendable () -> Void = {},
    onDelivery: @escaping @Sendable (DueNotification) -> Void = { _ in }
  ) -> Scheduler {
    let delivery = delivery
    return Scheduler(
      for: schedule, scope: scope, policy: policy,
      onChange: {
        look()
        onChange()
      }, handlersOn: delivery.executor,
      handler: { due in
        try await delivery.deliver(due)
        onDelivery(due)
      })
  }

  /// Looks at what there is to do besides what is due; to be called when the scheduler has the
  /// store for itself.
  public func begin() {
    look()
    // After what the scheduler has just forgotten.
    delivery.sweepAttachments()
  }

  private func look() {
    prefetch.begin()
    delivery.lookAtStore()
  }

  /// Goes by other settings from now on; devices and banners stay as they are.
  public func reload(_ configuration: HostConfiguration) {
    delivery.reload(policy: configuration.policy, library: Self.library(configuration))
  }

  /// The login manager waits for nobody's sound: it is asked on a queue of its own.
  private static func screenLock() -> @Sendable () async -> Bool {
    let executor = QueueExecutor(label: "tocsin.lock")
    return {
      await Task(executorPreference: executor) { ScreenLock().isLocked(patience: .seconds(1)) }
        .value
    }
  }

  private static func library(_ configuration: HostConfiguration) -> SoundLibrary {
    SoundLibrary(
      SoundResolver(
        configuration.places, defaultSound: configuration.defaultSound,
        theme: configuration.soundTheme))
  }
}
