import Testing

@testable import NtfyPublishing

/// What a call says, by header, query and body.
@Suite struct MessageTests {
  @Test func `the body is the message, and the answer repeats it`() throws {
    let message = try Call([("Title", "Kitchen"), ("Tags", "tea, cup")]).message()
    #expect(
      message.json
        == #"{"event":"message","expires":1792592000,"id":"AbCdEf012345","message":"Tea is ready","#
        + #""tags":["tea","cup"],"time":1790000000,"title":"Kitchen","topic":"backups"}"#)
  }

  @Test(arguments: ["X-Title", "title", "T"]) func `a title has three names`(name: String) throws {
    #expect(try Call([(name, "Kitchen")]).message().title == "Kitchen")
    #expect(
      try Call([], path: "/backups?\(name.lowercased())=Tea+%26+cake").message().title
        == "Tea & cake")
  }

  @Test func `a header counts before the query, and the body before both`() throws {
    let call = Call([("m", "of the header")], path: "/backups?message=of+the+query", body: "")
    #expect(try call.message().message == "of the header")
    #expect(try Call([("m", "of the header")]).message().message == "Tea is ready")
    #expect(try Call([], path: "/b?m=one%5Cntwo", body: " ").message().message == "one\ntwo")
    #expect(try Call([], body: "").message().message == "triggered")
  }

  @Test func `a call without a body is a GET of publish, send or trigger`() throws {
    for verb in ["publish", "send", "trigger"] {
      var call = Call([], path: "/backups/\(verb)?message=Tea", body: "")
      call.method = "GET"
      #expect(try call.message().message == "Tea")
    }
    for path in ["/backups", "/backups/json", "/", "/backups/publish/x"] {
      var call = Call([], path: path, body: "")
      call.method = "GET"
      #expect(call.code() == 40_401)
    }
  }

  @Test(arguments: [
    ("1", 1), ("min", 1), ("LOW", 2), ("default", 3), ("high", 4), ("5", 5), ("urgent", 5),
    ("max", 5), ("u=1, i", nil),
  ]) func `a priority has a number or a name`(text: String, priority: Int?) throws {
    #expect(try Call([("Priority", text)]).message().priority == priority)
  }

  @Test func `JSON counts before the headers, and they count where it is silent`() throws {
    let json = #"""
      {"topic":"backups","title":"Kitchen","message":"Tea","tags":["cup"],"priority":4,
       "actions":[{"action":"VIEW","label":"Open","url":"https://example.org"}],"markdown":true}
      """#
    let message = try Call(
      [("X-Priority", "2"), ("X-Click", "https://example.org")], path: "/", body: json
    ).message()
    #expect(message.title == "Kitchen")
    #expect(message.priority == 4)
    #expect(message.click == "https://example.org")
    #expect(message.contentType == "text/markdown")
    #expect(message.actions?.map(\.action) == ["view"])
    let text = Call([], path: "/", body: #"{"topic":"b","message":"Tea","priority":"high"}"#)
    #expect(try text.message().priority == 4)
  }

  @Test func `actions have a short form`() throws {
    let text =
      #"view, "Open; now", https://example.org/?a=b, clear=true; http, Off, "#
      + #"https://example.org/off, method=put, headers.x-key=1, body='{"on": false}'"#
    let actions = try #require(try Call([("Actions", text)]).message().actions)
    #expect(
      actions == [
        NtfyAction(
          action: "view", label: "Open; now", url: "https://example.org/?a=b", clear: true),
        NtfyAction(
          action: "http", label: "Off", url: "https://example.org/off", method: "PUT",
          headers: ["x-key": "1"], body: #"{"on": false}"#),
      ])
    let array = #"[{"action":"view","label":"Open","url":"https://example.org"}]"#
    #expect(try Call([("Actions", array)]).message().actions?.count == 1)
    let most = "copy, A, a; copy, B, b; copy, C, c"
    #expect(try Call([("Actions", most)]).message().actions?.count == 3)
  }

  @Test func `an attachment has an address and a name`() throws {
    let call = Call([("Attach", "https://example.org/a/tea.jpg?x=1")])
    #expect(
      try call.message().attachment
        == .init(name: "tea.jpg", url: "https://example.org/a/tea.jpg?x=1"))
    let named = Call([("Attach", "https://example.org"), ("Filename", "tea.png")])
    #expect(try named.message().attachment?.name == "tea.png")
    #expect(try Call([("a", "http://x")]).message().attachment?.name == "attachment")
  }

  @Test(arguments: [
    ("=?UTF-8?B?4piVIFRlZQ==?=", "☕ Tee"),
    ("=?utf-8?q?Caf=C3=A9_?= =?utf-8?q?au?= lait", "Café au lait"),
    ("=?iso-8859-1?Q?Caf=E9?=", "Café"), ("a =?b", "a =?b"), ("=?x?B?4piV?=", "=?x?B?4piV?="),
    ("=?utf-8?b?!!?=", "=?utf-8?b?!!?="), ("=?utf-8?q?=G0?=", "=?utf-8?q?=G0?="),
  ]) func `encoded words are read`(text: String, decoded: String) throws {
    #expect(try Call([("Title", text)]).message().title == decoded)
  }

  @Test func `a message that is not to wait does not expire`() throws {
    #expect(try Call([("Cache", "no")]).message().expires == nil)
  }

  static let faults: [(Call, Int)] = [
    (Call([], path: "/no.topic"), 40_009),
    (Call([], path: "/" + String(repeating: "a", count: 65)), 40_009),
    (Call([("Priority", "9")]), 40_007), (Call([("In", "30m")]), 40_004),
    (Call([("Email", "a@example.org")]), 40_001), (Call([("Call", "yes")]), 40_032),
    (Call([("Template", "github")]), 40_000), (Call([("Filename", "a.jpg")]), 40_014),
    (Call([("Attach", "ftp://x")]), 40_013), (Call([("Icon", "tea")]), 40_021),
    (Call([("Sequence-ID", "a b")]), 40_049), (Call([("Actions", "dance, Tango")]), 40_018),
    (Call([("Actions", "view, Open")]), 40_018), (Call([("Actions", "[1]")]), 40_018),
    (Call([("Actions", "view, A, https://x, y=1")]), 40_018),
    (Call([("Actions", "view, A, https://x, z, q")]), 40_018),
    (Call([("Actions", "copy, A, a; copy, B, b; copy, C, c; copy, D, d")]), 40_018),
    (Call([], path: "/", body: "Tea"), 40_017), (Call([], path: "/", body: "{}"), 40_017),
    (Call([], body: String(repeating: "a", count: 5_000)), 41_301),
    (Call([], body: String(repeating: "a", count: 9_000)), 41_301),
    (Call([], path: "/", body: String(repeating: " ", count: 9_000)), 41_303),
  ]

  @Test(arguments: faults.indices) func `a fault has ntfy's code`(index: Int) {
    #expect(Self.faults[index].0.code() == Self.faults[index].1)
  }

  @Test func `a body that is not UTF-8 is refused`() {
    var call = Call([])
    call.body = [0xFF, 0xFE]
    #expect(call.code() == 40_011)
    call.path = "/"
    #expect(call.code() == 40_011)
    #expect(NtfyError(40_011, "no").json == #"{"code":40011,"error":"no","http":400}"#)
  }
}
