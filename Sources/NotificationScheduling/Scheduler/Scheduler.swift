import FoundationEssentials
package import LinuxProcess
public import NotificationStorage
import NotificationTypes

/// Delivers the requests of a schedule when they are due.
///
/// Only one scheduler at a time works for an app. It calls the handler of its host for each due
/// request and records the outcome; the host decides how a notification is shown and sounds. The
/// next due requests are in memory, and outcomes go to the delivery log: no delivery waits for the
/// database.
public actor Scheduler {
  /// Delivers a notification. When it returns, the notification counts as delivered; when it throws,
  /// it is tried again as the policy says. Calls begin in the order of their dates, one after the
  /// other, and overlap where they wait. After ``stop()`` its task is cancelled: a handler that then
  /// throws `CancellationError` has not delivered, and the next scheduler calls again.
  public typealias Handler = @Sendable (DueNotification) async throws -> Void

  let schedule: NotificationSchedule
  let scope: SchedulerLock.Scope
  let policy: LatePolicy
  let handler: Handler
  private let givenTimer: (any SchedulerTimer)?
  /// Plays the sound of a delivery again that was cut off when a process died; nil where nobody does.
  let soundHandler: (@Sendable (DueNotification) async -> Void)?
  /// Called when another process reports that it has changed these parts of the store.
  let onChange: (@Sendable (StoreParts) -> Void)?
  let executor = QueueExecutor(label: "tocsin.scheduler")
  let handlerExecutor: QueueExecutor
  private let stateContinuation: AsyncStream<SchedulerState>.Continuation

  /// State changes, for a single consumer. Buffers the newest 16; finishes when the scheduler stops.
  public nonisolated let states: AsyncStream<SchedulerState>
  /// The current state; ``states`` has the changes.
  public private(set) var state = SchedulerState.starting

  private var hasRun = false
  var isStopping = false
  /// The error that ends it.
  private var failure: StoreError?
  var timer: (any SchedulerTimer)?
  var ownership: Ownership?
  var window = Window()
  let ledger = Ledger()
  /// The deliveries that an earlier process has begun and not ended.
  var interrupted: [DeliveryID: Interruption] = [:]
  /// The interrupted deliveries that wait for their turn; they begin 100 ms apart.
  var resumed: [WaitingRequest] = []
  var lastResumed: (id: DeliveryID, elapsed: Duration)?
  /// The maximum number of requests in one read.
  var readLimit = Scheduler.leastRead
  /// The time on the elapsed clock at which a store that could not be read is tried again.
  var nextRead: Duration?
  /// The difference of the two clocks; it changes when the wall clock is set.
  var clockOffset: Double?
  var trust = ClockTrust()
  /// Whether the store could not be written, so that its dates must be corrected later.
  var needsUpkeep = false
  /// How many corrections of the store take longer than deliveries wait for them.
  var upkeepCount = 0
  var lastBackup: Duration?
  var lastPruning: Duration?

  /// The queue that the actor runs on, not the threads that all tasks share.
  public nonisolated var unownedExecutor: UnownedSerialExecutor {
    executor.forActors.asUnownedSerialExecutor()
  }

  /// - Parameters:
  ///   - schedule: the requests.
  ///   - scope: the apps whose requests it delivers.
  ///   - policy: the rules for late and failed deliveries.
  ///   - timer: waits for the next date; nil for one that waits in the kernel.
  ///   - onChange: called when another process reports that the store has changed; it must not
  ///     block.
  ///   - handler: delivers a due notification.
  public init(
    for schedule: NotificationSchedule, scope: SchedulerLock.Scope = .everyApp,
    policy: LatePolicy = .standard, timer: (any SchedulerTimer)? = nil,
    onChange: (@Sendable () -> Void)? = nil, handler: @escaping Handler
  ) {
    let onParts: (@Sendable (StoreParts) -> Void)? =
      if let onChange { { _ in onChange() } } else { nil }
    self.init(
      for: schedule, scope: scope, policy: policy, timer: timer, onChange: onParts,
      handlersOn: QueueExecutor(label: "tocsin.handler"), handler: handler)
  }

  /// - Parameters:
  ///   - executor: the executor of the handlers.
  ///   - soundHandler: plays the sound of a delivery again that was cut off when a process died.
  package init(
    for schedule: NotificationSchedule, scope: SchedulerLock.Scope, policy: LatePolicy,
    timer: (any SchedulerTimer)? = nil, onChange: (@Sendable (StoreParts) -> Void)?,
    handlersOn executor: QueueExecutor,
    soundHandler: (@Sendable (DueNotification) async -> Void)? = nil, handler: @escaping Handler
  ) {
    self.soundHandler = soundHandler
    handlerExecutor = executor
    self.schedule = schedule
    self.scope = scope
    self.policy = policy
    self.handler = handler
    givenTimer = timer
    self.onChange = onChange
    (states, stateContinuation) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(16))
  }

  /// Delivers until ``stop()`` is called or the task is cancelled, and returns when no handler runs
  /// any more.
  /// - Throws: `SchedulerError` where another scheduler works on the store, or the kernel refuses
  ///   what is needed to wait; `StoreError.tooNew` where a newer version has changed the form of the
  ///   store. A store that fails later does not end it: see ``SchedulerState``.
  public func run() async throws {
    guard !hasRun else { throw SchedulerError.alreadyRun }
    hasRun = true
    let timer: any SchedulerTimer
    do {
      timer = try start()
    } catch {
      end(nil)
      throw error
    }
    let store = schedule.store
    let listener = store.writer.listen { [weak self, ledger] event in
      if case .applied(let changes) = event { ledger.forget(changes.compactMap(\.settled)) }
      guard let self else { return }
      self.take(event)
    }
    defer { end(listener) }
    try await withTaskExecutorPreference(executor) {
      defer { timer.stop() }
      try await loop(timer)
    }
    await ledger.flightsAreOver()
    store.writer.flush()
    if let failure { throw failure }
  }

  private func loop(_ timer: any SchedulerTimer) async throws {
    await reconcile()
    while !isStopping, !Task.isCancelled {
      try await work()
      keepUp(at: schedule.clock.now)
      guard !isStopping else { break }
      let next = nextWake()
      if timer.linger(until: next, from: schedule.clock.now) { continue }
      try timer.arm(next)
      if state == .starting { enter(.running) }
      let events = await timer.next()
      if events.isEmpty { break }
      await handle(events)
    }
  }

  /// Ends ``run()``: nothing more is begun, and handlers that run are cancelled.
  public func stop() {
    isStopping = true
    timer?.stop()
    ledger.cancelFlights()
  }

  /// Returns when no handler runs and all ended deliveries are in the store, or cannot be written
  /// to it.
  package nonisolated func settled() async {
    await ledger.flightsAreOver()
    await recorded()
  }

  private func recorded() { schedule.store.writer.flush() }

  private func start() throws -> any SchedulerTimer {
    var socket: String?
    if let folder = schedule.store.folder {
      socket = WakeSocket.path(of: scope.owner, in: folder)
      ownership = try Ownership(scope, of: schedule.store, in: folder, socket: socket)
      if let error = ownership?.failure { enter(.degraded(error)) }
    }
    let timer =
      try givenTimer
      ?? KernelTimer(socket: socket, zones: schedule.timeZones)
    schedule.store.waker.connect(timer) { timer.post(.changed($0)) }
    self.timer = timer
    restoreSocket()
    return timer
  }

  private func end(_ listener: Int?) {
    if let listener { schedule.store.writer.ignore(listener) }
    if let timer { schedule.store.waker.disconnect(timer) }
    timer?.stop()
    ownership?.log?.end()
    ownership = nil
    enter(.stopped)
    stateContinuation.finish()
  }

  /// Handles an event of the store's writer, on any thread.
  private nonisolated func take(_ event: StoreWriter.Event) {
    switch event {
    case .applied(let changes):
      Task(executorPreference: executor) { await self.advanceLog(changes) }
    case .failed(let error):
      Task(executorPreference: executor) { await self.fail(error) }
    case .recovered: Task(executorPreference: executor) { await self.recovered() }
    }
  }

  private func advanceLog(_ changes: [StoreChange]) {
    for case .settled(_, let position?) in changes { ownership?.log?.advance(to: position) }
  }

  private func fail(_ error: StoreError) {
    enter(.degraded(error))
    guard error == .tooNew else { return }
    failure = error
    stop()
  }

  func recovered() {
    guard case .degraded = state else { return }
    enter(.running)
    needsUpkeep = true
    timer?.post(.changed)
  }

  func enter(_ new: SchedulerState) {
    guard new != state, state != .stopped else { return }
    state = new
    stateContinuation.yield(new)
  }
}

extension StoreChange {
  /// The delivery that has ended.
  fileprivate var settled: DeliveryID? {
    if case .settled(let settlement, _) = self { settlement.waiting.id } else { nil }
  }
}
