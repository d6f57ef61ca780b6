import AlertPlayback
import FoundationEssentials
import LinuxProcess
import Logging
import NotificationDelivery
import NotificationScheduling
import NotificationStorage
import ServiceLifecycle
import Synchronization
import UnixSignals

/// The parts of the daemon and how they hold together.
struct Daemon {
  let scheduler: Scheduler
  private let host: DeliveryHost
  private let folder: StoreFolder
  private let log: Logger
  private let configuration: HostConfiguration
  private let damage: DamageLog
  private let executor: QueueExecutor

  /// - Parameter executor: where it runs, too.
  init(
    _ configuration: HostConfiguration, in folder: StoreFolder, log: Logger,
    on executor: QueueExecutor
  ) throws {
    self.executor = executor
    self.folder = folder
    let schedule = try NotificationSchedule.standard(in: folder, check: .integrity)
    host = DeliveryHost(schedule, folder: folder, configuration: configuration) {
      log.log($0)
    }
    scheduler = host.scheduler()
    self.log = log
    self.configuration = configuration
    if let owner = folder.otherOwner { log.warning("this store belongs to \(owner)") }
    damage = DamageLog(schedule.store, log: log)
    damage.look()
  }

  /// Runs until it is asked to end, or another daemon owns the store.
  /// - Parameter reload: reads the configuration again; nil where it cannot be used.
  func run(reload: @escaping @Sendable () async -> HostConfiguration?) async throws {
    let (host, delivery, folder, log, inUse) = (host, host.delivery, folder, log, configuration)
    let executor = executor
    let socket = Mutex<AnsweringSocket?>(nil)
    let openSocket: @Sendable () -> Void = {
      socket.withLock {
        // The old one takes its name along.
        $0 = nil
        $0 = try? MetricsSocket.open(LocalSocket.statusPath(in: folder), on: executor.queue) {
          MetricsText(
            delivery.counts, host.player.statistics, device: host.player.device,
            problem: host.deviceProblem
          ).text
        }
      }
    }
    defer { socket.withLock { $0 = nil } }
    var services: [ServiceGroupConfiguration.ServiceConfiguration] = [
      .init(service: ResponseService(delivery: delivery)),
      .init(
        service: ReloadService {
          guard let configuration = await reload() else { return }
          host.reload(configuration)
          let stays = inUse.needingRestart(to: configuration)
          log.notice("the configuration is read again")
          if !stays.isEmpty {
            log.warning("changed with the next start alone: \(stays.joined(separator: ", "))")
          }
        }),
    ]
    let scheduler = scheduler
    services.append(
      .init(
        service: ReachService { [damage] in
          await scheduler.lookAgain()
          // It waits for the store.
          host.schedule.store.writer.perform { damage.look() }
          let isThere = FileManager.default.fileExists(atPath: LocalSocket.statusPath(in: folder))
          if !isThere, socket.withLock({ $0 != nil }) { openSocket() }
        }))
    if let limit = ServiceManager.watchdog {
      services.append(.init(service: WatchdogService(scheduler: scheduler, limit: limit)))
    }
    // The last service ends first, so that no new delivery begins while the sounds fade.
    services.append(
      .init(
        service: SchedulerService(scheduler: scheduler, log: log, executor: executor) {
          openSocket()
          host.begin()
          // The standard device is looked for when the first sound is due: at boot it may come later.
          if inUse.devices != HostConfiguration().devices {
            host.lookForDevices { log.warning("\($0)") }
          }
          // Apps that have delivered their own so far leave it to the daemon.
          host.schedule.wakeSchedulers()
        },
        successTerminationBehavior: .gracefullyShutdownGroup,
        failureTerminationBehavior: .cancelGroup))
    let group = ServiceGroup(
      configuration: .init(
        services: services, gracefulShutdownSignals: [.sigterm, .sigint], logger: log))
    try await group.run()
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
