public import AlertPlayback
public import AlertSounds
public import DesktopBanners
import Foundation
public import NotificationScheduling
public import NotificationTypes
import Synchronization

/// Delivers what is due: decides, records, and has it shown and heard.
///
/// Nobody waits for a banner or a sound: not the scheduler, and not the other of the two.
public final class DeliveryService: Sendable {
  let store: NotificationStore
  /// Where apps say that they run; nil is where none can.
  let folder: StoreFolder?
  /// The one app that it works for; nil is all of them.
  let app: String?
  let presenter: any BannerPresenter
  let ringer: AlertRinger
  let journal: DeliveryJournal
  let counters = DeliveryCounters()
  let log: @Sendable (DeliveryEvent) -> Void
  /// Not the threads that all tasks share: from their first use on the process wakes each second.
  let executor = QueueExecutor(label: "tocsin.delivery")
  let settings: Mutex<(policy: DeliveryPolicy, library: SoundLibrary)>
  let questions = Mutex(QuestionDesk())
  let handover: ResponseHandover
  let consultation: AppConsultation
  let looking = StoreLook()
  private let tickets: RingTickets
  /// Banners that are being shown, sounds that have not been reported, and apps that are asked.
  let effects = EffectCount()

  /// - Parameters:
  ///   - folder: of the store; where apps that run are found.
  ///   - app: the one that it works for; nil is all of them.
  ///   - library: the sounds.
  ///   - player: where they sound.
  ///   - wake: tells other processes that the store has changed.
  ///   - log: takes events; it must return quickly.
  public init(
    store: NotificationStore, folder: StoreFolder? = nil, app: String? = nil,
    policy: DeliveryPolicy, library: SoundLibrary, player: Player,
    ringing: RingingPolicy = .standard, presenter: any BannerPresenter,
    wake: @escaping @Sendable () -> Void = {}, log: @escaping @Sendable (DeliveryEvent) -> Void
  ) {
    self.store = store
    self.folder = folder
    self.app = app
    self.presenter = presenter
    self.log = log
    settings = Mutex((policy, library))
    let counters = counters
    journal = DeliveryJournal(store) { error in
      counters.add { $0.storeFailures += 1 }
      log(DeliveryEvent(.error, "\(error)"))
    }
    let tickets = RingTickets()
    self.tickets = tickets
    let (journal, effects) = (journal, effects)
    ringer = AlertRinger(player, policy: ringing) { report in
      guard let ticket = tickets.take(report.notification) else { return }
      defer { effects.end() }
      counters.add { $0.sounds[report.outcome.code, default: 0] += 1 }
      let fate = DeliveryRecord.Fate(report)
      journal.append(.amendment(ticket.amendment(sound: fate)))
      log(
        DeliveryEvent(
          fate.code == "no-device" ? .warning : .info, "sound \(fate.code)",
          ticket.fields.merging(["reason": fate.reason ?? ""]) { $1 }))
    }
    consultation = AppConsultation(store: store, folder: folder, patience: policy.answerLimit)
    handover = ResponseHandover(
      store: store, folder: folder, consultation: consultation, counters: counters, log: log)
    handover.setLimit(policy.commandLimit)
  }

  /// What was done so far.
  public var counts: DeliveryCounts { counters.current }

  public var policy: DeliveryPolicy { settings.withLock(\.policy) }

  /// Goes by other settings from now on.
  public func reload(policy: DeliveryPolicy, library: SoundLibrary) {
    settings.withLock { $0 = (policy, library) }
    handover.setLimit(policy.commandLimit)
  }

  // MARK: The way of a notification

  /// The scheduler's handler.
  public func deliver(_ due: DueNotification) async throws {
    counters.add {
      $0.delivered += 1
      if due.isLate { $0.late += 1 }
    }
    let context = context(of: due.request)
    begin(due, context)
    ask(about: due, context)
  }

  /// Records what the user gets, then has it shown and heard.
  func present(_ due: DueNotification, _ context: AppContext) {
    let decision = decide(due.request.content, context)
    let ticket = DeliveryTicket(due.request, date: Date())
    journal.append(.note(ticket.note(DeliveryRecord(decision))))
    log(DeliveryEvent(.info, "delivered", ticket.fields.merging(decision.fields) { $1 }))
    perform(decision, due, context, ticket)
  }

