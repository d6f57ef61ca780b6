import Dispatch
import Glibc
import NotificationScheduling
import NotificationTypes
import Synchronization

/// What goes on behind a client's calls: being there for those who deliver, and delivering where
/// nobody else does.
final class ClientBackground: Sendable {
  private let attention: Attention
  private let attendance: AppAttendance
  private let own: OwnDelivery
  /// Whether the program has scheduled something.
  private let addition = Mutex(false)
  private let tasks = Mutex<[Task<Void, Never>]>([])
  private let executor: QueueExecutor

  init(
    app: String, environment: ClientEnvironment, schedule: NotificationSchedule,
    folder: StoreFolder?, handlers: HandlerCalls, authorization: AuthorizationWait,
    remote: RemoteCalls, on executor: QueueExecutor, lookingOn looking: QueueExecutor
  ) {
    self.executor = executor
    let attention = Attention(
      handlers: handlers, authorization: authorization, remote: remote, on: looking)
    let look: @Sendable () -> Void = { attention.look() }
    let attendance = AppAttendance(
      app: app, folder: folder, isForeground: environment.isForeground, onWake: look)
    attention.attend(by: attendance)
    handlers.onSilence(after: environment.host.policy.answerLimit) { [weak attendance] in
      attendance?.noteSilence()
    }
    self.attention = attention
    self.attendance = attendance
    own = OwnDelivery(
      app: app, folder: folder, schedule: schedule, policy: environment.latePolicy, onChange: look,
      on: executor
    ) {
      let host = DeliveryHost(
        schedule, folder: folder, scope: .app(app), configuration: environment.host,
        presenter: environment.presenter?(), opener: environment.opener, log: environment.log)
      host.delivery.consultation.setLocal(
        LocalApp(
          app: app, isAttending: { attendance.isAttending },
          isForeground: { attendance.isForeground },
          willPresent: { await handlers.options(for: $0) }, wake: look))
      return host
    }
  }

  deinit { cancel() }

  func start() {
    let (attendance, own) = (attendance, own)
    let attending = Task(executorPreference: executor) {
      await attendance.run()
    }
    let delivering = Task(executorPreference: executor) {
      await own.run()
    }
    tasks.withLock { $0 = [attending, delivering] }
    look()
  }

  func look() { attention.look() }

  var isForeground: Bool {
    get { attendance.isForeground }
    set { attendance.isForeground = newValue }
  }

  /// Whether somebody answers for the app while it is in the foreground.
  var hasDelegate: Bool {
    get { attendance.hasDelegate }
    set { attendance.hasDelegate = newValue }
  }

  /// The program has scheduled something: when it ends, what is due then is delivered first.
  func hasAdded() { addition.withLock { $0 = true } }

  /// Has what is due delivered before the program ends, where no daemon does it: nobody else would
  /// before the program runs again.
  func deliverWhatIsDue() {
    guard addition.withLock(\.self) else { return }
    let limit = DispatchTime.now() + Self.timeAtEnd
    while DispatchTime.now() < limit, own.hasWork { usleep(5_000) }
    let isOver = DispatchSemaphore(value: 0)
    Task(executorPreference: executor) { [self] in
      await close()
      isOver.signal()
    }
    _ = isOver.wait(timeout: limit)
  }

  /// The longest sound has 30 s; others may sound before it.
  private static let timeAtEnd = 40.0

  /// Returns when nothing more is done, shown or heard.
  func close() async {
    for task in cancel() { await task.value }
    await own.finish()
  }

  @discardableResult
  private func cancel() -> [Task<Void, Never>] {
    tasks.withLock { tasks in
      for task in tasks { task.cancel() }
      defer { tasks = [] }
      return tasks
    }
  }
}

/// Looks into the store for what concerns the running app: the user's answer to its request, what
/// it is asked, and responses.
private final class Attention: Sendable {
  private let handlers: HandlerCalls
  private let authorization: AuthorizationWait
  private let remote: RemoteCalls
  private let executor: QueueExecutor
  private let attendance = Mutex<AppAttendance?>(nil)

  init(
    handlers: HandlerCalls, authorization: AuthorizationWait, remote: RemoteCalls,
    on executor: QueueExecutor
  ) {
    self.executor = executor
    self.remote = remote
    self.handlers = handlers
    self.authorization = authorization
  }

  func attend(by attendance: AppAttendance) { self.attendance.withLock { $0 = attendance } }

  func look() {
    executor.queue.async { [self] in
      authorization.look()
      remote.announce()
      guard attendance.withLock({ $0?.isAttending ?? false }) else { return }
      handlers.answerQuestions()
      handlers.takeResponses()
      remote.takeMessages()
    }
  }
}
