import Glibc

/// The thread that talks to the bus: takes jobs, does them one after another, and sleeps.
final class BannerLoop {
  private let mailbox: Mailbox
  private let events: AsyncStream<BannerEvent>.Continuation
  private let address: String?
  private let timeouts: BannerTimeouts
  private var queue = JobQueue()
  private var session: BannerSession?
  /// The bus did not let us in; it is not asked again until then.
  private var busPause: Duration?

  init(
    mailbox: Mailbox, events: AsyncStream<BannerEvent>.Continuation, address: String?,
    timeouts: BannerTimeouts
  ) {
    self.mailbox = mailbox
    self.events = events
    self.address = address
    self.timeouts = timeouts
  }

  /// Runs until the mailbox is closed.
  func run() {
    while true {
      let (jobs, isClosed) = mailbox.take()
      queue.append(jobs)
      if isClosed { break }
      readBus()
      expire()
      dispatch()
      sleep()
    }
    session?.end(.stopped)
    while let job = queue.popFirst() { job.finish(.stopped) }
    events.finish()
  }

  /// Takes in the messages that have arrived, up to a limit: then deadlines are looked at, even if
  /// more messages wait.
  private func readBus() {
    guard let session else { return }
    do throws(BusError) {
      for _ in 0..<256 {
        let (message, goOn) = try session.connection.process()
        if let message { session.receive(message) }
        if !goOn { return }
      }
    } catch {
      lose(session, .noBus(error.description))
    }
  }

  /// Gives up calls that have taken too long.
  private func expire() {
    let now = MonotonicClock.now
    if let session, let deadline = session.deadline, deadline <= now, session.expire() {
      fail(.noAnswer)
    }
    if let deadline = queue.first?.deadline, deadline <= now {
      var failure = BannerFailure.noAnswer
      if let session, !session.connection.isReady {
        failure = .noBus("it does not answer")
        busPause = now + timeouts.silence
        lose(session, failure)
      }
      fail(failure)
    }
    while let job = queue.first, job.expiry <= now { fail(.busy) }
  }

  /// Begins the next jobs. One call is under way at a time, because a banner that replaces another
  /// needs the number of the first.
  private func dispatch() {
    while let job = queue.first {
      if case .close = job.work, session == nil {
        queue.popFirst()?.finish(nil)
        continue
      }
      guard let session = connected() else { continue }
      guard session.isIdle else { return }
      let limit = session.profile == nil ? timeouts.start : timeouts.call
      let deadline = queue.takeTurn(MonotonicClock.now + limit)
      guard session.connection.isReady else { return }
      do throws(BusError) {
        if try session.begin(job, deadline) { queue.popFirst() }
      } catch {
        if error.isOfConnection {
          lose(session, .noBus(error.description))
        } else {
          fail(.unsendable)
        }
      }
    }
  }

  /// The session; a failure is reported to the first job.
  private func connected() -> BannerSession? {
    if let session { return session }
    if let pause = busPause, MonotonicClock.now < pause {
      fail(.noBus("it does not answer"))
      return nil
    }
    busPause = nil
    guard let address else {
      fail(.noBus("there is no address of one"))
      return nil
    }
    do throws(BusError) {
      let connection = try BusConnection(address: address, timeout: timeouts.start)
      session = try BannerSession(
        connection, timeouts: timeouts, events: events, mailbox: mailbox)
    } catch {
      fail(.noBus(error.description))
    }
    return session
  }

  /// The bus has ended, or has never begun: then the first job has its answer.
  private func lose(_ session: BannerSession, _ failure: BannerFailure) {
    let wasReady = session.wasReady
    session.end(failure)
    self.session = nil
    if !wasReady { fail(failure) }
  }

  private func fail(_ failure: BannerFailure) {
    mailbox.report = .failing(failure)
    queue.popFirst()?.finish(failure)
  }

  /// Sleeps until a job is posted, the bus has a message, or the next deadline.
  private func sleep() {
    var descriptors = [pollfd(fd: mailbox.descriptor, events: Int16(POLLIN), revents: 0)]
    var wakeUps = [queue.first?.deadline, queue.first?.expiry, session?.deadline]
    if let session {
      // If the connection has just broken, reading it will report that.
      guard let interest = try? session.connection.interest() else { return }
      descriptors.append(interest.descriptor)
      wakeUps.append(interest.wakeUp)
    }
    let wait = wakeUps.compactMap(\.self).min().map { max($0 - MonotonicClock.now, .zero) }
    // Rounded up: a millisecond too early would be one spent without a pause.
    let milliseconds = wait.map { ($0 / .milliseconds(1)).rounded(.up) } ?? -1
    poll(&descriptors, nfds_t(descriptors.count), Int32(min(milliseconds, Double(Int32.max))))
  }
}

/// Jobs in the order of their arrival, which is that in which they expire.
struct JobQueue {
  private var jobs: [BannerJob] = []
  private var start = 0

  var first: BannerJob? { start < jobs.count ? jobs[start] : nil }

  mutating func append(_ new: [BannerJob]) { jobs.append(contentsOf: new) }

  /// Begins the turn of the first job.
  /// - Returns: when its turn is over: `deadline`, or the one that an earlier call has set.
  mutating func takeTurn(_ deadline: Duration) -> Duration {
    let deadline = first?.deadline ?? deadline
    if start < jobs.count { jobs[start].deadline = deadline }
    return deadline
  }

  @discardableResult
  mutating func popFirst() -> BannerJob? {
    guard let job = first else { return nil }
    start += 1
    if start == jobs.count || start > 1_024 {
      jobs.removeFirst(start)
      start = 0
    }
    return job
  }
}
