import Crypto
import Foundation
import NIOCore
import NIOHPACK
import RemoteNotifications
import Testing

@testable import APNsGateway

/// Every reason that a request itself can give, in the order in which they are looked for.
@Suite struct PushRequestTests {
  static let world = World.made()

  struct Case: CustomTestStringConvertible, Sendable {
    var testDescription: String
    var reason: Reason?
    var change: @Sendable (inout Attempt) -> Void

    init(_ text: String, _ reason: Reason?, _ change: @escaping @Sendable (inout Attempt) -> Void) {
      testDescription = text
      self.reason = reason
      self.change = change
    }
  }

  static let cases: [Case] = [
    Case("as it should be", nil) { _ in },
    Case("an identifier in capitals", nil) { $0["apns-id"] = UUID().uuidString },
    Case("an identifier that is not a UUID", .badMessageIdentifier) { $0["apns-id"] = "17" },
    Case("a UUID without hyphens", .badMessageIdentifier) {
      $0["apns-id"] = String(repeating: "a", count: 36)
    },
    Case("another method", .methodNotAllowed) { $0[":method"] = "GET" },
    Case("no topic", .missingTopic) { $0["apns-topic"] = nil },
    Case("an empty topic", .missingTopic) { $0["apns-topic"] = " " },
    Case("a topic with a blank in it", .badTopic) { $0["apns-topic"] = "org example" },
    Case("a topic of 256 bytes", .badTopic) {
      $0["apns-topic"] = String(repeating: "a", count: 256)
    },
    Case("a collapse identifier of 64 bytes", nil) {
      $0["apns-collapse-id"] = String(repeating: "é", count: 32)
    },
    Case("a collapse identifier of 65 bytes", .badCollapseIdentifier) {
      $0["apns-collapse-id"] = String(repeating: "a", count: 65)
    },
    Case("a collapse identifier with a control character", .badCollapseIdentifier) {
      $0["apns-collapse-id"] = "a\u{1}b"
    },
    Case("priority 5", nil) { $0["apns-priority"] = "5" },
    Case("priority 1", nil) { $0["apns-priority"] = "1" },
    Case("priority 7", .badPriority) { $0["apns-priority"] = "7" },
    Case("priority ten", .badPriority) { $0["apns-priority"] = "ten" },
    Case("an empty priority", .badPriority) { $0["apns-priority"] = "" },
    Case("a silent push with priority 10", .badPriority) {
      $0["apns-push-type"] = "background"
      $0["apns-priority"] = "10"
    },
    Case("a silent push with priority 5", nil) {
      $0["apns-push-type"] = "background"
      $0["apns-priority"] = "5"
    },
    Case("no type", nil) { $0["apns-push-type"] = nil },
    Case("an unknown type", .invalidPushType) { $0["apns-push-type"] = "loud" },
    Case("an expiration of 0", nil) { $0["apns-expiration"] = "0" },
    Case("an expiration that is not a number", .badExpirationDate) {
      $0["apns-expiration"] = "soon"
    },
    Case("a negative expiration", .badExpirationDate) { $0["apns-expiration"] = "-1" },
    Case("an expiration with a sign", .badExpirationDate) { $0["apns-expiration"] = "+1" },
    Case("an expiration beyond 64 bits", .badExpirationDate) {
      $0["apns-expiration"] = "9223372036854775808"
    },
    Case("another path", .badPath) { $0[":path"] = "/2/device/\(world.token)" },
    Case("no device token", .missingDeviceToken) { $0[":path"] = "/3/device/" },
    Case("a short device token", .badDeviceToken) { $0[":path"]?.removeLast() },
    Case("a device token that is not hexadecimal", .badDeviceToken) {
      $0[":path"] = "/3/device/" + String(repeating: "g", count: 64)
    },
    Case("a device token with one bit changed", .badDeviceToken) {
      $0[":path"] = "/3/device/" + world.token.replacingFirst()
    },
    Case("a device token in capitals", nil) {
      $0[":path"] = "/3/device/\(world.token.uppercased())"
    },
    Case("a device token of a previous seal key", nil) {
      $0[":path"] = "/3/device/\(world.previousToken)"
    },
    Case("a device token of a retired seal key", .expiredToken) {
      $0[":path"] = "/3/device/\(world.retiredToken)"
    },
    Case("a revoked device", .unregistered) { $0[":path"] = "/3/device/\(world.revokedToken)" },
    Case("a device token of another app", .deviceTokenNotForTopic) {
      $0["apns-topic"] = "org.example.other"
    },
    Case("no authorization", .missingProviderToken) { $0["authorization"] = nil },
    Case("another scheme", .missingProviderToken) { $0["authorization"] = "basic abc" },
    Case("an empty token", .missingProviderToken) { $0["authorization"] = "bearer" },
    Case("a token that cannot be read", .invalidProviderToken) {
      $0["authorization"] = "bearer x.y.z"
    },
    Case("a topic that is not the key's", .topicDisallowed) {
      $0["apns-topic"] = "com.other.app"
      $0[":path"] = "/3/device/\(world.foreignToken)"
    },
    Case("a scheme in capitals", nil) { $0["authorization"] = "Bearer \(world.jwt())" },
    Case("no payload", .payloadEmpty) { $0.length = 0 },
    Case("4,096 bytes", nil) { $0.length = 4_096 },
    Case("4,097 bytes", .payloadTooLarge) { $0.length = 4_097 },
    Case("a call of 5,120 bytes", nil) {
      $0["apns-push-type"] = "voip"
      $0.length = 5_120
    },
    Case("a call of 5,121 bytes", .payloadTooLarge) {
      $0["apns-push-type"] = "voip"
      $0.length = 5_121
    },
    Case("a header twice", .duplicateHeaders) {
      $0.extra = [("apns-topic", "org.example.kitchen")]
    },
  ]

