import AlertPlayback
import AlertSounds
import DesktopBanners
import Foundation
import Logging
import NotificationDelivery
import NotificationScheduling
import ServiceLifecycle
import Synchronization
import UnixSignals

/// The parts of the daemon and how they hold together.
struct Daemon {
  let scheduler: Scheduler
  let delivery: DeliveryService
  private let schedule: NotificationSchedule
  private let folder: StoreFolder
  private let player: Player
  private let warming: Warming
  private let log: Logger
  private let executor = QueueExecutor(label: "tocsin.services")

  init(_ configuration: DaemonConfiguration, log: Logger) throws {
    let folder = StoreFolder.standard()
    let schedule = try NotificationSchedule.standard(in: folder, check: .integrity)
    let opener = DeviceOpener(names: configuration.devices)
    let player = Player { format throws(PlaybackError) in try opener.open(format) }
    let presenter: any BannerPresenter =
      configuration.hasBanners ? DesktopBannerPresenter() : NoBanners()
    let delivery = DeliveryService(
      store: schedule.store, folder: folder, policy: configuration.policy,
      library: Self.library(configuration), player: player, presenter: presenter,
      log: { log.log($0) })
    let warming = Warming(schedule: schedule, delivery: delivery)
    scheduler = Scheduler(
      for: schedule,
      onChange: {
        warming.begin()
        delivery.askPending()
      }, handler: { try await delivery.deliver($0) })
    self.delivery = delivery
    self.schedule = schedule
    self.folder = folder
    self.player = player
    self.log = log
    self.warming = warming
    if let recovery = (schedule.store as? SQLiteStore)?.recovery {
      log.error("the database was damaged: \(recovery)")
    }
  }

  static func library(_ configuration: DaemonConfiguration) -> SoundLibrary {
    let program = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
    let own = program.deletingLastPathComponent().deletingLastPathComponent()
      .appending(path: "share/tocsin/sounds").path
    let places = SoundPlaces(
      environment: ProcessInfo.processInfo.environment,
      shipped: configuration.soundFolders + [own])
    return SoundLibrary(
      SoundResolver(
        places, defaultSound: configuration.defaultSound, theme: configuration.soundTheme))
  }

  /// Runs until it is told to end, or another daemon owns the store.
  /// - Parameter reload: reads the configuration again; nil where it cannot be used.
  func run(reload: @escaping @Sendable () async -> DaemonConfiguration?) async throws {
    let (delivery, player, folder, warming) = (delivery, player, folder, warming)
    let socket = Mutex<MetricsSocket?>(nil)
    defer { socket.withLock { $0 = nil } }
    var services: [ServiceGroupConfiguration.ServiceConfiguration] = [
      .init(service: ResponseService(delivery: delivery)),
      .init(
        service: ReloadService {
          guard let configuration = await reload() else { return }
          delivery.reload(
            policy: configuration.policy, library: Self.library(configuration))
        }),
    ]
    if let limit = ServiceManager.watchdog {
      services.append(.init(service: WatchdogService(scheduler: scheduler, limit: limit)))
    }
    // The last one ends first: nothing new is due while the sounds fade.
    services.append(
      .init(
        service: SchedulerService(scheduler: scheduler, log: log) {
          socket.withLock {
            $0 = try? MetricsSocket(LocalSocket.statusPath(in: folder)) {
              MetricsText(delivery.counts, player.statistics, device: player.device).text
            }
          }
          warming.begin()
          delivery.askPending()
        },
        successTerminationBehavior: .gracefullyShutdownGroup,
        failureTerminationBehavior: .cancelGroup))
    let group = ServiceGroup(
      configuration: .init(
        services: services, gracefulShutdownSignals: [.sigterm, .sigint], logger: log))
    try await withTaskExecutorPreference(executor) { try await group.run() }
  }
}

extension Logger {
  /// Writes an event of the delivery.
  func log(_ event: DeliveryEvent) {
    let level = Logger.Level(rawValue: event.level.rawValue) ?? .info
    log(
      level: level, "\(event.message)",
      metadata: event.fields.mapValues { .string($0) })
  }
}
