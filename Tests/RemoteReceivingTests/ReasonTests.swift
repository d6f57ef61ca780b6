import CNats
import Foundation
import LinuxProcess
import NotificationScheduling
import NotificationStorage
import NotificationTypes
import RemoteNotifications
import Synchronization
import TestSupport
import Testing

@testable import RemoteReceiving

@Suite("Why the engine is not reached", .serialized, .timeLimit(.minutes(20)))
struct ReasonTests {
  /// Lets a box try to reach an engine, and waits for the reason in status and log.
  private func expectReason(
    _ expected: String, at url: String, ca: String? = nil,
    clock: any SchedulingClock = SystemClock()
  ) async throws {
    let box = try TestBox(clock: clock)
    var enrolment = try Self.enrolment(url)
    enrolment.ca = ca
    let lines = LinesBox()
    let receiver = try PushReceiver(
      enrolment, schedule: box.schedule, log: { lines.append($0) })
    receiver.start()
    defer { receiver.stop() }
    func status() throws -> String {
      try box.schedule.store.read(.note(RemoteReceiver.statusNote)) ?? ""
    }
    try await eventually("the status says: \(expected)") {
      try status().contains("not connected: " + expected)
    }
    let line = "the engine is not reached: " + expected
    #expect(lines.all.count { $0.message.hasPrefix(line) } == 1, "\(lines.all)")
    // Another search finds the same, which is not news.
    receiver.explain(after: 0)
    receiver.reasonQueue.sync {}
    #expect(lines.all.count { $0.message.hasPrefix("the engine is not reached") } == 1)
    #expect(!lines.all.contains { $0.message.contains("secret") })
  }

  private static func enrolment(_ url: String) throws -> RemoteEnrolment {
    var enrolment = TestBox.enrolment(try Engine(.debian))
    enrolment.engine = [url]
    return enrolment
  }

  private static let past = "20200101000000Z"
  private static let future = "20990101000000Z"

  @Test("A name that does not resolve")
  func name() async throws {
    try await expectReason(
      "the name 'no-such-name.invalid' does not resolve: ", at: "nats://no-such-name.invalid:4222")
  }

  @Test("A port on which nothing listens")
  func port() async throws {
    try await expectReason("nothing listens at 127.0.0.1:1", at: "nats://127.0.0.1:1")
  }

  @Test("A password that is wrong")
  func password() async throws {
    let engine = try Engine(.debian)
    try await expectReason("the engine does not accept this box: ", at: engine.url("nobody"))
  }

  @Test("Certificates: of another authority, for another name, over, of the future")
  func certificates() async throws {
    let authority = try TestAuthority()
    let other = try TestAuthority()
    let today = Date().formatted(.iso8601.year().month().day())
    let right = ("localhost", Self.past, Self.future)
    let whose = "the certificate of 'localhost'"
    let cases: [((String, String, String), String, String)] = [
      (right, try other.pem, "\(whose) is of another authority than that of the enrolment"),
      (("elsewhere", Self.past, Self.future), try authority.pem, "\(whose) is for another name"),
      (
        ("localhost", Self.past, "20210101000000Z"), try authority.pem,
        "\(whose) has expired by this box's clock, which says \(today)"
      ),
      (
        ("localhost", "20980101000000Z", Self.future), try authority.pem,
        "\(whose) is not valid yet by this box's clock, which says \(today)"
      ),
    ]
    for ((host, start, end), ca, expected) in cases {
      let engine = try ConfiguredEngine { _ in
        try authority.configuration(host, from: start, to: end)
      }
      try await expectReason(
        expected, at: "tls://device:secret@localhost:\(engine.port)", ca: ca)
    }
  }

  private struct Revocation: Decodable {
    var `operator`: String
    var account: String
    var before: String
    var after: String
    var credentials: String

    func configuration(_ token: String) -> String {
      """
      operator: "\(self.operator)", resolver: MEMORY
      resolver_preload: { \(account): "\(token)" }
      """
    }
  }

  @Test("A box that is revoked says so, also after the engine only refuses it")
  func revoked() async throws {
    let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appending(path: "Fixtures/revocation.json")
    let revocation = try JSONDecoder().decode(Revocation.self, from: try Data(contentsOf: file))
    let engine = try ConfiguredEngine { _ in revocation.configuration(revocation.before) }
    let box = try TestBox(apps: [])
    var enrolment = try Self.enrolment("nats://127.0.0.1:\(engine.port)")
    enrolment.credentials = revocation.credentials
    let lines = LinesBox()
    let receiver = try PushReceiver(
      enrolment, schedule: box.schedule, log: { lines.append($0) })
    receiver.start()
    defer { receiver.stop() }
    try await eventually("it connects") { receiver.isConnected }
    try engine.reload(revocation.configuration(revocation.after))
    try await eventually("it tries again and again") {
      receiver.state.withLock(\.failures) >= 2
    }
    receiver.reasonQueue.sync {}
    let status = try box.schedule.store.read(.note(RemoteReceiver.statusNote)) ?? ""
    #expect(status.hasSuffix("not connected: " + EngineFailure.revoked), "\(status)")
    let reasons = lines.all.map(\.message).filter { $0.hasPrefix("the engine is not reached") }
    #expect(reasons == ["the engine is not reached: " + EngineFailure.revoked])
  }

  @Test(
    "A clock that is wrong is reported, once, with the way to set it",
    arguments: [-10_800.0, 34_560_000.0])
  func clock(error: Double) async throws {
    let engine = try Engine(.debian)
    let gateway = try TestGateway(engine)
    try gateway.makeStream()
    try gateway.answerDevices()
    let box = try TestBox(clock: WrongClock(error: error))
    try await box.turnOn(engine)
    let text =
      "this box's clock is " + (error > 0 ? "400 days ahead of" : "3 hours behind")
      + " the gateway's: set it"
    try await eventually("it says so") {
      box.look()
      return try box.schedule.store.read(.note(RemoteReceiver.clockNote))?.contains(text) ?? false
    }
    box.look()
    #expect(box.log.count { $0.hasPrefix(text) } == 1)
  }

  @Test("The sentences for what has no engine in these tests")
  func sentences() {
    func text(_ status: natsStatus, _ text: String, _ url: String) -> String {
      EngineFailure(
        status, text, EngineEndpoint(url: url), today: "2026-01-01", resolution: nil
      ).description
    }
    #expect(text(NATS_TIMEOUT, "", "tls://a:b@[::1]:99/x") == "[::1]:99 does not answer")
    #expect(
      text(NATS_SSL_ERROR, "(conn.c:1): SSL handshake error: unexpected eof", "tls://gate")
        == "no secure connection to gate:4222: SSL handshake error: unexpected eof")
  }
}
