import Foundation
import NotificationScheduling
import NotificationStorage
import NotificationTypes
import RemoteNotifications
import Synchronization
import TestSupport
import Testing

@testable import RemoteReceiving

@Suite("With real engines", .serialized, .timeLimit(.minutes(20)))
struct EngineTests {
  private typealias Box = TestBox

  private func stage(_ version: Engine.Version) throws -> (Engine, TestGateway) {
    let engine = try Engine(version)
    let gateway = try TestGateway(engine)
    try gateway.makeStream()
    try gateway.answerDevices()
    return (engine, gateway)
  }

  /// Waits for what a look brings, and looks again: on a busy machine the engine may answer later
  /// than the box waits.
  private func looking(_ box: Box, _ what: String, _ isTrue: () throws -> Bool) async throws {
    try await eventually(what) {
      if try isTrue() { return true }
      box.look()
      return try isTrue()
    }
  }

  @Test("Off, then on: the newest one of each app, once", arguments: Engine.Version.allCases)
  func offThenOn(version: Engine.Version) async throws {
    let (engine, gateway) = try stage(version)
    for number in 1...20 {
      #expect(gateway.push(try gateway.envelope(Box.kitchen, "k\(number)")))
      #expect(gateway.push(try gateway.envelope(Box.door, "d\(number)")))
    }
    let box = try Box()
    try await box.turnOn(engine)
    try await looking(box, "both come") { box.counts.taken >= 2 }
    #expect(try box.taken(Box.kitchen) == ["k20"] && box.taken(Box.door) == ["d20"])
    #expect(box.counts.taken == 2)
    box.turnOff()
    try await box.turnOn(engine)
    try await looking(box, "they come again") { box.counts.repeated > 0 }
    #expect(try box.taken(Box.kitchen) == ["k20"] && box.taken(Box.door) == ["d20"])
    #expect(box.counts.taken == 0)
    // And live.
    #expect(gateway.push(try gateway.envelope(Box.kitchen, "k21", collapse: "tea")))
    try await eventually("a live one comes") { try box.taken(Box.kitchen) == ["k20", "tea"] }
    let request = try #require(try box.schedule.pending(app: Box.kitchen).last?.request)
    #expect(request.trigger == .push && request.content.sound == .standard)
    #expect(request.content.body == "k21")
  }

