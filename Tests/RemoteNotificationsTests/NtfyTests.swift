import Foundation
import NotificationTypes
import Testing

@testable import RemoteNotifications

@Suite("Messages of ntfy")
struct NtfyTests {
  private func event(_ text: String) -> NtfyEvent? { NtfyEvent(parsing: Array(text.utf8)) }

  private func message(_ more: String = "") throws -> NtfyEvent {
    try #require(
      event(
        #"{"id":"hwQ2YpKdmg","time":1635528741,"event":"message","topic":"backups","message":"Disk full"\#(more)}"#
      ))
  }

  private func subscription(
    _ sound: String? = nil, _ sounds: [String: String] = [:]
  ) throws -> NtfySubscription {
    var own = try NtfySubscription(address: "https://ntfy.example/backups")
    own.sound = sound
    own.sounds = sounds
    return own
  }

  @Test(
    "An address is a server and a topic",
    arguments: [
      ("https://ntfy.example/backups", "https://ntfy.example", "ntfy.ntfy.example.backups"),
      (
        "HTTPS://NTFY.example:8443/a_B-9", "https://ntfy.example:8443",
        "ntfy.ntfy.example-8443.a_B-9"
      ),
      ("http://10.0.0.2/push/door/", "http://10.0.0.2/push", "ntfy.10.0.0.2-push.door"),
      ("http://[::1]:80/door", "http://[::1]:80", "ntfy.[--1]-80.door"),
    ])
  func addresses(address: String, server: String, app: String) throws {
    let own = try NtfySubscription(address: address)
    #expect(own.server == server && own.app == app)
  }

  @Test(
    "What is not one says why",
    arguments: [
      ("backups", NtfyAddressError.notHTTP), ("ftp://ntfy.example/a", .notHTTP),
      ("https:///a", .notHTTP), ("https://me:secret@ntfy.example/a", .hasSecrets),
      ("https://ntfy.example/a?since=all", .hasQuery), ("https://ntfy.example/", .noTopic),
      ("https://ntfy.example/a,b", .noTopic), ("https://ntfy.example/ä", .noTopic),
      ("https://ntfy.example/" + String(repeating: "a", count: 65), .noTopic),
    ])
  func wrongAddresses(address: String, error: NtfyAddressError) {
    #expect(throws: error) { try NtfySubscription(address: address) }
  }

  @Test func linesThatAreNoEventsAreNone() throws {
    for text in [
      "", "{}", "null", "[]", #"{"id":"a","time":1,"event":"message"}"#,
      #"{"id":"","time":1,"event":"message","topic":"a"}"#,
      #"{"id":"a","time":-1,"event":"message","topic":"a"}"#,
      #"{"id":"a","time":1e300,"event":"message","topic":"a"}"#,
      #"{"id":7,"time":1,"event":"message","topic":"a"}"#,
    ] { #expect(event(text) == nil, "\(text)") }
    #expect(event(#"{"id":"a","time":1,"event":"open","topic":"a,b"}"#)?.kind == .open)
    #expect(event(#"{"id":"a","time":1,"event":"keepalive","topic":"a"}"#)?.kind == .keepalive)
    #expect(event(#"{"id":"a","time":1,"event":"poll_request","topic":"a"}"#)?.kind == .other)
  }

  @Test func aPlainMessageHasTheTopicForATitle() throws {
    let content = try message().content(for: subscription())
    #expect(content.title == "backups" && content.body == "Disk full" && content.subtitle.isEmpty)
    #expect(content.interruptionLevel == .active && content.sound == .standard)
    #expect(content.userInfo["id"] == .string("hwQ2YpKdmg"))
  }

  @Test func tagsThatAreSymbolsStandBeforeTheTitle() throws {
    let tags = #","title":"NAS","tags":["warning","zfs","rotating_light","pool 1",7]"#
    let content = try message(tags).content(for: subscription())
    #expect(content.title == "⚠️ 🚨 NAS" && content.subtitle == "zfs, pool 1")
  }

  @Test func attachmentsAreLinksAndClicksTargets() throws {
    let attached = try message(#","attachment":{"name":"a.jpg","url":"https://e.example/a.jpg"}"#)
      .content(for: subscription())
    #expect(attached.body == "Disk full\nhttps://e.example/a.jpg")
    #expect(attached.targetContentIdentifier == "https://e.example/a.jpg")
    let clicked = try message(#","click":"https://e.example/""#).content(for: subscription())
    #expect(clicked.targetContentIdentifier == "https://e.example/")
  }

  @Test(
    "The priority is the level, and has a sound of its own",
    arguments: [
      (1, InterruptionLevel.passive, nil), (2, .passive, nil), (3, .active, "chime"),
      (4, .timeSensitive, "bell"), (5, .critical, "klaxon"), (0, .active, "chime"),
      (9, .active, "chime"),
    ] as [(Int, InterruptionLevel, String?)])
  func priorities(priority: Int, level: InterruptionLevel, sound: String?) throws {
    let content = try message(#","priority":\#(priority)"#)
      .content(for: subscription("chime", ["4": "bell", "5": "klaxon"]))
    #expect(content.interruptionLevel == level && content.sound?.name == sound)
    #expect((content.sound != nil) == (sound != nil))
    #expect((content.sound?.isCritical ?? false) == (priority == 5))
  }

  @Test func noneIsSilenceAndALowPriorityMayHaveASound() throws {
    #expect(try message().content(for: subscription("none")).sound == nil)
    #expect(try message().content(for: subscription("none", ["3": "default"])).sound == .standard)
    let low = try message(#","priority":1"#).content(for: subscription(nil, ["1": "tick"]))
    #expect(low.sound?.name == "tick")
  }

  @Test func aSeriesOfUpdatesHasOneIdentifier() throws {
    #expect(try message().requestIdentifier == "hwQ2YpKdmg")
    #expect(try message(#","sequence_id":"job-7""#).requestIdentifier == "job-7")
  }

  @Test func expiryGoesByTheServersTime() throws {
    let begin: Int64 = 1_635_528_741
    let kept = try message(#","expires":1635528841"#)
    #expect(!kept.isExpired(at: begin + 99, maximumAge: nil))
    #expect(kept.isExpired(at: begin + 100, maximumAge: nil))
    #expect(kept.isExpired(at: begin + 11, maximumAge: 10))
    #expect(!kept.isExpired(at: begin + 10, maximumAge: 10))
    // A server that keeps nothing.
    #expect(try !message(#","expires":1635528741"#).isExpired(at: begin, maximumAge: nil))
    #expect(try !message().isExpired(at: begin + 1_000_000, maximumAge: nil))
  }

  @Test func theFileComesBackAsItWas() throws {
    var own = try subscription("chime", ["5": "klaxon"])
    (own.user, own.password) = ("me", "pass word")
    let file = NtfySubscriptions([own])
    #expect(try NtfySubscriptions(parsing: file.data) == file)
    #expect(own.authorization == "Basic bWU6cGFzcyB3b3Jk")
    own.token = "tk_1"
    #expect(own.authorization == "Bearer tk_1")
    #expect(throws: NtfyFileError.damaged) { try NtfySubscriptions(parsing: Data("{".utf8)) }
    #expect(throws: NtfyFileError.unknownVersion(2)) {
      try NtfySubscriptions(parsing: Data(#"{"version":2}"#.utf8))
    }
  }
}
