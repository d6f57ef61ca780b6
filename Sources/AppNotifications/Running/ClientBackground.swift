import Dispatch
import LinuxProcess
import NotificationStorage
import NotificationTypes
import Synchronization

/// The work of a client in the background: it answers the process that delivers, and sees to it that
/// there is one.
final class ClientBackground: Sendable {
  private let attention: Attention
  private let attendance: AppAttendance
  private let delivery: DeliveryWatch
  /// Whether the program has scheduled something.
  private let addition = Mutex(false)
  private let tasks = Mutex<[Task<Void, Never>]>([])
  private let executor: QueueExecutor
  private let looking: QueueExecutor

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
    handlers.onSilence(after: environment.answerLimit) { [weak attendance] in
      attendance?.noteSilence()
    }
    self.attention = attention
    self.attendance = attendance
    let program = DeliveryProgram(
      app: app, folder: environment.folder, variables: environment.variables)
    delivery = DeliveryWatch(
      app: app, folder: folder, schedule: schedule,
      starter: environment.starter ?? { try program.start() }, log: environment.log)
    self.looking = looking
  }

  deinit { cancel() }

  func start() {
    let (attendance, delivery) = (attendance, delivery)
    let attending = Task(executorPreference: executor) {
      await attendance.run()
    }
    // It reads the store, which may wait.
    let delivering = Task(executorPreference: looking) {
      await delivery.run()
    }
    tasks.withLock { $0 = [attending, delivering] }
    look()
  }

  func look() { attention.look() }

  var isForeground: Bool {
    get { attendance.isForeground }
    set { attendance.isForeground = newValue }
  }

  /// Whether the app has a handler that answers while it is in the foreground.
  var hasDelegate: Bool {
    get { attendance.hasDelegate }
    set { attendance.hasDelegate = newValue }
  }

  /// Records that the program has scheduled something: due requests are delivered before it ends.
  func hasAdded() {
    addition.withLock { $0 = true }
    delivery.begin()
  }

  /// Whether a process delivers; where none does, one is started.
  func isDelivered() async -> Bool { await delivery.isDelivered() }

  /// Notes that there is work for the process that delivers, beside a request.
  func hasChanged() { delivery.begin() }

  /// Waits at the end of the program until what is due has been delivered, where no daemon runs: the
  /// service manager or the container that the program runs in may end the helper with it.
  func waitForWhatIsDue() {
    guard addition.withLock(\.self) else { return }
    let limit = DispatchTime.now() + Self.timeAtEnd
    delivery.finish(until: limit)
    let isClosed = DispatchSemaphore(value: 0)
    Task(executorPreference: executor) { [self] in
      await close()
      isClosed.signal()
    }
    _ = isClosed.wait(timeout: limit)
    delivery.waitForHelper(until: limit)
  }

  /// Seconds. The longest sound has 30 s; others may play before it.
  private static let timeAtEnd = 40.0

  /// Returns when no work is left.
  func close() async { for task in cancel() { await task.value } }

  @discardableResult
  private func cancel() -> [Task<Void, Never>] {
    tasks.withLock { tasks in
      for task in tasks { task.cancel() }
      defer { tasks = [] }
      return tasks
    }
  }
}

/// Looks at the store for the running app: for the user's answer to its request, for questions to
/// it, and for responses.
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
