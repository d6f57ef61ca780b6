import AlertPlayback
import AppNotifications
import Desktop
import Foundation
import LinuxProcess
import NotificationScheduling
import NotificationStorage
import NotificationTypes
import Synchronization
import TestSupport

@testable import NotificationDelivery

/// A user's store with an app on it, a screen, and a sound device that nobody hears.
final class ClientBench: Sendable {
  let folder: TemporaryFolder
  let screen = FakeScreen()
  let identity: AppIdentity
  private let opened = Mutex<NotificationStore?>(nil)
  private let helpers = Mutex<[Task<Void, Never>]>([])

  init(app: String = "app") throws {
    folder = try TemporaryFolder()
    for name in ["bundle", "files"] {
      try FileManager.default.createDirectory(
        at: folder.url(name), withIntermediateDirectories: true)
    }
    identity = AppIdentity(identifier: app, displayName: "App", bundle: folder.path("bundle"))
  }

  var storeFolder: StoreFolder { StoreFolder(path: folder.path("state")) }

  /// The store, by a connection of the test's own.
  func store() throws -> NotificationStore {
    try opened.withLock { opened in
      if let opened { return opened }
      let store = try NotificationStore(folder: storeFolder)
      opened = store
      return store
    }
  }

  func schedule() throws -> NotificationSchedule { try .standard(in: storeFolder) }

  /// The environment of the app, in the foreground unless `state` says otherwise.
  /// - Parameter patience: for an answer of the app; a machine that is busy needs more than is
  ///   given to apps.
  func environment(
    state: String? = nil, policy: DeliveryPolicy = DeliveryPolicy(),
    patience: Duration = .seconds(60), opener: @escaping Player.Opener = ClientBench.silence
  ) -> ClientEnvironment {
    var environment = ClientEnvironment(
      variables: state.map { ["TOCSIN_APP_STATE": $0] } ?? [:], folder: storeFolder)
    environment.answerLimit = patience
    var configuration = HostConfiguration()
    configuration.policy = policy
    configuration.policy.answerLimit = patience
    environment.starter = helper(configuration, opener)
    return environment
  }

  /// Starts the app's helper in this process.
  func helper(
    _ configuration: HostConfiguration, _ opener: @escaping Player.Opener = ClientBench.silence
  ) -> @Sendable () throws -> Void {
    { [self, app = identity.identifier] in
      let delivery = try AppDelivery(
        for: app, .standard(in: storeFolder), in: storeFolder, configuration: configuration,
        presenter: screen, opener: opener, lookingEach: .milliseconds(100)
      ) { _ in }
      guard let delivery else { return }
      let running = Task { await delivery.run() }
      helpers.withLock { $0.append(running) }
    }
  }

  /// Closes a client; returns when all banners and sounds are over, unless another client of the app
  /// goes on. A helper that stays for what waits is ended.
  func close(_ client: NotificationClient) async {
    await client.close()
    let app = identity.identifier
    guard AppPresence.current(of: app, in: storeFolder) == .absent else { return }
    let prompt = AuthorizationPrompt(about: app, in: storeFolder)
    let clock = SystemDeliveryClock()
    while AppHelper.isThere(for: app, in: storeFolder) {
      if let schedule = try? schedule(), !schedule.hasDue(app: app),
        schedule.hasWork(app: app) || prompt.isShown
      {
        endHelpers()
      }
      try? await clock.sleep(until: clock.now + .milliseconds(20))
    }
  }

  /// How many helpers were started.
  var helperCount: Int { helpers.withLock(\.count) }

  /// Ends the helpers as a signal does.
  func endHelpers() { for helper in helpers.withLock(\.self) { helper.cancel() } }

  static let silence: Player.Opener = { format in NullDevice(format, isPaced: false) }

  func client(
    state: String? = nil, policy: DeliveryPolicy = DeliveryPolicy(),
    patience: Duration = .seconds(60)
  ) throws -> NotificationClient {
    try NotificationClient(
      app: identity, environment: environment(state: state, policy: policy, patience: patience))
  }

  /// Lets the app do what it may ask for, as a user who has said yes.
  func allow(
    _ options: AuthorizationOptions = [.alert, .sound, .badge, .timeSensitive]
  ) throws {
    try store().change(identity.identifier) { $0.settings.answer(true, to: options) }
  }

  func request(
    _ identifier: String = "a", _ content: NotificationContent = .init(title: "Tea"),
    _ trigger: NotificationTrigger = .immediate
  ) -> NotificationRequest {
    NotificationRequest(
      identifier: identifier, app: identity.identifier, content: content, trigger: trigger)
  }

  /// What was seen and heard of a notification.
  func record(_ identifier: String = "a") throws -> DeliveryRecord? {
    try store().fetch(.delivered(app: identity.identifier))
      .first { $0.request.identifier == identifier }?.record
  }
}

/// A daemon in this process, on a store that it shares with clients.
final class BenchDaemon: Sendable {
  let screen = FakeScreen()
  private let scheduler: Scheduler
  private let host: DeliveryHost
  private let running: [Task<Void, any Error>]

  /// Starts it, and waits until it delivers.
  init(on bench: ClientBench, patience: Duration = .seconds(60)) async throws {
    var configuration = HostConfiguration()
    configuration.policy.answerLimit = patience
    let host = DeliveryHost(
      try bench.schedule(), folder: bench.storeFolder, configuration: configuration,
      presenter: screen, opener: ClientBench.silence
    ) { _ in }
    let scheduler = host.scheduler()
    self.host = host
    self.scheduler = scheduler
    running = [Task { try await scheduler.run() }, Task { await host.delivery.run() }]
    for await state in scheduler.states where state == .running { break }
    host.begin()
    host.schedule.wakeSchedulers()
  }

  func stop() async throws {
    await scheduler.stop()
    _ = try await running[0].value
    running[1].cancel()
    await host.delivery.stop()
  }
}

/// Values that handlers were called with, in their order.
actor Calls<Value: Sendable> {
  private(set) var all: [Value] = []

  func add(_ value: Value) { all.append(value) }
}
