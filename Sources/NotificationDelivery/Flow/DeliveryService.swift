public import AlertPlayback
public import Desktop
import FoundationEssentials
package import LinuxProcess
public import NotificationScheduling
public import NotificationStorage
public import NotificationTypes
public import SoundResolution
import Synchronization

/// Delivers due notifications: decides, records, shows and plays.
///
/// The scheduler waits for neither banner nor sound, and neither of these waits for the other.
public final class DeliveryService: Sendable {
  let store: NotificationStore
  /// The folder in which running apps are found; nil where there is none.
  let folder: StoreFolder?
  /// The only app of this service; nil means all apps.
  let app: String?
  let presenter: any BannerPresenter
  let ringer: AlertRinger
  let counters = DeliveryCounters()
  let log: @Sendable (DeliveryEvent) -> Void
  /// Not the threads that all tasks share: after their first use the process wakes each second.
  package let executor: QueueExecutor
  let settings: Mutex<(policy: DeliveryPolicy, library: SoundLibrary)>
  let questions = Mutex(AuthorizationPrompts())
  /// Called when a question to the user has ended.
  let onAnswer = Mutex<@Sendable () -> Void> {}
  let handover: ResponseHandover
  let consultation: AppConsultation
  let reconciler: StoreReconciler
  /// Reads the data of apps for deliveries.
  let reading = QueueExecutor(label: "tocsin.profiles")
  private let screenLock: @Sendable () async -> Bool
  /// Informs other processes of changes of the store.
  let wake: @Sendable () -> Void
  /// The deliveries that are not over, one of each notification: of a request that is replaced while it
  /// is delivered, the later one.
  let current = Mutex<[DeliveryID: DueNotification]>([:])
  private let listener = Mutex<Int?>(nil)
  /// The number of banners that are being shown, sounds without an outcome, and apps that are asked.
  let presentations = PendingPresentations()

  /// - Parameters:
  ///   - store: the store of requests, settings and delivered notifications.
  ///   - folder: the folder of the store, in which running apps are found.
  ///   - app: the only app of this service; nil means all apps.
  ///   - policy: the user's settings for all apps.
  ///   - library: the sounds.
  ///   - player: plays the sounds.
  ///   - ringing: the limits for sounds that start and play at once.
  ///   - presenter: shows the banners.
  ///   - screenLock: returns whether the screen is locked; only called where it matters.
  ///   - wake: informs other processes of changes of the store.
  ///   - log: takes events; it must return quickly.
  public convenience init(
    store: NotificationStore, folder: StoreFolder? = nil, app: String? = nil,
    policy: DeliveryPolicy, library: SoundLibrary, player: Player,
    ringing: RingingPolicy = .standard, presenter: any BannerPresenter,
    screenLock: @escaping @Sendable () async -> Bool = { false },
    wake: @escaping @Sendable () -> Void = {}, log: @escaping @Sendable (DeliveryEvent) -> Void
  ) {
    self.init(
      store: store, folder: folder, app: app, policy: policy, library: library, player: player,
      ringing: ringing, presenter: presenter, screenLock: screenLock, wake: wake,
      on: QueueExecutor(label: "tocsin.delivery"), log: log)
  }

  /// - Parameter executor: the executor of deliveries; work on it must not wait for others.
  package init(
    store: NotificationStore, folder: StoreFolder?, app: String?, policy: DeliveryPolicy,
    library: SoundLibrary, player: Player, ringing: RingingPolicy, presenter: any BannerPresenter,
    screenLock: @escaping @Sendable () async -> Bool, wake: @escaping @Sendable () -> Void,
    on executor: QueueExecutor, log: @escaping @Sendable (DeliveryEvent) -> Void
  ) {
    self.executor = executor
    reconciler = StoreReconciler(on: store.writer.executor)
    self.store = store
    self.folder = folder
    self.app = app
    self.presenter = presenter
    self.screenLock = screenLock
    self.wake = wake
    self.log = log
    settings = Mutex((policy, library))
    ringer = AlertRinger(player, policy: ringing, on: executor)
    consultation = AppConsultation(
      store: store, folder: folder, timeout: policy.answerLimit, on: executor)
    handover = ResponseHandover(
      store: store, folder: folder, consultation: consultation, counters: counters, log: log)
    handover.setLimit(policy.commandLimit)
    let number = store.writer.listen { [weak self] event in self?.take(event) }
    listener.withLock { $0 = number }
  }