  @Test(
    "A push for the app alone never takes the place of an alert that waits",
    arguments: Engine.Version.allCases)
  func backgroundAfterAlert(version: Engine.Version) async throws {
    let (engine, gateway) = try stage(version)
    #expect(gateway.push(try gateway.envelope(Box.kitchen, "alert")))
    for number in 1...3 {
      let payload = #"{"aps":{"content-available":1}}"#
      #expect(
        gateway.push(
          try gateway.envelope(Box.kitchen, "\(number)", type: .background, payload: payload)))
    }
    let box = try Box()
    try await box.turnOn(engine)
    try await looking(box, "both come") { box.counts.taken >= 2 }
    #expect(try box.taken(Box.kitchen) == ["alert"])
    #expect(try box.schedule.store.fetch(.remoteMessages()).count == 1)
  }

  @Test(
    "What has expired is never shown, whatever the box's clock says",
    arguments: Engine.Version.allCases, [-5 * 365 * 86_400.0, 0, 5 * 365 * 86_400.0])
  func expired(version: Engine.Version, error: Double) async throws {
    let (engine, gateway) = try stage(version)
    gateway.desk.answers.withLock {
      $0[Box.kitchen] = TokenReply(error: "not today")
    }
    let second = gateway.now / 1_000
    #expect(gateway.push(try gateway.envelope(Box.kitchen, "old", expiration: second - 1)))
    #expect(gateway.push(try gateway.envelope(Box.door, "good", expiration: second + 3_600)))
    let box = try Box(clock: WrongClock(error: error))
    try await box.turnOn(engine)
    try await looking(box, "both are looked at") { box.counts.expired + box.counts.taken >= 2 }
    #expect(try box.taken(Box.kitchen).isEmpty && box.taken(Box.door) == ["good"])
    #expect(box.counts.expired == 1 && box.counts.taken == 1)
    // A newer one takes its place.
    #expect(gateway.push(try gateway.envelope(Box.kitchen, "new", expiration: second + 3_600)))
    try await eventually("the new one comes") { try box.taken(Box.kitchen) == ["new"] }
  }

  @Test(
    "A stream that was made anew is taken up, though its numbers are smaller",
    arguments: Engine.Version.allCases)
  func newStream(version: Engine.Version) async throws {
    let (engine, gateway) = try stage(version)
    let box = try Box()
    for number in 1...20 {
      #expect(gateway.push(try gateway.envelope(Box.kitchen, "old \(number)")))
    }
    try await box.turnOn(engine)
    try await looking(box, "the newest comes") { try box.taken(Box.kitchen) == ["old 20"] }
    box.turnOff()
    try gateway.deleteStream()
    try gateway.makeStream()
    let later = gateway.now + 61_000
    #expect(gateway.push(try gateway.envelope(Box.kitchen, "new 1", received: later)))
    try await box.turnOn(engine)
    try await looking(box, "the new one comes") {
      try box.taken(Box.kitchen) == ["new 1", "old 20"]
    }
    // And live, without waiting again.
    #expect(gateway.push(try gateway.envelope(Box.kitchen, "new 2", received: later + 1)))
    try await eventually("a live one comes") { try box.taken(Box.kitchen).count == 3 }
  }

  @Test("An engine that refuses the box is asked again, and it says so")
  func refused() async throws {
    let engine = try Engine(.debian)
    let box = try Box()
    var enrolment = Box.enrolment(engine)
    enrolment.engine = [engine.url("nobody")]
    let lines = LinesBox()
    let receiver = try PushReceiver(
      enrolment, schedule: box.schedule, log: { lines.append($0) })
    receiver.start()
    defer { receiver.stop() }
    try await eventually("it tries again and again") {
      receiver.state.withLock(\.failures) >= 3
    }
    #expect(!receiver.isConnected)
    try await eventually("the status says so") {
      try box.schedule.store.read(.note(RemoteReceiver.statusNote))?
        .contains("the engine does not accept this box") ?? false
    }
    #expect(lines.all.count { $0.message.contains("does not accept this box") } == 1)
    #expect(!lines.all.contains { $0.message.contains("secret") })
  }

  @Test("Who leaves, and an app that is not registered any more, gives tokens back")
  func leaves() async throws {
    let (engine, gateway) = try stage(.debian)
    let token = String(repeating: "5e", count: 32)
    gateway.desk.answers.withLock {
      for app in [Box.kitchen, Box.door] { $0[app] = TokenReply(token: token) }
    }
    let box = try Box()
    try await box.turnOn(engine)
    try await looking(box, "both have a token") {
      try [Box.kitchen, Box.door].allSatisfy { app in
        try box.schedule.store.profile(of: app).remote?.token == token
      }
    }
    #expect(gateway.desk.returned.withLock { $0 }.isEmpty)
    try box.schedule.store.change(Box.door) { $0.remote = nil }
    try await looking(box, "the door's is given back") {
      gateway.desk.returned.withLock { $0 } == [Box.door]
    }
    box.leave()
    #expect(gateway.desk.returned.withLock { $0 } == [Box.door, Box.kitchen])
  }

  @Test("One try: who is there gets it, who is not does not", arguments: Engine.Version.allCases)
  func oneTry(version: Engine.Version) async throws {
    let (engine, gateway) = try stage(version)
    #expect(gateway.push(try gateway.envelope(Box.kitchen, "missed", expiration: 0)))
    let box = try Box()
    try await box.turnOn(engine)
    #expect(gateway.push(try gateway.envelope(Box.kitchen, "there", expiration: 0)))
    try await eventually("it comes") { try !box.taken(Box.kitchen).isEmpty }
    #expect(try box.taken(Box.kitchen) == ["there"])
  }

  @Test(
    "What others throw at the box is dropped and counted", arguments: Engine.Version.allCases)
  func hostile(version: Engine.Version) async throws {
    let (engine, gateway) = try stage(version)
    let box = try Box()
    try await box.turnOn(engine)
    // Another device has its own newest push sent to this one.
    let other = try TestGateway(engine, user: "other")
    let theirs = try #require(
      PushSubject(device: Engine.otherDevice, topic: Box.kitchen, pushClass: .alert))
    var envelope = try gateway.envelope(Box.kitchen, "theirs")
    envelope.subject = theirs
    #expect(gateway.push(envelope))
    let mine = try gateway.envelope(Box.kitchen, "mine").subject
    other.misdirect(theirs.directGet, to: mine.live)
    try await eventually("it is dropped") { box.counts.refused == 1 }
    // An engine, or a gateway, that does not have the key.
    let forger = try TestGateway(engine, keyStart: 1)
    #expect(forger.push(try forger.envelope(Box.kitchen, "forged")))
    try await eventually("it is dropped") { box.counts.refused == 2 }
    // One that should have been stored, told by somebody else.
    #expect(gateway.push(try gateway.envelope("org.example.nobody", "unknown")))
    try await eventually("it is dropped") { box.counts.refused == 3 }
    #expect(try box.taken(Box.kitchen).isEmpty)
    #expect(box.log.contains { $0.contains("it is not for this device") })
    #expect(box.log.contains { $0.contains("it is not signed with the key of this device") })
    #expect(gateway.push(try gateway.envelope(Box.kitchen, "good")))
    try await eventually("the good one comes") { try box.taken(Box.kitchen) == ["good"] }
  }

  @Test(
    "An engine that is killed is found again, with what it kept", arguments: Engine.Version.allCases
  )
  func engineKilled(version: Engine.Version) async throws {
    let (engine, gateway) = try stage(version)
    let box = try Box()
    try await box.turnOn(engine)
    for round in 1...3 {
      engine.kill9()
      try await eventually("the box sees it") { !box.isConnected }
      try engine.start()
      try await eventually("round \(round) is acknowledged") {
        gateway.push(
          try gateway.envelope(Box.kitchen, "r\(round)", collapse: "round"), patience: 5_000)
      }
      try await eventually("it comes after round \(round)") {
        try box.schedule.pending(app: Box.kitchen).map(\.request.content.body) == ["r\(round)"]
      }
    }
  }

  @Test(
    "Tokens: asked for once, kept, and told when they change", arguments: Engine.Version.allCases)
  func tokens(version: Engine.Version) async throws {
    let (engine, gateway) = try stage(version)
    let box = try Box()
    let (first, second) = (String(repeating: "5e", count: 32), String(repeating: "7f", count: 32))
    func registration(_ app: String) throws -> RemoteRegistration? {
      try box.schedule.store.profile(of: app).remote
    }
    gateway.desk.answers.withLock {
      $0[Box.kitchen] = TokenReply(token: first)
      $0[Box.door] = TokenReply(error: "revoked")
    }
    try await box.turnOn(engine)
    try await looking(box, "both are answered") {
      try registration(Box.kitchen)?.token != nil && registration(Box.door)?.error != nil
    }
    #expect(try registration(Box.kitchen)?.token == first)
    #expect(try registration(Box.door)?.error == "revoked" && registration(Box.door)?.token == nil)
    let asked = gateway.desk.asked.withLock { $0 }
    box.look()
    #expect(gateway.desk.asked.withLock { $0 } == asked)
    box.turnOff()
    gateway.desk.answers.withLock {
      $0[Box.kitchen] = TokenReply(token: second)
      $0[Box.door] = TokenReply(token: first)
    }
    try await box.turnOn(engine)
    try await looking(box, "both are answered anew") {
      try registration(Box.kitchen)?.token != first && registration(Box.door)?.token != nil
    }
    #expect(try registration(Box.kitchen)?.token == second)
    #expect(try registration(Box.door) == RemoteRegistration(topic: Box.door, token: first))
  }
}
