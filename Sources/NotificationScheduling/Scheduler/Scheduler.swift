import Foundation
import NotificationTypes

/// Delivers the requests of a schedule when they are due.
///
/// One scheduler at a time works on a store. It says *due* to its host's handler, one notification
/// after the other, and records what became of each; how a notification is shown or sounds is the
/// host's affair.
public actor Scheduler {
  /// Delivers a notification. When it returns, the notification counts as delivered; when it throws,
  /// it is tried again as the policy says. A process that dies in it has delivered perhaps.
  public typealias Handler = @Sendable (DueNotification) async throws -> Void

  let schedule: NotificationSchedule
  let scope: SchedulerLock.Scope
  let policy: LatePolicy
  var handlerCall: HandlerCall
  /// The name under which this scheduler claims.
  let owner: ClaimOwner
  private let givenTimer: (any SchedulerTimer)?
  /// Is called when another process says that it has changed the store.
  let onChange: (@Sendable () -> Void)?
  private let executor = QueueExecutor(label: "tocsin.scheduler")
  private let stateContinuation: AsyncStream<SchedulerState>.Continuation

  /// What it fares like, from the start to the end: the newest ones, for one who listens.
  public nonisolated let states: AsyncStream<SchedulerState>
  public private(set) var state = SchedulerState.starting

  private var hasRun = false
  var isStopping = false
  var timer: (any SchedulerTimer)?
  var lock: SchedulerLock?
  /// The difference of the two clocks, by which a clock that was set is known.
  var clockOffset: Double?
  /// Failed deliveries that are tried again.
  var retries: [Retry] = []
  /// What the store could not record yet.
  var unrecorded: [Settlement] = []
  let recorder: SettlementRecorder
  /// Nil where there is no folder to keep it in.
  var progress: DeliveryProgress?
  var deliveryCount = 0
  /// When a backup was begun.
  var lastBackup: Duration?
  var recovery = RecoveryBackoff()
  /// Another scheduler that lives has claims: should it die, they are this one's.
  var hasForeignClaims = false

  public nonisolated var unownedExecutor: UnownedSerialExecutor {
    executor.asUnownedSerialExecutor()
  }

  /// - Parameters:
  ///   - schedule: the requests.
  ///   - scope: whose requests it delivers.
  ///   - policy: what becomes of late and failed deliveries.
  ///   - timer: nil waits in the kernel; a test has one of its own.
  ///   - onChange: is called when somebody says that the store has changed; it must not wait.
  ///   - handler: delivers; one call at a time.
  public init(
    for schedule: NotificationSchedule, scope: SchedulerLock.Scope = .everyApp,
    policy: LatePolicy = .standard, timer: (any SchedulerTimer)? = nil,
    onChange: (@Sendable () -> Void)? = nil, handler: @escaping Handler
  ) {
    self.schedule = schedule
    self.scope = scope
    self.policy = policy
    handlerCall = HandlerCall(handler, limit: policy.handlerLimit)
    owner = ClaimOwner(lock: scope.owner, boot: schedule.clock.now.boot)
    givenTimer = timer
    self.onChange = onChange
    recorder = SettlementRecorder(schedule.store)
    (states, stateContinuation) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(16))
  }

  /// Delivers until ``stop()`` is called or the task is cancelled.
  /// - Throws: ``SchedulerError`` where another scheduler works on the store, or the kernel refuses
  ///   what is needed to wait. A store that fails later does not end it: see ``SchedulerState``.
  public func run() async throws {
    guard !hasRun else { throw SchedulerError.alreadyRun }
    hasRun = true
    defer { end() }
    let timer = try start()
    try await withTaskExecutorPreference(executor) { try await loop(timer) }
    handBack()
  }

  private func loop(_ timer: any SchedulerTimer) async throws {
    while !isStopping, !Task.isCancelled {
      await work()
      backUp(at: schedule.clock.now)
      guard !isStopping else { break }
      let next = nextWake()
      if timer.linger(until: next, from: schedule.clock.now) { continue }
      try timer.arm(next)
      let events = await timer.next()
      if events.isEmpty { break }
      handle(events)
    }
  }

  /// Ends ``run()`` behind the delivery that is going on.
  public func stop() {
    isStopping = true
    timer?.stop()
  }

  private func start() throws -> any SchedulerTimer {
    let folder = schedule.store.folder
    let socket = folder.map { WakeSocket.path(of: scope.owner, in: $0) }
    if let folder {
      do {
        lock = try SchedulerLock(scope, in: folder, socket: socket)
        progress = DeliveryProgress(folder.progress(of: scope.owner))
      } catch let error as StoreError {
        // Nothing can be locked where nothing can be written; nobody else can claim there either.
        enter(.degraded(error))
      }
    }
    let timer =
      try givenTimer
      ?? KernelTimer(socket: lock == nil ? nil : socket, zones: schedule.timeZones)
    schedule.store.waker.connect(timer)
    self.timer = timer
    takeStock()
    return timer
  }

  private func end() {
    if let timer { schedule.store.waker.disconnect(timer) }
    timer?.stop()
    progress = nil
    lock = nil
    enter(.stopped)
    stateContinuation.finish()
  }

  func enter(_ new: SchedulerState) {
    guard new != state else { return }
    state = new
    stateContinuation.yield(new)
  }
}

/// A delivery that is tried again when so much time is over.
struct Retry {
  let claim: Claim
  /// How often the handler has failed.
  let failures: Int
  let elapsed: Duration
}

/// When a store that failed is tried again.
struct RecoveryBackoff {
  private(set) var nextAttempt: Duration?
  private var delay = Duration.seconds(1)

  private static let greatestDelay = Duration.seconds(60)

  mutating func postpone(from now: Duration) {
    nextAttempt = now + delay
    delay = min(delay * 2, Self.greatestDelay)
  }

  mutating func succeed() { self = RecoveryBackoff() }
}