  deinit { if let listener = listener.withLock(\.self) { store.writer.ignore(listener) } }

  /// Handles an event of the store's writer.
  private func take(_ event: StoreWriter.Event) {
    switch event {
    case .applied(let changes):
      // It may have been removed from the list again before the banner was known to be there.
      if reconciler.confirm(changes) { reconcile(.list) }
      if changes.contains(where: \.isResponse) { handOverNew() }
    case .failed(let error):
      counters.add { $0.storeFailures += 1 }
      log(DeliveryEvent(.error, "\(error)"))
    case .recovered: reconcile()
    }
  }

  /// The current counters.
  public var counts: DeliveryCounts { counters.current }

  /// The current settings for all apps; ``reload(policy:library:)`` changes them.
  public var policy: DeliveryPolicy { settings.withLock(\.policy) }

  /// Applies other settings from now on.
  public func reload(policy: DeliveryPolicy, library: SoundLibrary) {
    settings.withLock { $0 = (policy, library) }
    handover.setLimit(policy.commandLimit)
  }

  // MARK: The way of a notification

  /// The scheduler's handler: returns when the banner was handed over and the sound has begun, or
  /// it is certain that there will be none.
  /// - Throws: `CancellationError` where the service was stopped before.
  public func deliver(_ due: DueNotification) async throws {
    counters.add {
      $0.delivered += 1
      if due.isLate { $0.late += 1 }
    }
    let context = await context(of: due.request)
    note(due, isCurrent: true)
    defer { note(due, isCurrent: false) }
    try await begin(due, context)
    guard waitsForAnswer(context) else { return ask(about: context) }
    // It is shown and heard later, so its delivery ends soon. The user is asked when it is in the store,
    // or cannot be written now.
    due.hold()
    due.whenRecorded { [self] in
      store.writer.afterAll { [self] in askAboutHeld(due.request.app) }
    }
  }

  /// A delivery that begins takes the place of an earlier one of its notification, which goes on.
  func note(_ due: DueNotification, isCurrent: Bool) {
    guard let id = due.id else { return }
    current.withLock { current in
      if isCurrent {
        current = current.filter {
          $1.request.app != due.request.app || $1.request.identifier != due.request.identifier
        }
      }
      current[id] = isCurrent ? due : nil
    }
  }

  /// The delivery of a banner that is not over.
  func currentDelivery(of banner: Banner.ID) -> DueNotification? {
    current.withLock { current in
      current.values.first {
        $0.request.app == banner.app && $0.request.identifier == banner.request
      }
    }
  }

  /// Records the decision, then shows and plays the notification, without the parts that an earlier
  /// attempt has brought.
  func present(
    _ due: DueNotification, _ context: AppContext, _ decision: DeliveryDecision
  ) async throws {
    let ticket = DeliveryTicket(due.request)
    due.update { record in
      record = DeliveryRecord(decision)
      record.bring(due.steps, as: due.earlier)
      record.interruptions = due.interruptions > 0 ? due.interruptions : nil
    }
    let isAsked = waitsForAnswer(context)
    if isAsked { log(DeliveryEvent(.info, "waits for the user's answer", ticket.fields)) }
    if let badge = decision.badge {
      Task(executorPreference: executor) { [self] in await setBadge(badge, due.request.app) }
    }
    var sound: Task<Bool, Never>?
    if case .play(let order) = decision.sound, !due.steps.contains(.heard) {
      if due.interruptions > 0 { reportInterruption(ticket) }
      // The end of the ring ends it.
      presentations.begin()
      sound = Task(executorPreference: executor) { [self] in
        guard await ring(order, due, context, ticket) else { return false }
        listIfBannerWaits(due, ticket)
        return true
      }
    }
    if decision.isShown, !due.steps.contains(.presented) {
      presentations.begin()
      ticket.isShowing = true
      await show(decision, due, context, ticket)
      ticket.isShowing = false
      presentations.end()
    }
    if let sound, await !hasBegun(sound, ticket) { throw CancellationError() }
    // Only when it is true, and cannot come again: two log lines for one delivery would mislead.
    if !isAsked {
      due.whenRecorded { [log] in
        log(DeliveryEvent(.info, "delivered", ticket.fields.merging(decision.fields) { $1 }))
      }
    }
  }

