import FoundationEssentials
import LinuxProcess
import NotificationStorage
import NotificationTypes
import RemoteNotifications

/// The connection to a server, for all topics with the same credentials.
final class NtfyConnection {
  struct Key: Hashable {
    let server: String
    let authorization: String?
    let ca: String?
  }

  let key: Key
  let subscriptions: [NtfySubscription]
  private unowned let receiver: NtfyReceiver
  private(set) var stream: UnsafeMutableRawPointer?
  /// The time at which to open the connection, or to give it up, in milliseconds of the elapsed
  /// clock.
  private(set) var next: Int64
  /// Whether it was opened and the library has not started it yet.
  var isNew = false
  private var failures = 0
  private var mustAskAgain = false
  private var serverTime = ServerTime()
  /// The server's time when the connection began, in seconds since 1970.
  private var begun: Int64 = 0
  /// The messages from before the connection, with their lengths, until no more come: a later one may
  /// withdraw an earlier one.
  private var backlog: [(event: NtfyEvent, length: Int)] = []
  /// The time at which the backlog is complete, in milliseconds of the elapsed clock.
  private var backlogEnd = Int64.max
  /// What each topic may send.
  private var budgets: [String: NtfyBudget]
  /// The number of dropped messages in the last report, and its time.
  private var reported = (dropped: 0, time: Int64(0))

  /// Seconds of overlap with the messages already taken. A delayed message has an earlier place in
  /// the stream than its time, so asking for messages since the last identifier would miss it;
  /// asking by time does not.
  private static let overlap: Int64 = 600
  /// Milliseconds before the next attempt at a server that refuses.
  private static let refusalPause: Int64 = 60_000
  /// Milliseconds without a message after which the backlog is complete: the server sends it at once.
  private static let lull: Int64 = 500

  init(_ key: Key, _ subscriptions: [NtfySubscription], _ receiver: NtfyReceiver) {
    self.key = key
    self.subscriptions = subscriptions
    self.receiver = receiver
    next = receiver.now
    let budget = NtfyBudget(receiver.limits, at: receiver.now)
    budgets = Dictionary(subscriptions.map { ($0.topic, budget) }) { first, _ in first }
  }

  // MARK: Opening and ending

  func open(in streams: HTTPStreams) {
    mustAskAgain = false
    let request: HTTPRequest
    do {
      request = HTTPRequest(
        url: try url(), authorization: key.authorization, certificates: key.ca)
    } catch {
      return fail("it waits: \(error)")
    }
    stream = streams.open(request) { [unowned self] in take($0) }
    guard stream != nil else { return fail("there is no memory for it") }
    isNew = true
    hear()
  }

  private func url() throws(StoreError) -> String {
    var since: Int64?
    for subscription in subscriptions {
      guard
        let own = try receiver.schedule.store.read(
          .takenSince(of: subscription.app, overlap: Self.overlap))
      else { continue }
      since = min(since ?? own, own)
    }
    return key.server + "/" + subscriptions.map(\.topic).joined(separator: ",") + "/json"
      + (since.map { "?since=\($0)" } ?? "")
  }

  /// Notes a sign of life: the server's maximum silence starts again.
  private func hear() { next = receiver.now + receiver.patience.milliseconds }

  func hasEnded(_ end: HTTPEnd) {
    stream = nil
    takeBacklog()
    if mustAskAgain {
      next = receiver.now
      return
    }
    let reason = end.reason ?? "it has ended the connection"
    // The reasons for 401, 403, 404 and 429 usually last for a while.
    let isRefusal = (400..<500).contains(end.status)
    fail(reason, pause: isRefusal ? Self.refusalPause : nil)
  }