  @Test(arguments: cases) func `a request`(_ one: Case) throws {
    var attempt = Attempt(Self.world)
    one.change(&attempt)
    #expect(Self.world.refusal(attempt)?.reason == one.reason)
  }

  /// Each fault beside all that come after it: the first one is told.
  @Test func `of two faults the earlier one is told`() {
    let order: [(Reason, @Sendable (inout Attempt) -> Void)] = [
      (.badMessageIdentifier, { $0["apns-id"] = "17" }),
      (.methodNotAllowed, { $0[":method"] = "GET" }),
      (.missingTopic, { $0["apns-topic"] = nil }),
      (.badCollapseIdentifier, { $0["apns-collapse-id"] = String(repeating: "a", count: 65) }),
      (.badPriority, { $0["apns-priority"] = "7" }),
      (.invalidPushType, { $0["apns-push-type"] = "loud" }),
      (.badPath, { $0[":path"] = "/" }),
      (.missingProviderToken, { $0["authorization"] = nil }),
      (.payloadEmpty, { $0.length = 0 }),
    ]
    for first in order.indices {
      for second in order.indices where second > first {
        var attempt = Attempt(Self.world)
        order[first].1(&attempt)
        order[second].1(&attempt)
        #expect(Self.world.refusal(attempt)?.reason == order[first].0)
      }
    }
  }

  @Test func `410 tells since when`() throws {
    var attempt = Attempt(Self.world)
    attempt[":path"] = "/3/device/\(Self.world.revokedToken)"
    #expect(Self.world.refusal(attempt) == Refusal(.unregistered, timestamp: 1_234))
    #expect(
      Self.world.refusal(attempt)?.json == #"{"reason":"Unregistered","timestamp":1234}"#)
    attempt[":path"] = "/3/device/\(Self.world.retiredToken)"
    #expect(Self.world.refusal(attempt) == Refusal(.expiredToken, timestamp: 99))
  }

  @Test func `a request becomes what it says`() throws {
    var attempt = Attempt(Self.world)
    attempt["apns-id"] = "EC1BF194-B3B2-424A-89A9-5A918A6E6B5D"
    attempt["apns-push-type"] = "background"
    attempt["apns-expiration"] = "1800000000"
    attempt["apns-collapse-id"] = " tea "
    let push = try Self.world.parse(attempt)
    #expect(push.identifier == "ec1bf194-b3b2-424a-89a9-5a918a6e6b5d")
    #expect(push.priority == 5)
    #expect(push.expiration == 1_800_000_000)
    #expect(push.collapseIdentifier == "tea")
    #expect(push.address == Self.world.address)
    #expect(push.subject.stored == "push.0000000000000007.\(Self.world.app).b")
  }

  @Test func `the answer's identifier is the request's, or a new one`() {
    #expect(MessageIdentifier.answering("ABC") == "ABC")
    #expect(MessageIdentifier.isValid(MessageIdentifier.answering(nil)))
    #expect(MessageIdentifier.isValid(MessageIdentifier.answering("")))
  }

  @Test func `each reason has Apple's status`() {
    let statuses = Dictionary(grouping: Reason.allCases, by: \.status).mapValues(\.count)
    #expect(statuses == [400: 14, 403: 5, 404: 1, 405: 1, 410: 2, 413: 1, 429: 2, 500: 1, 503: 2])
  }
}
