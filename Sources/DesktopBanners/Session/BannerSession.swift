/// One connection to a bus and the notification server behind it. It belongs to the loop's thread.
final class BannerSession {
  let connection: BusConnection
  private let patience: BannerPatience
  private let events: AsyncStream<BannerEvent>.Continuation
  private let mailbox: Mailbox
  /// The unique name of whoever shows notifications; nil is nobody that we know of.
  private var owner: String?
  private var profile: ServerProfile?
  private var shown = ShownBanners()
  private var pending: PendingCall?
  /// Calls that were given up, by number; their answers may come yet.
  private var overdue: [UInt64: PendingCall] = [:]
  /// Until then whoever did not answer, or could not be started, is not asked again.
  private var pause: (end: Duration, failure: BannerFailure)?
  /// Whether the bus has ever let us in.
  private(set) var wasReady = false

  init(
    _ connection: BusConnection, patience: BannerPatience,
    events: AsyncStream<BannerEvent>.Continuation, mailbox: Mailbox
  ) throws(BusError) {
    self.connection = connection
    self.patience = patience
    self.events = events
    self.mailbox = mailbox
    try connection.listen(to: BusNames.ownerRule)
    try connection.listen(to: BusNames.signalRule)
  }

  /// Whether another call may begin.
  var isIdle: Bool { pending == nil }

  /// When the call that is under way has taken too long.
  var deadline: Duration? { pending?.deadline }

  // MARK: Asking

  /// Begins a job, or what must be known before it.
  /// - Returns: whether the job is in good hands; else it is to be begun again when this is idle.
  func begin(_ job: BannerJob) throws(BusError) -> Bool {
    wasReady = true
    switch job.work {
    case .badge(let entry):
      try connection.emit(entry.path, LauncherEntry.interface, "Update", entry.write)
      job.finish(nil)
    case .close(let banner):
      disown(banner)
      guard let number = shown.number(of: banner) else {
        job.finish(nil)
        break
      }
      if refusesNow(job) { break }
      try call("CloseNotification", .close(number, job), job.deadline) {
        message throws(BusError) in try message.append(number)
      }
    case .show(let banner):
      if refusesNow(job) { break }
      guard let profile else {
        try call("GetServerInformation", .information, job.deadline)
        return false
      }
      disown(banner.id)
      try notify(banner, on: profile, replacing: shown.number(of: banner.id) ?? 0, job)
    }
    return true
  }

  private func notify(
    _ banner: Banner, on profile: ServerProfile, replacing number: UInt32, _ job: BannerJob
  ) throws(BusError) {
    let arguments = NotifyArguments(banner, on: profile)
    let question = PendingCall.Question.show(banner, arguments.offer, replacing: number, job)
    try call("Notify", question, job.deadline) { message throws(BusError) in
      try arguments.write(to: message, replacing: number)
    }
  }

  private func call(
    _ member: String, _ question: PendingCall.Question, _ deadline: Duration,
    _ write: (OutgoingMessage) throws(BusError) -> Void = { _ throws(BusError) in }
  ) throws(BusError) {
    let cookie = try connection.call(
      BusNames.server, BusNames.path, BusNames.server, member, write)
    pending = PendingCall(cookie: cookie, question: question, deadline: deadline)
  }

  /// Fails a job at once where the server has just failed to answer another.
  private func refusesNow(_ job: BannerJob) -> Bool {
    guard let pause, MonotonicClock.now < pause.end else { return false }
    job.finish(pause.failure)
    return true
  }

  /// A banner that the server may yet show for an old call is no longer wanted.
  private func disown(_ banner: Banner.ID) {
    for (cookie, call) in overdue where call.banner == banner { overdue[cookie]?.isWanted = false }
  }

  // MARK: Giving up

  /// Gives up the call that is under way.
  /// - Returns: whether the first job of the queue waited for what it was to find out.
  func expire() -> Bool {
    guard let call = pending else { return false }
    pending = nil
    overdue[call.cookie] = call
    if overdue.count > PendingCall.limit, let oldest = overdue.keys.min() { overdue[oldest] = nil }
    holdOff(.noAnswer)
    call.job?.finish(.noAnswer)
    return call.job == nil
  }

  /// The connection is over, and so is every banner.
  func end(_ failure: BannerFailure) {
    pending?.job?.finish(failure)
    pending = nil
    mailbox.report = .failing(failure)
    loseServer()
  }

  private func holdOff(_ failure: BannerFailure) {
    pause = (MonotonicClock.now + patience.silence, failure)
    mailbox.report = .failing(failure)
  }

  private func loseServer() {
    for banner in shown.removeAll() {
      events.yield(BannerEvent(banner: banner, kind: .closed(.serverLost)))
    }
    owner = nil
    profile = nil
    overdue = [:]
    pause = nil
  }

  // MARK: Hearing