  /// Tries again after 1 s, 2 s … 32 s plus a random part: thousands of boxes lose a server at the
  /// same moment.
  private func fail(_ reason: String, pause: Int64? = nil) {
    let pause = pause ?? 1_000 << min(failures, 5)
    next = receiver.now + pause + .random(in: 0...pause / 4)
    failures += 1
    if failures == 1 || pause == Self.refusalPause {
      receiver.log.note(.warning, "\(key.server) is not reached: \(reason)")
    }
    note("not reached: \(reason)")
    receiver.hasWorked()
  }

  /// Writes the state and its time for `tocsinctl remote ntfy list`.
  private func note(_ text: String) {
    receiver.schedule.noteReceiver(RemoteReceiver.ntfyNote(key.server), text)
  }

  // MARK: Events of the stream

  /// - Returns: false if the connection must end.
  private func take(_ line: HTTPStream.Line) -> Bool {
    hear()
    guard case .whole(let bytes) = line, let event = NtfyEvent(parsing: bytes) else {
      var reason = "it is not an event"
      if case .tooLong(let length) = line {
        reason = "it has \(length) bytes; the maximum is \(HTTPStream.maximumLength)"
      }
      refuse("a line of \(key.server) is dropped: \(reason)")
      return true
    }
    do throws(StoreError) {
      switch event.kind {
      case .open: try begin(event)
      case .keepalive:
        serverTime.hear(event.time * 1_000, at: receiver.now)
        failures = 0
        for topic in budgets.keys { recover(topic) }
        backlogEnd = min(backlogEnd, receiver.now)
        // Each keepalive brings 7 MB of code back into memory.
        receiver.hasWorked()
      case .message, .withdrawal:
        failures = 0
        guard let subscription = subscriptions.first(where: { $0.topic == event.topic }) else {
          refuse("a message of \(key.server) is dropped: nobody listens to its topic")
          break
        }
        guard allows(event.topic, length: bytes.count) else { break }
        if event.time <= begun {
          backlog.append((event, bytes.count))
          backlogEnd = receiver.now + Self.lull
        } else {
          guard takeBacklog() else { return false }
          try take(event, of: subscription, length: bytes.count)
        }
      case .other: break
      }
      return !mustAskAgain
    } catch {
      return wait(event, error)
    }
  }

  /// The message stays on the server and is sent again on the next connection.
  private func wait(_ event: NtfyEvent, _ error: StoreError) -> Bool {
    receiver.log.note(.error, "message \(event.id) of \(event.topic) waits: \(error)")
    return false
  }

  private func begin(_ event: NtfyEvent) throws(StoreError) {
    serverTime = ServerTime()
    serverTime.hear(event.time * 1_000, at: receiver.now)
    begun = event.time
    for subscription in subscriptions
    where try receiver.schedule.store
      .apply(.began(takingFor: subscription.app, at: event.time)) > 0
    {
      receiver.log.note(.warning, "the clock of \(key.server) has gone back")
      mustAskAgain = true
    }
    let topics = subscriptions.map(\.topic).joined(separator: ", ")
    receiver.log.note(.notice, "listens to \(topics) of \(key.server)")
    noteConnection()
    receiver.hasWorked()
  }

  private func refuse(_ text: String) {
    receiver.count(\.refused)
    receiver.log.refuse(text, at: receiver.schedule.clock.now.elapsed)
  }

  // MARK: Topics that send too much

  /// - Returns: whether the topic may send a message of this length now.
  private func allows(_ topic: String, length: Int) -> Bool {
    recover(topic)
    let wasExceeded = budgets[topic]?.isExceeded ?? false
    if budgets[topic]?.take(length, at: receiver.now) ?? true { return true }
    receiver.count(\.limited)
    if !wasExceeded {
      receiver.log.note(
        .warning,
        "topic \(topic) of \(key.server) sends more than \(receiver.limits.messagesPerMinute) "
          + "messages or \(receiver.limits.bytesPerMinute >> 10) KiB a minute: the rest is dropped")
    }
    // In a flood, not for each.
    if !wasExceeded || receiver.now - reported.time >= 10_000 { noteConnection() }
    return false
  }

