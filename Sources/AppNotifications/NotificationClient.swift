import Foundation
import LinuxProcess
import LogOutput
import NotificationStorage
public import NotificationTypes
import Synchronization
import Triggers

/// The notifications of one app, for the app itself.
///
/// It writes to the user's store, and a process of Tocsin's delivers: the daemon, or where none runs
/// a helper program, which the client starts. This process links no library for sound or screen.
///
/// Calls may come from any thread. They take effect in their order: a change that does not wait is
/// done before every later call.
public final class NotificationClient: Sendable {
  /// The client of this process. Where the user's store cannot be opened, it writes that to
  /// standard error and refuses requests, because they would be lost.
  public static let shared = shared(app: .current, environment: .current) { text in
    StandardErrorLog.write("tocsin: \(text)")
  }

  static func shared(
    app: AppIdentity, environment: ClientEnvironment, complain: @escaping @Sendable (String) -> Void
  ) -> NotificationClient {
    var environment = environment
    environment.log = complain
    do throws(StoreError) {
      let schedule = try NotificationSchedule.standard(in: environment.folder)
      let client = NotificationClient(
        app: app, environment: environment, schedule: schedule, folder: environment.folder)
      ProgramEnd.before { [weak client] in client?.background.waitForWhatIsDue() }
      return client
    } catch {
      complain("notifications are not accepted: \(error)")
      return NotificationClient(
        app: app, environment: environment, schedule: .inMemory(), folder: nil, refusal: error)
    }
  }

  /// The app to which the notifications belong; those of other apps cannot be reached.
  public let app: AppIdentity
  /// The reason why requests are refused; nil where they are accepted.
  let refusal: StoreError?
  let schedule: NotificationSchedule
  let vault: AttachmentVault
  let handlers: HandlerCalls
  let authorization: AuthorizationWait
  let remote: RemoteCalls
  let background: ClientBackground
  /// Calls run one after the other. They may wait for writers of the store, as all work on its
  /// executor.
  private var queue: DispatchQueue { schedule.store.writer.executor.queue }
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
    // Work on the first executor does not wait for others; work on the second one may.
    let executor = QueueExecutor.shared
    let looking = schedule.store.writer.executor
    line = WorkLine(on: executor)
    handlers = HandlerCalls(app: app.identifier, schedule: schedule, on: executor)
    authorization = AuthorizationWait(app: app.identifier, store: schedule.store, on: looking)
    remote = RemoteCalls(
      app: app.identifier, store: schedule.store, on: executor, lookingOn: looking)
    background = ClientBackground(
      app: app.identifier, environment: environment, schedule: schedule, folder: folder,
      handlers: handlers, authorization: authorization, remote: remote, on: executor,
      lookingOn: looking)
    background.start()
    queue.async { [self] in try? vault.sweep(schedule.store) }
  }

  /// Runs work that waits, in the order of the calls: each begins after the one before has ended.
  /// It must not block its thread.
  public func inOrder(_ work: @escaping @Sendable () async -> Void) { line.append(work) }

  /// Runs a call of the store after all earlier ones.
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

  /// Registers the app's name and the folder of its sounds, for the process that delivers. Existing
  /// registrations of the user stay.
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
    // A failed registration is tried again with the next call.
    isKnown.withLock { $0 = true }
  }

  /// Sets the handlers of the app; waiting responses come at once. Nil removes the handlers.
  public func setHandlers(_ handlers: NotificationHandlers?) {
    self.handlers.set(handlers)
    handlersHaveChanged()
  }

  /// Sets the handlers to use while there are none from ``setHandlers(_:)``: an app may use two of
  /// Apple's APIs, and the newer one takes precedence.
  package func setFallbackHandlers(_ handlers: NotificationHandlers?) {
    self.handlers.setFallback(handlers)
    handlersHaveChanged()
  }

  private func handlersHaveChanged() {
    background.hasDelegate = handlers.canPresent
    background.look()
  }

  /// Whether the app is in front of the user; `willPresent` then decides what is shown.
  ///
  /// It can be set here, or by `TOCSIN_APP_STATE` as `foreground` or `background`. Otherwise the
  /// app is in front as long as it has a handler for `willPresent` that answers in time.
  public var isForeground: Bool {
    get { background.isForeground }
    set { background.isForeground = newValue }
  }

  /// Ends the client's work in the background; the app counts as ended then.
  public func close() async {
    await withCheckedContinuation { continuation in queue.async { continuation.resume() } }
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
