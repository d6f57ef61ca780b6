/// Handling of messages from the bus and the server.
extension BannerSession {
  func receive(_ message: IncomingMessage) {
    switch message.kind {
    case .answer(let cookie): answer(cookie, message)
    case .failure(let cookie, let name, let text):
      fail(cookie, ServerError(name: name, message: text))
    case .signal(BusNames.bus, "NameOwnerChanged") where message.sender == BusNames.bus:
      changeOwner(message)
    case .signal(BusNames.server, let member) where message.sender == owner:
      // Any client may send such a signal; the numbers of a replaced server are its own.
      if let signal = ServerSignal(member: member, message) { hear(signal) }
    case .call: message.refuse()
    case .signal, .other: break
    }
  }

  private func changeOwner(_ message: IncomingMessage) {
    guard message.readString() == BusNames.server, let old = message.readString(),
      let new = message.readString()
    else { return }
    // The call that has started a server is still under way.
    if !old.isEmpty {
      // Before the banners' ends are told: whoever hears of one may ask.
      mailbox.report = .failing(.noServer("it has ended"))
      loseServer()
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
    // A failed call is not repeated: the banner stays until the user dismisses it.
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
      // A server that does not answer with its information may show banners all the same.
      if error.isOfBus {
        holdOff(error.failure)
      } else {
        setProfile(ServerProfile(name: "", version: "", capabilities: []))
      }
    case .close(let number, let job):
      // The specification demands an error if the banner has already been closed.
      if error.isOfBus { finish(job, error.failure) } else { closed(number, job) }
    case .show(let banner, _, let number, let job):
      if error.isInvalidID, number != 0, let profile {
        shown.remove(number)
        if (try? notify(banner, on: profile, replacing: 0, job, call.deadline)) != nil { return }
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
    func line() -> String {
      PlainText.clean(message.readString() ?? "", limit: PlainText.longestLine)
    }
    let name = line()
    // Its vendor.
    _ = line()
    let version = line()
    // If this cannot be sent, the next job begins again.
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
