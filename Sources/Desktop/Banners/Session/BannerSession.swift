/// One connection to a bus and its notification server. It belongs to the loop's thread.
final class BannerSession {
  let connection: BusConnection
  private let timeouts: BannerTimeouts
  let events: AsyncStream<BannerEvent>.Continuation
  let mailbox: Mailbox
  /// The unique name of the notification server; nil while none is known.
  var owner: String?
  var profile: ServerProfile?
  var shown = ShownBanners()
  var pending: PendingCall?
  /// Calls that were given up, by number; their answers may still come.
  var overdue: [UInt64: PendingCall] = [:]
  /// The pause in which a server that did not answer, or could not be started, is not called.
  var pause: (end: Duration, failure: BannerFailure)?
  /// Whether the bus has ever let us in.
  private(set) var wasReady = false

  init(
    _ connection: BusConnection, timeouts: BannerTimeouts,
    events: AsyncStream<BannerEvent>.Continuation, mailbox: Mailbox
  ) throws(BusError) {
    self.connection = connection
    self.timeouts = timeouts
    self.events = events
    self.mailbox = mailbox
    try connection.listen(to: BusNames.ownerRule)
    try connection.listen(to: BusNames.signalRule)
  }

  /// Whether another call may begin.
  var isIdle: Bool { pending == nil }

  /// The time when the call that is under way times out.
  var deadline: Duration? { pending?.deadline }

  // MARK: Asking

  /// Begins a job, or a call that it depends on.
  /// - Parameter deadline: the time when it must be answered.
  /// - Returns: whether the job has been taken; otherwise begin it again when the session is idle.
  func begin(_ job: BannerJob, _ deadline: Duration) throws(BusError) -> Bool {
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
      try call("CloseNotification", .close(number, job), deadline) {
        message throws(BusError) in try message.append(number)
      }
    case .show(let banner):
      if refusesNow(job) { break }
      guard let profile else {
        try call("GetServerInformation", .information, deadline)
        return false
      }
      disown(banner.id)
      try notify(banner, on: profile, replacing: shown.number(of: banner.id) ?? 0, job, deadline)
    }
    return true
  }

  func notify(
    _ banner: Banner, on profile: ServerProfile, replacing number: UInt32, _ job: BannerJob,
    _ deadline: Duration
  ) throws(BusError) {
    let arguments = NotifyArguments(banner, on: profile)
    let question = PendingCall.Question.show(banner, arguments.offer, replacing: number, job)
    try call("Notify", question, deadline) { message throws(BusError) in
      try arguments.write(to: message, replacing: number)
    }
  }

  func call(
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

  /// Marks a banner that the server may still show for an old call as no longer wanted.
  private func disown(_ banner: Banner.ID) {
    for (cookie, call) in overdue where call.banner == banner { overdue[cookie]?.isWanted = false }
  }

  // MARK: Giving up

  /// Gives up the call that is under way.
  /// - Returns: whether the first job of the queue waited for this call's result.
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

  func holdOff(_ failure: BannerFailure) {
    pause = (MonotonicClock.now + timeouts.silence, failure)
    mailbox.report = .failing(failure)
  }

  func loseServer() {
    for banner in shown.removeAll() {
      events.yield(BannerEvent(banner: banner, kind: .closed(.serverLost)))
    }
    owner = nil
    profile = nil
    overdue = [:]
    pause = nil
  }
}