  /// Plays the sound of a notification again that was cut off when a process died; returns when it has
  /// begun, or never will.
  func playAgain(_ due: DueNotification) async {
    var context = await context(of: due.request)
    // An app in the foreground has let it sound before.
    if case .foreground = context.state { context.state = .background }
    let ticket = DeliveryTicket(due.request)
    guard case .play(let order) = decide(context.content, context).sound else {
      return due.update { $0.sound = .interruptedSound }
    }
    reportInterruption(ticket)
    // A user who removes it from the list silences it.
    let id = Banner.ID(app: due.request.app, request: due.request.identifier)
    reconciler.watch(id, isListed: true)
    presentations.begin()
    let due = due.withContent(context.content)
    let sound = Task(executorPreference: executor) { [self, context] in
      await ring(order, due, context, ticket)
    }
    guard await hasBegun(sound, ticket) else { return }
    // What was removed before there was a sound to silence.
    reconciler.watch(id, isListed: true)
    reconcile(.list)
  }

  private func reportInterruption(_ ticket: DeliveryTicket) {
    counters.add { $0.interruptedSounds += 1 }
    log(
      DeliveryEvent(
        .warning, "the sound was cut off when its process died: it begins again", ticket.fields))
  }

  /// Lists a notification that was heard while its banner waits for a desktop, which can take a
  /// minute at login.
  private func listIfBannerWaits(_ due: DueNotification, _ ticket: DeliveryTicket) {
    guard ticket.isShowing else { return }
    Task(executorPreference: executor) {
      let clock = SystemDeliveryClock()
      try? await clock.sleep(until: clock.now + Self.bannerTime)
      if ticket.isShowing { due.list() }
    }
  }

  /// The maximum time for which a running notification server takes a banner.
  private static let bannerTime = Duration.milliseconds(250)

  /// Waits for the sound; if the delivery is cancelled, the sound is stopped.
  private func hasBegun(_ sound: Task<Bool, Never>, _ ticket: DeliveryTicket) async -> Bool {
    await withTaskCancellationHandler {
      await sound.value
    } onCancel: { [ringer, executor] in
      guard ticket.cancel() else { return }
      Task(executorPreference: executor) { await ringer.silence(ticket.notification) }
    }
  }

  /// Shows the banner, and records it when it is on the screen or must not be shown there.
  private func show(
    _ decision: DeliveryDecision, _ due: DueNotification, _ context: AppContext,
    _ ticket: DeliveryTicket
  ) async {
    guard let decision = await onScreen(decision, due.request.content, context) else {
      due.note(.presented)
      return due.update {
        $0.banner = .init("list", reason: DeliveryDecision.Cause.lockScreen.rawValue)
      }
    }
    var banner = Banner(
      due.request, category: context.category, appName: context.registration?.name ?? "",
      icon: context.registration?.icon ?? "",
      expiry: decision.presentation == .alert ? .never : nil)
    if !decision.showsText {
      banner.title = banner.appName
      banner.subtitle = ""
      banner.body = context.category?.hiddenPreviewsPlaceholder ?? ""
      banner.picture = nil
    }
    let outcome = await presenter.show(banner) { due.note(.presented) }
    let fate = DeliveryRecord.Fate(outcome)
    if fate.code == "shown" {
      reconciler.watch(banner.id)
    }
    counters.add { $0.banners[fate.code, default: 0] += 1 }
    due.update { $0.banner = fate }
    if case .notShown(let failure) = outcome {
      log(
        DeliveryEvent(
          failure.isAbsence ? .info : .warning, "banner not shown",
          ticket.fields.merging(["reason": failure.description]) { $1 }))
    }
  }