  /// Reports that a topic sends less again.
  private func recover(_ topic: String) {
    guard budgets[topic]?.isExceeded == true else { return }
    budgets[topic]?.refill(at: receiver.now)
    if reported.dropped != dropped, receiver.now - reported.time >= 10_000 { noteConnection() }
    guard let budget = budgets[topic], !budget.isExceeded else { return }
    receiver.log.note(
      .warning,
      "topic \(topic) of \(key.server) sends less again; messages dropped so far: \(budget.dropped)"
    )
    noteConnection()
  }

  private var dropped: Int { budgets.values.reduce(0) { $0 + $1.dropped } }

  private func noteConnection() {
    let topics = budgets.filter { $0.value.dropped > 0 }.sorted { $0.key < $1.key }
      .map { "\($0.key): \($0.value.dropped)" }
    reported = (dropped, receiver.now)
    note(
      topics.isEmpty
        ? "connected"
        : "connected; messages dropped because there were too many: "
          + topics.joined(separator: ", "))
  }

  // MARK: Messages

  /// The time at which there is work, in milliseconds of the elapsed clock.
  var due: Int64 { min(next, backlogEnd) }

  /// Takes the backlog if it is complete.
  /// - Returns: false if the connection must end.
  func takeCompleteBacklog() -> Bool { receiver.now < backlogEnd || takeBacklog() }

  /// Takes the messages from before the connection, without those that were withdrawn since.
  /// - Returns: false if the store could not take them: they are sent again.
  @discardableResult
  private func takeBacklog() -> Bool {
    let messages = backlog
    (backlog, backlogEnd) = ([], .max)
    var withdrawn: Set<[String]> = []
    var taken: [(event: NtfyEvent, length: Int, isWithdrawn: Bool)] = []
    for (event, length) in messages.reversed() {
      let name = [event.topic, event.requestIdentifier]
      taken.append((event, length, withdrawn.contains(name)))
      if event.kind == .withdrawal { withdrawn.insert(name) }
    }
    for (event, length, isWithdrawn) in taken.reversed() {
      guard let subscription = subscriptions.first(where: { $0.topic == event.topic }) else {
        continue
      }
      do throws(StoreError) {
        try take(event, of: subscription, length: length, isWithdrawn: isWithdrawn)
      } catch {
        return wait(event, error)
      }
    }
    return true
  }

  private func take(
    _ event: NtfyEvent, of subscription: NtfySubscription, length: Int, isWithdrawn: Bool = false
  ) throws(StoreError) {
    // A message from the future would make all others look old.
    let time = serverTime.now(at: receiver.now).map { $0 / 1_000 } ?? event.time
    let isExpired = event.isExpired(at: time, maximumAge: subscription.maximumAge)
    var arrival = RemoteArrival(
      app: subscription.app, position: nil,
      mark: .init(identifier: event.id, time: min(event.time, time)))
    let (count, outcome): (WritableKeyPath<ReceiverCounts, Int>, String)
    if event.kind == .withdrawal {
      arrival.withdrawn = event.requestIdentifier
      (count, outcome) = (\.taken, "withdraws \(event.requestIdentifier)")
    } else if isWithdrawn {
      (count, outcome) = (\.withdrawn, "withdrawn")
    } else if isExpired {
      (count, outcome) = (\.expired, "expired")
    } else {
      arrival.request = NotificationRequest(
        identifier: event.requestIdentifier, app: subscription.app,
        content: event.content(for: subscription), trigger: .push)
      (count, outcome) = (\.taken, "taken")
    }
    guard try receiver.schedule.take(arrival) else {
      budgets[event.topic]?.giveBack(length)
      return receiver.count(\.repeated)
    }
    receiver.count(count)
    receiver.log.note(.info, "message \(event.id) for \(subscription.app): \(outcome)")
    receiver.hasWorked()
  }
}
