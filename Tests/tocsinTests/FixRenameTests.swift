import Foundation
import TestSupport
import Testing

@Suite("tocsin fix --rename: one string of a payload changes, and no other byte")
struct FixRenameTests {
  struct Payload: Sendable, CustomTestStringConvertible {
    let name: String
    let before: [UInt8]
    /// nil: it is left as it is.
    let after: [UInt8]?
    var testDescription: String { name }

    init(_ name: String, _ before: String, _ after: String?) {
      self.init(name, bytes: Array(before.utf8), after.map { Array($0.utf8) })
    }

    init(_ name: String, bytes before: [UInt8], _ after: [UInt8]?) {
      self.name = name
      self.before = before
      self.after = after
    }
  }

  private static let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
  private static func utf16(_ text: String) -> [UInt8] {
    [0xFF, 0xFE] + text.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
  }

  private static let payloads = [
    Payload("case", #"{"aps":{"sound":"Ding.WAV"}}"#, #"{"aps":{"sound":"ding.wav"}}"#),
    Payload("extension", #"{"aps":{"sound":"ding"}}"#, #"{"aps":{"sound":"ding.wav"}}"#),
    Payload("path", #"{"aps":{"sound":"a/b\/ding.wav"}}"#, #"{"aps":{"sound":"ding.wav"}}"#),
    Payload(
      "critical", #"{"aps":{"sound":{"critical":1,"name":"Ding.wav","volume":1e0}}}"#,
      #"{"aps":{"sound":{"critical":1,"name":"ding.wav","volume":1e0}}}"#),
    Payload(
      "line ends, tabs and numbers as they were",
      "{\r\n\t\"aps\" : { \"badge\" : 1.0e+2,\r\n\t\t\"sound\"\t:\t\"Ding.wav\" }\r\n}\r\n\r\n",
      "{\r\n\t\"aps\" : { \"badge\" : 1.0e+2,\r\n\t\t\"sound\"\t:\t\"ding.wav\" }\r\n}\r\n\r\n"),
    Payload(
      "escapes and surrogates around it",
      #"{"a":"\ud83d\ude00\"\\ä😀","aps":{"alert":"\u00e9\/","sound":"Ding.wav"},"z":"\\\""}"#,
      #"{"a":"\ud83d\ude00\"\\ä😀","aps":{"alert":"\u00e9\/","sound":"ding.wav"},"z":"\\\""}"#),
    Payload(
      "an escape in the name", #"{"aps":{"sound":"\u0044ing.wav"},"b":"\u0044"}"#,
      #"{"aps":{"sound":"ding.wav"},"b":"\u0044"}"#),
    Payload(
      "several on one line, the same name elsewhere",
      #"[{"aps":{"sound":"DING.wav"}},{"x":"DING.wav"},{"aps":{"sound":"ding"}}]"#,
      #"[{"aps":{"sound":"ding.wav"}},{"x":"DING.wav"},{"aps":{"sound":"ding.wav"}}]"#),
    Payload(
      "a byte order mark", bytes: mark + Array("{\n\"aps\":{\"sound\":\"Ding.wav\"}}".utf8),
      mark + Array("{\n\"aps\":{\"sound\":\"ding.wav\"}}".utf8)),
    Payload(
      "carriage returns alone, where other readers count other lines",
      "{\r\"aps\":\n{\"sound\":\"Ding.wav\"},\n \"sound\":\"Ding.wav\"}",
      "{\r\"aps\":\n{\"sound\":\"ding.wav\"},\n \"sound\":\"Ding.wav\"}"),
    Payload("UTF-16", bytes: utf16(#"{"aps":{"sound":"Ding.wav"}}"#), nil),
    Payload("a name without doubt is missing", #"{"aps":{"sound":"dong.wav"}}"#, nil),
  ]

  private func workplace(_ payload: Payload) throws -> PreflightWorkplace {
    let work = try PreflightWorkplace()
    try work.write(payload.before, to: "push.json")
    return work
  }

  @Test("Every other byte stays as it was, and a second pre-flight is clean", arguments: payloads)
  func rename(payload: Payload) throws {
    let work = try workplace(payload)
    var expected = try work.contents()
    #expect(try work.tocsin("preflight", ".").status == 1)
    let result = try work.tocsin("fix", ".", "--write", "--rename")
    expected["push.json"] = payload.after ?? payload.before
    #expect(try work.contents(withOriginals: false) == expected)
    #expect(result.status == (payload.after == nil ? 1 : 0), "\(result.text)\(result.errors)")
    if payload.after != nil { #expect(try work.tocsin("preflight", ".", "--strict").status == 0) }
  }

  @Test("Without --rename names are left, without --write they are only planned")
  func plan() throws {
    let work = try workplace(Self.payloads[0])
    let before = try work.contents()
    let left = try work.tocsin("fix", ".", "--write")
    #expect(left.status == 1)
    #expect(left.text.contains("left push.json:1 [sound-missing]: --rename changes the name\n"))
    let planned = try work.tocsin("fix", ".", "--rename")
    #expect(planned.status == 1)
    #expect(
      planned.text.contains("would repair push.json: line 1: 'Ding.WAV' becomes 'ding.wav'\n"))
    #expect(try work.contents() == before)
  }

  @Test("Source code is not changed")
  func source() throws {
    let work = try PreflightWorkplace()
    try work.write(
      "import UserNotifications\nlet a = UNNotificationSound(named: .init(\"Ding.wav\"))\n",
      to: "App.swift")
    let before = try work.contents()
    let result = try work.tocsin("fix", ".", "--write", "--rename")
    #expect(result.status == 1)
    #expect(
      result.text.contains("left App.swift:2 [sound-missing]: --unsafe-fixes changes the name\n"))
    #expect(try work.contents() == before)
  }

  @Test("A new name is written as JSON wants it")
  func quoting() throws {
    let work = try PreflightWorkplace()
    try work.write(PreflightWorkplace.tone(), to: "d\"i\\n/äg 😀.wav")
    try work.write(#"{"aps":{"sound":"D\"i\\n\/äg 😀.wav"}}"#, to: "push.json")
    _ = try work.tocsin("fix", ".", "--write", "--rename")
    let text = try JSONSerialization.jsonObject(with: Data(work.folder.bytes(of: "push.json")))
    let aps = (text as? [String: Any])?["aps"] as? [String: Any]
    #expect(aps?["sound"] as? String == "äg 😀.wav")
  }
}
