import Foundation
import NotificationScheduling
import NotificationStorage
import NotificationTypes
import RemoteNotifications
import Testing

@testable import RemoteReceiving

@Suite("A message is a push for this device, or it is dropped")
struct InspectionTests {
  static let device = "0123456789abcdef"
  static let topic = "org.example.kitchen"

  private let key: DeviceKey
  private let inspection: Inspection

  init() throws {
    key = try #require(DeviceKey(bytes: Array(0..<32)))
    inspection = Inspection(
      device: Self.device, key: key, apps: [PushSubject.app(ofTopic: Self.topic): Self.topic])
  }

  private func message(
    stored: Bool = true, _ change: (inout PushEnvelope) -> Void = { _ in }
  ) throws -> EngineMessage {
    let subject = try #require(
      PushSubject(device: Self.device, topic: Self.topic, pushClass: .alert))
    var envelope = PushEnvelope(
      subject: subject, id: "1", topic: Self.topic, received: 1_000_000,
      payload: Array(#"{"aps":{"alert":"Tea"}}"#.utf8))
    change(&envelope)
    var message = EngineMessage(
      subject: envelope.subject.live, headers: [:], payload: envelope.payload)
    for (name, value) in envelope.headers(signedWith: key) { message.headers[name] = value }
    if stored {
      message.headers["Nats-Stream"] = "PUSH"
      message.headers["Nats-Subject"] = envelope.subject.stored
      message.headers["Nats-Sequence"] = "7"
    }
    return message
  }

  private func inspect(_ message: EngineMessage, at time: Int64? = nil) throws -> Inspected {
    try inspection.inspect(message, at: time)
  }

  @Test func aStoredOneIsTakenWithItsNumber() throws {
    let push = try inspect(message())
    #expect(push.number == 7 && push.app == Self.topic && push.envelope.id == "1")
  }

  @Test func anAnswerToAnotherDeviceIsDropped() throws {
    // What B's own request brings to A: A's subject, B's push.
    let theirs = try #require(
      PushSubject(device: "fedcba9876543210", topic: Self.topic, pushClass: .alert))
    var message = try message { $0.subject = theirs }
    message.subject = try self.message().subject
    #expect(throws: Refusal.foreignSubject) { try inspect(message) }
    message.headers["Nats-Subject"] = nil
    #expect(throws: Refusal.foreignSubject) { try inspect(message) }
  }

  @Test func whatIsNotStoredIsTriedOnceAlone() throws {
    #expect(throws: Refusal.notStored) { try inspect(message(stored: false)) }
    let once = try message(stored: false) { $0.expiration = 0 }
    #expect(try inspect(once).number == nil)
    #expect(try inspect(once, at: 1_300_000).number == nil)
    #expect(throws: Refusal.stale) { try inspect(once, at: 1_300_001) }
  }

  @Test func othersAreDropped() throws {
    var message = try message()
    message.headers["Nats-Stream"] = "OTHER"
    #expect(throws: Refusal.foreignStream) { try inspect(message) }
    message = try self.message()
    message.headers["Nats-Sequence"] = "x"
    #expect(throws: Refusal.malformed) { try inspect(message) }
    message = try self.message()
    message.payload[0] = 0
    #expect(throws: Refusal.notAuthentic) { try inspect(message) }
    message = try self.message()
    message.headers["tocsin-mac"] = nil
    #expect(throws: Refusal.notAuthentic) { try inspect(message) }
    #expect(throws: Refusal.malformed) { try inspect(self.message { $0.id = "" }) }
    let other = try #require(PushSubject(device: Self.device, topic: "other", pushClass: .alert))
    message = try self.message {
      $0.subject = other
      $0.topic = "other"
    }
    #expect(throws: Refusal.unknownApp) { try inspect(message) }
  }

  @Test(arguments: [
    (#"{"aps":{"alert":"x"}}"#, PushType.alert, true, false),
    (#"{"aps":{"alert":"x","content-available":1}}"#, .alert, true, true),
    (#"{"aps":{"content-available":1}}"#, .background, false, true),
    (#"{"aps":{"content-available":1,"alert":"x","sound":"y"}}"#, .background, false, true),
    (#"{"aps":{"content-available":1}}"#, .alert, false, true),
    (#"{"aps":{"badge":3}}"#, .alert, true, false), ("{}", .alert, false, false),
    ("no JSON", .alert, false, false),
  ])
  func whatComesIntoTheStore(payload: String, type: PushType, request: Bool, message: Bool) throws {
    let subject = try #require(
      PushSubject(device: Self.device, topic: Self.topic, pushClass: type.pushClass))
    let push = try inspect(
      self.message { envelope in
        envelope.subject = subject
        envelope.type = type
        envelope.collapseIdentifier = "tea"
        envelope.payload = Array(payload.utf8)
      })
    let (arrival, note) = push.arrival(isExpired: false, at: Date())
    #expect((arrival.request != nil) == request && (arrival.message != nil) == message)
    #expect((note != nil) == (!request && !message))
    #expect(arrival.position?.number == 7)
    if let request = arrival.request {
      #expect(request.identifier == "tea" && request.trigger == .push)
    }
    let (late, reason) = push.arrival(isExpired: true, at: Date())
    #expect(late.request == nil && late.message == nil && late.position?.number == 7)
    #expect(reason == "expired")
  }
}
