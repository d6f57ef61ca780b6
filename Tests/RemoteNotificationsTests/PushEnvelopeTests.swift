import RemoteNotifications
import Testing

@Suite("The headers of a push")
struct PushEnvelopeTests {
  static let key = DeviceKey(bytes: Array(0..<32))
  static let topic = "org.example.kitchen"
  static let device = "0123456789abcdef"

  private func envelope(_ change: (inout PushEnvelope) -> Void = { _ in }) throws -> PushEnvelope {
    let subject = try #require(
      PushSubject(device: Self.device, topic: Self.topic, pushClass: .alert))
    var envelope = PushEnvelope(
      subject: subject, id: "eabeae54-14a8-11e5-b60b-1697f925ec7b", topic: Self.topic,
      collapseIdentifier: "tea", received: 1_795_000_000_123,
      payload: Array(#"{"aps":{"alert":"Tea"}}"#.utf8))
    change(&envelope)
    return envelope
  }

  private func headers(_ envelope: PushEnvelope) throws -> [String: String] {
    let headers = envelope.headers(signedWith: try #require(Self.key))
    return Dictionary(uniqueKeysWithValues: headers.map { ($0.name, $0.value) })
  }

  private func read(
    _ headers: [String: String], _ envelope: PushEnvelope, subject: PushSubject? = nil,
    payload: [UInt8]? = nil
  ) throws -> PushEnvelope {
    try PushEnvelope(
      subject: subject ?? envelope.subject, payload: payload ?? envelope.payload,
      key: try #require(Self.key)
    ) { headers[$0] }
  }

  @Test func subjectsAreMadeOfDeviceTopicAndClass() throws {
    let subject = try envelope().subject
    #expect(subject.app == "f06aebe427a708ad")
    #expect(subject.stored == "push.0123456789abcdef.f06aebe427a708ad.a")
    #expect(subject.live == "live.0123456789abcdef.f06aebe427a708ad.a")
    #expect(subject.directGet == "$JS.API.DIRECT.GET.PUSH." + subject.stored)
    #expect(PushSubject(parsing: subject.stored) == subject)
    #expect(PushSubject(parsing: subject.live) == subject)
    #expect(
      TokenRequest.subject(device: Self.device, topic: Self.topic)
        == "reg.0123456789abcdef.f06aebe427a708ad")
  }

  @Test(arguments: [
    "", "push", "push.0123456789abcdef.0123456789abcdef",
    "push.0123456789ABCDEF.0123456789abcdef.a",
    "push.0123456789abcdef.0123456789abcdef.c", "pull.0123456789abcdef.0123456789abcdef.a",
    "push.0123456789abcdef.0123456789abcdef.a.a", "push..0123456789abcdef.a",
    "push.*.0123456789abcdef.a", "push.0123456789abcde.0123456789abcdef0.a",
  ])
  func otherSubjectsAreNone(text: String) { #expect(PushSubject(parsing: text) == nil) }

  /// The code of Python's `hmac` over the same text.
  @Test func theCodeIsThatOfTheContract() throws {
    let headers = try headers(envelope())
    #expect(
      headers["tocsin-mac"] == "a31131e89f9fbd9a6cc15a0010234718575e6cb39999a2b56e8a0eb9990ee27c")
    #expect(
      headers["Nats-Msg-Id"]
        == "eabeae54-14a8-11e5-b60b-1697f925ec7b/0123456789abcdef/f06aebe427a708ad")
    #expect(headers["apns-expiration"] == nil)
  }

  @Test func whatIsWrittenIsRead() throws {
    let plain = try envelope()
    let full = try envelope { envelope in
      envelope.type = .voip
      envelope.priority = 5
      envelope.expiration = 0
      envelope.collapseIdentifier = nil
      envelope.payload = []
    }
    for envelope in [plain, full] {
      #expect(try read(headers(envelope), envelope) == envelope)
    }
    #expect(plain.requestIdentifier == "tea" && full.requestIdentifier == full.id)
  }

  @Test(arguments: [
    "apns-id", "apns-topic", "apns-push-type", "apns-priority", "apns-expiration",
    "apns-collapse-id", "tocsin-received", "tocsin-mac",
  ])
  func aChangedHeaderIsRefused(name: String) throws {
    let envelope = try envelope()
    var headers = try headers(envelope)
    headers[name, default: ""] += "1"
    #expect(throws: EnvelopeError.notAuthentic) { try read(headers, envelope) }
    headers[name] = nil
    if name != "apns-expiration" {
      #expect(throws: EnvelopeError.notAuthentic) { try read(headers, envelope) }
    }
  }

  @Test func anotherPayloadPlaceOrKeyIsRefused() throws {
    let envelope = try envelope()
    let headers = try headers(envelope)
    #expect(throws: EnvelopeError.notAuthentic) {
      try read(headers, envelope, payload: envelope.payload + [32])
    }
    let other = PushSubject(device: "fedcba9876543210", topic: Self.topic, pushClass: .alert)
    #expect(throws: EnvelopeError.notAuthentic) { try read(headers, envelope, subject: other) }
    let key = try #require(DeviceKey(bytes: Array(1..<33)))
    #expect(throws: EnvelopeError.notAuthentic) {
      try PushEnvelope(subject: envelope.subject, payload: envelope.payload, key: key) {
        headers[$0]
      }
    }
  }

  @Test func signedNonsenseIsRefused() throws {
    let other = try envelope { $0.topic = "org.example.other" }
    #expect(throws: EnvelopeError.wrongSubject) { try read(headers(other), other) }
    let background = try envelope { $0.type = .background }
    #expect(throws: EnvelopeError.wrongSubject) { try read(headers(background), background) }
    let nameless = try envelope { $0.id = "" }
    #expect(throws: EnvelopeError.badHeader("apns-id")) { try read(headers(nameless), nameless) }
    let negative = try envelope { $0.expiration = -5 }
    #expect(throws: EnvelopeError.badHeader("apns-expiration")) {
      try read(headers(negative), negative)
    }
  }

  @Test func expiryGoesByTheServersTime() throws {
    var envelope = try envelope { $0.expiration = 1_000 }
    #expect(!envelope.isExpired(at: 999_999) && envelope.isExpired(at: 1_000_000))
    envelope.expiration = 0
    #expect(!envelope.isExpired(at: .max))
    envelope.expiration = nil
    #expect(!envelope.isExpired(at: .max))
  }

  @Test func theServersTimeIsNeverAhead() {
    var time = ServerTime()
    #expect(time.now(at: 5) == nil)
    time.hear(1_000_000, at: 500)
    #expect(time.now(at: 600) == 1_000_100)
    // One that has waited tells less.
    time.hear(1_000_000, at: 700)
    #expect(time.now(at: 700) == 1_000_200)
    time.hear(1_000_900, at: 800)
    #expect(time.now(at: 800) == 1_000_900)
    time.hear(.max, at: -1)
    #expect(time.now(at: 800) == 1_000_900)
  }
}
