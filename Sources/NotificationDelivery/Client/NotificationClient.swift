import Foundation
import NotificationScheduling
import NotificationTypes
import Synchronization

/// The notifications of one app, as the app itself sees them.
///
/// It needs nothing but itself: while no daemon runs, this process schedules, plays and shows the
/// app's notifications; a daemon that starts takes over, and the app goes on when the daemon ends.
///
/// Calls may come from any thread. They take effect in their order: what changes something without
/// waiting is done before every later call.
public final class NotificationClient: Sendable {
  /// That of this process. Where the user's store cannot be opened it says so on standard error,
  /// and accepts no requests: they would be lost.
  public static let shared = shared(app: .current, environment: .current) { text in
    FileHandle.standardError.write(Data("tocsin: \(text)\n".utf8))
  }

  static func shared(
    app: AppIdentity, environment: ClientEnvironment, complain: @escaping @Sendable (String) -> Void
  ) -> NotificationClient {
    for problem in environment.problems { complain("\(problem)") }
    var environment = environment
    environment.log = { event in if let line = event.lineForApp { complain(line) } }
    do throws(StoreError) {
      let schedule = try NotificationSchedule.standard(in: environment.folder)
      let client = NotificationClient(
        app: app, environment: environment, schedule: schedule, folder: environment.folder)
      ProgramEnd.before { [weak client] in client?.background.deliverWhatIsDue() }
      return client
    } catch {
      complain("notifications are not accepted: \(error)")
      return NotificationClient(
        app: app, environment: environment, schedule: .inMemory(), folder: nil, refusal: error)
    }
  }

  /// The app whose notifications these are; those of others cannot be reached.
  public let app: AppIdentity
  /// Why no requests are accepted.
  let refusal: StoreError?
  let schedule: NotificationSchedule
  let vault: AttachmentVault
  let handlers: HandlerCalls
  let authorization: AuthorizationWait
  let remote: RemoteCalls
  let background: ClientBackground
  /// Calls go one after the other.
  private let queue = DispatchQueue(label: "tocsin.client")
  private let line: WorkLine
  private let isKnown = Mutex(false)

  /// - Throws: `StoreError` where the store cannot be opened.
  public convenience init(app: AppIdentity, environment: ClientEnvironment = .current) throws {
    self.init(
      app: app, environment: environment, schedule: try .standard(in: environment.folder),
      folder: environment.folder)
  }

  init(
    app: AppIdentity, environment: ClientEnvironment, schedule: NotificationSchedule,
    folder: StoreFolder?, refusal: StoreError? = nil
  ) {
    self.app = app
    self.refusal = refusal
    self.schedule = schedule
    vault = AttachmentVault(app: app.identifier, folder: folder, bundle: app.bundle)
    // Nothing on the first waits for the disk or for others; on the second it may.
    let executor = QueueExecutor(label: "tocsin.background")
    let looking = schedule.store.writer.executor
    line = WorkLine(on: executor)
    handlers = HandlerCalls(app: app.identifier, schedule: schedule, on: executor)
    authorization = AuthorizationWait(app: app.identifier, store: schedule.store, on: looking)
    remote = RemoteCalls(app: app.identifier, store: schedule.store, on: executor)
    background = ClientBackground(
      app: app.identifier, environment: environment, schedule: schedule, folder: folder,
      handlers: handlers, authorization: authorization, remote: remote, on: executor,
      lookingOn: looking)
    background.start()
    queue.async { [self] in try? vault.sweep(schedule.store) }
  }

  /// Runs work that waits, in the order of the calls: each begins when the one before has ended.
  public func inOrder(_ work: @escaping @Sendable () async -> Void) { line.append(work) }

  /// A call of the store, after all earlier ones.
  func perform<Value: Sendable>(
    _ work: @escaping @Sendable () throws -> Value
  ) async throws(ClientError) -> Value {
    let result = await withCheckedContinuation { continuation in
      queue.async { continuation.resume(returning: Result(catching: work)) }
    }
    do {
      return try result.get()
    } catch {
      throw ClientError(error)
    }
  }

  /// Says who the app is, for whoever delivers: its name, and where its sounds are. What the user
  /// has registered stays.
  func introduce() throws {
    guard !isKnown.withLock({ $0 }) else { return }
    let known = try schedule.store.profile(of: app.identifier).registration
    var registration = known ?? RegisteredApp(identifier: app.identifier)
    if registration.name.isEmpty, app.displayName != app.identifier {
      registration.name = app.displayName
    }
    let isBundleThere = registration.bundle.map(FileManager.default.fileExists) ?? false
    if !isBundleThere { registration.bundle = app.bundle }
    let new = registration
    if new != known { try schedule.store.change(app.identifier) { $0.registration = new } }
    // One that failed is tried again with the next call.
    isKnown.withLock { $0 = true }
  }

  /// Says who answers for the app; responses that wait come at once. Nil is nobody.
  public func setHandlers(_ handlers: NotificationHandlers?) {
    self.handlers.set(handlers)
    handlersHaveChanged()
  }

  /// Says who answers as long as nobody does by ``setHandlers(_:)``: two of Apple's APIs may stand
  /// side by side in an app, and the newer one goes first.
  package func setFallbackHandlers(_ handlers: NotificationHandlers?) {
    self.handlers.setFallback(handlers)
    handlersHaveChanged()
  }

  private func handlersHaveChanged() {
    background.hasDelegate = handlers.canPresent
    background.look()
  }

  /// Whether the app has the user's eyes: then `willPresent` decides what is shown.
  ///
  /// Unless it says so here, or `TOCSIN_APP_STATE` does by `foreground` or `background`, it has as
  /// long as it has a handler for `willPresent` that answers in time.
  public var isForeground: Bool {
    get { background.isForeground }
    set { background.isForeground = newValue }
  }

  /// Ends what this client does in the background, when what it shows and plays is over.
  public func close() async {
    queue.sync {}
    await background.close()
  }
}

extension ClientError {
  init(_ error: any Error) {
    switch error {
    case let error as ClientError: self = error
    case let error as StoreError: self = .store(error)
    case is TimeZoneError: self = .noDate
    default: self = .store(.other("\(error)"))
    }
  }
}
