import Foundation
import Glibc
import NotificationScheduling
import NotificationStorage
import NotificationTypes
import TestSupport
import Testing

@Suite("An app, its helper and the daemon, killed at random", .serialized)
struct ClientKillTests {
  /// Both log that they deliver, and deliver without a question; banners are the tests' of others.
  private static let environment = [
    "TOCSIN_APP_ID": "app", "TOCSIN_AUDIO_DEVICE": "null", "TOCSIN_BANNERS_ENABLED": "false",
    "TOCSIN_AUTHORIZATION_UNANSWERED": "allow", "TOCSIN_LOG_LEVEL": "debug",
  ]

  @Test(
    "Nothing is lost, each kill repeats one delivery at most, and every response comes to the app")
  func killed() async throws {
    var random = SeededGenerator.printed(for: "the kills of an app and a daemon")
    let pair = try Pair(Box(environment: Self.environment))
    try pair.startApp()
    try pair.startDaemon()
    var answers = 0
    var settled = 0
    // Where the machine is slow, until both have delivered.
    while pair.kills < 40 || pair.kills < 400 && !pair.bothHaveDelivered {
      try await Task.sleep(for: .milliseconds(.random(in: 20...250, using: &random)))
      for _ in 0..<3 {
        answers += 1
        try pair.respond("\(answers)")
      }
      let victim = Int.random(in: 0..<6, using: &random)
      if victim < 3 { pair.killApp() }
      if (2..<5).contains(victim) { pair.killDaemon() }
      if victim > 3 { pair.killHelper() }
      try await Task.sleep(for: .milliseconds(.random(in: 0...60, using: &random)))
      if !pair.isAppRunning { try pair.startApp() }
      // Now and then the app is alone for a while.
      if !pair.isDaemonRunning, Bool.random(using: &random) { try pair.startDaemon() }
      // A delivery that ten kills interrupt is given up: on a slow machine, all kills might.
      if pair.kills >= settled + 7 {
        let waiting = try pair.waiting
        try await pair.box.soon("what waits is delivered: \(pair.pending)") {
          try pair.waiting.isDisjoint(with: waiting)
        }
        settled = pair.kills
      }
    }
    pair.killApp()
    pair.killDaemon()
    try pair.startApp(adds: false)
    try await pair.box.soon("everything is delivered: \(pair.pending)") {
      try pair.box.store().fetch(.pending(app: nil)).isEmpty
    }
    try await pair.box.soon("every response is taken") {
      try pair.box.store().fetch(.responses(app: nil)).isEmpty
    }
    pair.killApp()
    let journal = pair.journal
    let delivered = Set(
      try pair.box.store().fetch(.delivered(app: "app")).map(\.request.identifier))
    let lost = Set(journal["added"] ?? []).subtracting(delivered)
    #expect(lost.isEmpty)
    #expect(try pair.box.store().fetch(.missed(app: nil)).isEmpty)
    let repeats = pair.deliveries.values.reduce(0) { $0 + $1 - 1 }
    #expect(repeats <= pair.kills)
    let received = Set(journal["received"] ?? [])
    #expect(received == Set((1...answers).map { "\($0)" }))
    // Both have delivered, and both were killed.
    #expect(pair.bothHaveDelivered)
    print(
      "\(delivered.count) delivered, \(pair.helperDeliveries.count) by helpers and "
        + "\(pair.daemonDeliveries.count) by the daemon, \(repeats) again after \(pair.kills) kills, "
        + "\(answers) responses in \(journal["received"]?.count ?? 0) calls")
  }
}

/// An app and a daemon on one store.
private final class Pair {
  let box: Box
  private let app: Tool
  private var running: (app: RunningTool?, daemon: RunningTool?)
  private var runs = 0
  private(set) var kills = 0

  init(_ box: Box) throws {
    self.box = box
    app = try Tool.built("clientapp")
    try box.folder.write([], to: "journal")
    try box.folder.write([], to: "helper")
  }

  deinit {
    killApp()
    killDaemon()
  }

  var isAppRunning: Bool { running.app != nil }
  var isDaemonRunning: Bool { running.daemon != nil }

  func startApp(adds: Bool = true) throws {
    runs += 1
    running.app = try app.start(
      [box.folder.path("journal")] + (adds ? ["\(runs)"] : []), environment: box.environment,
      output: .inherited,
      // Where the app's helper writes.
      errors: .log(box.folder.path("helper")))
  }

  func startDaemon() throws {
    running.daemon = try box.launch(["--null-audio", "--no-banners"])
  }

  func killApp() { running.app = kill(running.app) }

  /// Kills the process that delivers for the app; another one takes its place.
  func killHelper() {
    guard let owner = SchedulerLock.owner(of: .app("app"), in: box.stateFolder) else { return }
    Glibc.kill(owner.processIdentifier, SIGKILL)
    kills += 1
  }

  func killDaemon() { running.daemon = kill(running.daemon) }

  private func kill(_ process: RunningTool?) -> RunningTool? {
    guard let process else { return nil }
    kills += 1
    process.kill()
    return nil
  }

  /// What whoever delivers does when a user chooses an action.
  func respond(_ text: String) throws {
    try box.store().apply(
      .responded(
        NotificationResponse(app: "app", requestIdentifier: "x", text: text, date: Date())))
    AppPresence.wake("app", in: box.stateFolder)
  }

  /// The identifiers of what is not delivered yet.
  var waiting: Set<String> {
    get throws { try Set(box.store().fetch(.pending(app: nil)).map(\.request.identifier)) }
  }

  var pending: String {
    let requests = (try? box.store().fetch(.pending(app: nil))) ?? []
    return requests.map(\.request.identifier).joined(separator: ", ")
  }

  /// What the app has written, by the first word of the lines.
  var journal: [String: [String]] {
    let text = String(decoding: (try? box.folder.bytes(of: "journal")) ?? [], as: UTF8.self)
    return text.split(separator: "\n").reduce(into: [:]) { lines, line in
      let words = line.split(separator: " ", maxSplits: 1)
      lines[String(words[0]), default: []].append(words.count > 1 ? String(words[1]) : "")
    }
  }

  /// The identifiers of what was delivered, in the order of a log's lines.
  private func deliveries(in log: String) -> [String] {
    log.split(separator: "\n").filter { $0.contains(" delivered ") }.compactMap { line in
      line.split(separator: " ").first { $0.hasPrefix("identifier=") }
        .map { String($0.dropFirst("identifier=".count)) }
    }
  }

  var daemonDeliveries: [String] { deliveries(in: box.log) }

  var helperDeliveries: [String] {
    deliveries(in: String(decoding: (try? box.folder.bytes(of: "helper")) ?? [], as: UTF8.self))
  }

  var bothHaveDelivered: Bool { !helperDeliveries.isEmpty && !daemonDeliveries.isEmpty }

  /// How often each request was delivered, by whomever: a helper and a daemon say so when the banner
  /// was handed over and the sound has begun.
  var deliveries: [String: Int] {
    (helperDeliveries + daemonDeliveries).reduce(into: [:]) { $0[$1, default: 0] += 1 }
  }
}