  func receive(_ message: IncomingMessage) {
    switch message.kind {
    case .answer(let cookie): answer(cookie, message)
    case .failure(let cookie, let name, let text):
      fail(cookie, ServerError(name: name, message: text))
    case .signal(BusNames.bus, "NameOwnerChanged") where message.sender == BusNames.bus:
      changeOwner(message)
    case .signal(BusNames.server, let member) where message.sender == owner:
      // Anybody may send such a signal; a server that was replaced speaks of its own numbers.
      if let signal = ServerSignal(member: member, message) { hear(signal) }
    case .call: message.refuse()
    case .signal, .other: break
    }
  }

  private func changeOwner(_ message: IncomingMessage) {
    guard message.readString() == BusNames.server, let old = message.readString(),
      let new = message.readString()
    else { return }
    // The call that has started a server is under way still.
    if !old.isEmpty {
      loseServer()
      mailbox.report = .failing(.noServer("it has ended"))
      if case .information? = pending?.question { pending = nil }
      if case .capabilities? = pending?.question { pending = nil }
    }
    owner = new.isEmpty ? nil : new
    if owner != nil { pause = nil }
  }

  private func hear(_ signal: ServerSignal) {
    if case .token(let number, let token) = signal { shown.setToken(token, of: number) }
    guard let event = shown.event(signal) else { return }
    events.yield(event)
    if case .closed = event.kind { return }
    // A choice ends the banner; some servers would leave it on the screen.
    closeUnasked(signal.number)
  }

  private func closeUnasked(_ number: UInt32) {
    // What cannot be sent now never can: the banner stays until the user dismisses it.
    _ = try? connection.call(BusNames.server, BusNames.path, BusNames.server, "CloseNotification") {
      message throws(BusError) in try message.append(number)
    }
  }

  // MARK: Answers

  private func answer(_ cookie: UInt64, _ message: IncomingMessage) {
    guard let (call, isLate) = take(cookie) else { return }
    owner = owner ?? message.sender
    guard message.sender == owner else {
      call.job?.finish(.noAnswer)
      return
    }
    pause = nil
    switch call.question {
    case .information: if !isLate { introduce(message, call.deadline) }
    case .capabilities(let name, let version):
      let capabilities = Set(message.readStrings() ?? [])
      setProfile(ServerProfile(name: name, version: version, capabilities: capabilities))
    case .close(let number, let job): closed(number, isLate ? nil : job)
    case .show(let banner, let offer, _, let job):
      let number = message.readUInt32() ?? 0
      if number != 0, call.isWanted {
        shown.insert(banner.id, number: number, offer: offer)
      } else if number != 0 {
        closeUnasked(number)
      }
      if !isLate { finish(job, number == 0 ? .badAnswer : nil) }
    }
  }

  private func fail(_ cookie: UInt64, _ error: ServerError) {
    guard let (call, isLate) = take(cookie) else { return }
    if error.isOfNobody { holdOff(error.failure) }
    if isLate { return }
    switch call.question {
    case .information, .capabilities:
      // A server that does not say what it is may show banners all the same.
      if error.isOfBus {
        holdOff(error.failure)
      } else {
        setProfile(ServerProfile(name: "", version: "", capabilities: []))
      }
    case .close(let number, let job):
      // The specification's answer where the banner has gone is an error.
      if error.isOfBus { finish(job, error.failure) } else { closed(number, job) }
    case .show(let banner, _, let number, let job):
      if error.isInvalidID, number != 0, let profile {
        shown.remove(number)
        if (try? notify(banner, on: profile, replacing: 0, job)) != nil { return }
      }
      finish(job, error.failure)
    }
  }

  private func take(_ cookie: UInt64) -> (call: PendingCall, isLate: Bool)? {
    if let call = pending, call.cookie == cookie {
      pending = nil
      return (call, false)
    }
    return overdue.removeValue(forKey: cookie).map { ($0, true) }
  }

  private func introduce(_ message: IncomingMessage, _ deadline: Duration) {
    let name = message.readString() ?? ""
    _ = message.readString()
    let version = message.readString() ?? ""
    // Where it cannot be sent, the next job begins again.
    try? call("GetCapabilities", .capabilities(name: name, version: version), deadline)
  }

  private func setProfile(_ new: ServerProfile) {
    profile = new
    mailbox.report = .ready(server: new.description)
  }

  private func closed(_ number: UInt32, _ job: BannerJob?) {
    if let banner = shown.remove(number) {
      events.yield(BannerEvent(banner: banner, kind: .closed(.byCall)))
    }
    job?.finish(nil)
  }

  private func finish(_ job: BannerJob, _ failure: BannerFailure?) {
    if let failure {
      mailbox.report = .failing(failure)
    } else if let profile {
      mailbox.report = .ready(server: profile.description)
    }
    job.finish(failure)
  }
}
