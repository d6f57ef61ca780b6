import Testing

@testable import NtfyPublishing

/// A message as a payload of Apple's, and who may send it.
@Suite struct PushTests {
  private func push(_ headers: [(String, String)], body: String = "Tea") throws -> NtfyPush {
    try NtfyPush(Call(headers, body: body).message(), sound: "chime.caf")
  }

  private func payload(_ headers: [(String, String)]) throws -> String {
    String(decoding: try push(headers).payload, as: UTF8.self)
  }

  private let details = #""ntfy":{"id":"AbCdEf012345","time":1790000000,"topic":"backups"}}"#

  @Test func `a message is an alert with the topic's sound, in the topic's thread`() throws {
    #expect(
      try payload([]) == #"{"aps":{"alert":{"body":"Tea"},"interruption-level":"active","#
        + #""sound":"chime.caf","thread-id":"backups"},"# + details)
    #expect(try push([]).priority == 10)
    #expect(try push([]).expiration == nil)
    #expect(try push([("Cache", "no")]).expiration == 0)
    #expect(try push([("SID", "tea-1")]).collapseIdentifier == "tea-1")
  }

  @Test func `the priority is the interruption level`() throws {
    for priority in ["1", "2"] {
      let text = try payload([("p", priority)])
      #expect(text.contains(#""interruption-level":"passive""#))
      #expect(!text.contains("sound"))
      #expect(try push([("p", priority)]).priority == 5)
    }
    #expect(try payload([("p", "4")]).contains(#""time-sensitive","sound":"chime.caf""#))
    #expect(
      try payload([("p", "5")])
        .contains(#""time-sensitive","sound":{"critical":1,"name":"chime.caf","volume":1}"#))
  }

  @Test func `what a notification has no place for goes to the app`() throws {
    let text = try payload([("Click", "https://example.org"), ("Tags", "cup"), ("Title", "K")])
    #expect(text.contains(#""alert":{"body":"Tea","title":"K"}"#))
    #expect(text.contains(#""ntfy":{"click":"https://example.org","id":"#))
    #expect(text.contains(#""tags":["cup"]"#))
  }

  @Test func `a push has 4,096 bytes at most`() throws {
    let rest = try push([], body: "").payload.count - "triggered".count
    let room = 4_096 - rest
    #expect(try push([], body: String(repeating: "a", count: room)).payload.count == 4_096)
    #expect(throws: NtfyError.tooLarge(4_097, maximum: 4_096)) {
      try push([], body: String(repeating: "a", count: room + 1))
    }
  }

  @Test(arguments: [
    ("Bearer tk_1", "tk_1"), ("bearer tk_1", "tk_1"), ("Basic b3dlbjp0a18x", "tk_1"),
    ("Basic OnRrXzE=", "tk_1"), ("Basic dGtfMTo=", "tk_1"), ("Digest x", nil), ("Basic !", nil),
    ("Bearer", nil), ("", nil),
  ]) func `a token is shown in many ways`(header: String, token: String?) {
    #expect(Call([("Authorization", header)]).call.token == token)
  }

  @Test func `a token is shown in the query`() {
    // Basic owen:tk_1
    #expect(Call([], path: "/b?auth=QmFzaWMgYjNkbGJqcDBhMTh4").call.token == "tk_1")
    #expect(Call([], path: "/b?auth=%21").call.token == nil)
    #expect(Call([], path: "/b").call.token == nil)
  }

  @Test func `paths of Apple's protocol are not ntfy's`() {
    for path in ["/3/device/0", "/3/device/", "/3/device", "*", ""] {
      #expect(!NtfyRoute.isMeant(path))
    }
    for path in ["/", "/b", "/b?x=/y/z", "/b/send", "/b/json?poll=1"] {
      #expect(NtfyRoute.isMeant(path))
    }
  }
}