  private func perform(
    _ decision: DeliveryDecision, _ due: DueNotification, _ context: AppContext,
    _ ticket: DeliveryTicket
  ) {
    if decision.presentation == .banner || decision.presentation == .alert {
      effects.begin()
      Task(executorPreference: executor) { [self] in
        await show(decision, due.request, context, ticket)
        effects.end()
      }
    }
    if case .play(let order) = decision.sound {
      // It is over when the ringer has reported.
      effects.begin()
      Task(executorPreference: executor) { [self] in await ring(order, due, context, ticket) }
    }
    if let badge = decision.badge {
      Task(executorPreference: executor) { [self] in await setBadge(badge, due.request.app) }
    }
  }

  private func show(
    _ decision: DeliveryDecision, _ request: NotificationRequest, _ context: AppContext,
    _ ticket: DeliveryTicket
  ) async {
    var banner = Banner(
      request, category: context.category, appName: context.registration?.name ?? "",
      icon: context.registration?.icon ?? "",
      expiry: decision.presentation == .alert ? .never : nil)
    if !decision.showsText {
      banner.title = banner.appName
      banner.subtitle = ""
      banner.body = context.category?.hiddenPreviewsPlaceholder ?? ""
      banner.picture = nil
    }
    let outcome = await presenter.show(banner)
    let fate = DeliveryRecord.Fate(outcome)
    if fate.code == "shown" { looking.watch(banner.id) }
    counters.add { $0.banners[fate.code, default: 0] += 1 }
    journal.append(.amendment(ticket.amendment(banner: fate)))
    if case .notShown(let failure) = outcome {
      log(
        DeliveryEvent(
          failure.isAbsence ? .info : .warning, "banner not shown",
          ticket.fields.merging(["reason": failure.description]) { $1 }))
    }
  }

  private func ring(
    _ order: SoundOrder, _ due: DueNotification, _ context: AppContext, _ ticket: DeliveryTicket
  ) async {
    let library = settings.withLock(\.library)
    let resolved = await library.sound(
      for: context.sound(order.name, isCritical: order.priority == .critical))
    if let fallback = resolved.fallback {
      counters.add { $0.fallbacks[fallback.code, default: 0] += 1 }
      log(
        DeliveryEvent(
          .warning, "default sound instead: \(fallback)", ticket.fields))
    }
    var amendment = ticket.amendment()
    amendment.soundFile = resolved.path ?? "built-in"
    amendment.fallback = resolved.fallback.map { "\($0)" }
    guard let sound = resolved.sound else {
      amendment.sound = .init("silent", reason: "the sound theme has switched it off")
      journal.append(.amendment(amendment))
      return effects.end()
    }
    journal.append(.amendment(amendment))
    let key = NotificationKey(app: due.request.app, identifier: due.request.identifier)
    tickets.put(ticket, for: key)
    await ringer.ring(
      Ring(
        key, sound: sound, priority: order.priority, volume: order.volume,
        lateness: max(.zero, due.lateness)))
  }

  private func setBadge(_ count: Int, _ app: String) async {
    journal.append(.badge(count, app: app))
    await presenter.setBadge(count, for: app)
  }

  /// Reads the sounds of requests, so that they are in memory when they are due.
  public func warm(_ requests: [NotificationRequest]) async {
    let library = settings.withLock(\.library)
    for request in requests {
      guard let sound = request.content.sound, sound.name != nil else { continue }
      let context = context(of: request)
      await library.warm(context.sound(sound.name, isCritical: sound.isCritical))
    }
  }

  // MARK: The end

  /// Returns when nothing more is to be shown or heard of what was delivered: a banner takes two
  /// seconds at most, a sound its length and the ringing policy's grace.
  public func finish() async { await effects.areOver() }

  /// Fades what sounds, and returns when everything is in the store.
  public func stop() async {
    await ringer.stop()
    journal.flush()
  }
}