  /// The decision for a screen that may be locked; nil where nothing may be shown on it.
  private func onScreen(
    _ decision: DeliveryDecision, _ content: NotificationContent, _ context: AppContext
  ) async -> DeliveryDecision? {
    let settings = context.settings
    guard settings.previews == .whenUnlocked || settings.permissions.lockScreen != .enabled,
      await screenLock()
    else { return decision }
    let locked = decide(content, context, isScreenLocked: true)
    return locked.isShown ? locked : nil
  }

  /// - Returns: whether the sound has begun, or never will; false where it was given up.
  private func ring(
    _ order: SoundOrder, _ due: DueNotification, _ context: AppContext, _ ticket: DeliveryTicket
  ) async -> Bool {
    let library = settings.withLock(\.library)
    let resolved = await library.sound(
      for: context.sound(order.name, isCritical: order.priority == .critical))
    if let fallback = resolved.fallback {
      counters.add { $0.fallbacks[fallback.code, default: 0] += 1 }
      log(
        DeliveryEvent(
          .warning, "default sound instead: \(fallback)", ticket.fields))
    }
    due.update { record in
      record.soundFile = resolved.path ?? "built-in"
      record.fallback = resolved.fallback.map { "\($0)" }
      if resolved.sound == nil {
        record.sound = .init("silent", reason: "the sound theme has switched it off")
      }
    }
    guard let sound = resolved.sound else {
      due.note(.heard)
      presentations.end()
      return true
    }
    let ring = Ring(
      ticket.notification, sound: sound, priority: order.priority, volume: order.volume,
      lateness: max(.zero, due.lateness))
    guard ticket.wait(for: ring.beginning) else {
      presentations.end()
      return false
    }
    // At once, and for all notifications of this sound, so that a kill repeats one sound at most.
    ring.beginning.then { if $0 { due.note(.heard) } }
    ring.nearEnd.then { due.soundIsNearlyOver() }
    ring.trouble.then { [log] error in
      log(
        DeliveryEvent(
          .error, "critical alert not heard yet",
          ticket.fields.merging(["reason": "\(error)"]) { $1 }))
    }
    ring.end.then { [self] in soundIsOver($0, due, ticket) }
    await ringer.ring(ring)
    return await ring.beginning.value
  }

  /// Records the outcome of a delivery's sound.
  private func soundIsOver(
    _ outcome: RingOutcome, _ due: DueNotification, _ ticket: DeliveryTicket
  ) {
    defer { presentations.end() }
    counters.add { $0.sounds[outcome.code, default: 0] += 1 }
    let fate = DeliveryRecord.Fate(outcome)
    // What was to begin again, and did not, is still cut off: the next process plays it.
    if !(due.isSoundAlone && outcome.isUnheardStop) { due.update { $0.sound = fate } }
    ticket.end(outcome)
    log(
      DeliveryEvent(
        ["no-device", "not-heard"].contains(fate.code) ? .warning : .info, "sound \(fate.code)",
        ticket.fields.merging(["reason": fate.reason ?? ""]) { $1 }))
  }

  private func setBadge(_ count: Int, _ app: String) async {
    store.writer.append(.badge(count, app: app))
    await presenter.setBadge(count, for: app)
  }

  /// Reads the sounds of requests and the profiles of their apps into memory before they are due.
  public func warm(_ requests: [NotificationRequest]) async {
    let library = settings.withLock(\.library)
    for request in requests {
      let context = await context(of: request)
      guard let sound = request.content.sound, sound.name != nil else { continue }
      await library.warm(context.sound(sound.name, isCritical: sound.isCritical))
    }
  }

  // MARK: The end

  /// Returns when all banners of delivered notifications were handed over, and their sounds are over.
  public func finish() async { await presentations.areOver() }

  /// Fades playing sounds, closes questions, and returns when everything is in the store.
  public func stop() async {
    await closeQuestions()
    await ringer.stop()
    store.writer.flush()
  }
}

extension StoreChange {
  fileprivate var isResponse: Bool { if case .responded = self { true } else { false } }
}
