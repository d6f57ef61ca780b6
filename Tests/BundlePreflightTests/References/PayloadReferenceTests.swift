import Testing

@testable import BundlePreflight

@Suite("Sounds asked for in payloads")
struct PayloadReferenceTests {
  @Test(
    "are found wherever the payload stands",
    arguments: [
      Snippet("a.apns", #"{"aps":{"alert":"Hi","sound":▸"ding.caf"}}"#, "ding.caf@apple"),
      Snippet(
        "a.apns",
        """
        {
          "Simulator Target Bundle": "org.example.app",
          "aps": { "sound": { "critical": 1, "name": ▸"siren.caf", "volume": 0.8 } }
        }
        """, "siren.caf@apple"),
      Snippet("a.json", #"{"aps":{"sound":{"name":▸"a.caf","critical":0}}}"#, "a.caf@apple"),
      Snippet(
        "a.json",
        #"""
        {"message": {"token": "t",
          "apns": {"payload": {"aps": {"sound": ▸"a.caf"}}},
          "android": {"notification": {"sound": ▸"a", "channel_id": "c"}}}}
        """#, "a.caf@apple", "a@android"),
      Snippet(
        "a.json", #"{"to":"t","notification":{"title":"Hi","sound":▸"a.caf"}}"#, "a.caf"),
      Snippet("a.json", #"{"game":{"notification":{"sound":▸"pop"}}}"#, "?pop"),
      Snippet(
        "a.json", #"[{"aps":{"sound":▸"a.caf"}},[{"aps":{"sound":▸"b.caf"}}]]"#, "a.caf@apple",
        "b.caf@apple"),
      Snippet(
        "a.json", #"{"to":"ExponentPushToken[x]","body":"b","sound":▸"a.wav"}"#, "a.wav@apple"),
      Snippet(
        "a.json", #"{"ios_sound":▸"a.wav","android_sound":▸"a","contents":{}}"#, "a.wav@apple",
        "a@android"),
      Snippet("a.json", #"{"aps":{"s\u006fund":▸"\ud83d\udd14.c\u0061f"}}"#, "🔔.caf@apple"),
      Snippet("a.json", #"{"é":"ü","aps":{"sound":▸"ä\/ö.caf"}}"#, "ä/ö.caf@apple"),
      Snippet(
        "a.apns", #"{"aps":{"sound":▸"a.caf","sound":▸"b.caf"}}"#, "a.caf@apple",
        "b.caf@apple"),
      Snippet("Tests/a.apns", #"{"aps":{"sound":▸"a.caf"}}"#, "?a.caf@apple"),
      Snippet("a.apns", #"{"aps":{"sound":"default"}}"#),
      Snippet("a.apns", #"{"aps":{"sound":{"critical":1,"name":"default"}}}"#),
      Snippet("a.apns", #"{"aps":{"alert":{"sound":"a.caf"}}}"#),
      Snippet(
        "a.apns", #"{"aps":{"event":"update","alert":{"title":"t","sound":▸"a.caf"}}}"#,
        "a.caf@apple"),
      Snippet("a.apns", #"{"aps":{},"sound":"a.caf","custom":{"sound":"b.caf"}}"#),
      Snippet("a.json", #"{"notification":true,"sound":"pop.mp3"}"#),
      Snippet(
        "a.json", #"{"properties":{"aps":{"properties":{"sound":{"type":"string"}}}}}"#),
    ])
  func found(snippet: Snippet) {
    #expect(snippet.found == snippet.expected)
  }

  @Test(
    "are judged where they are not sounds",
    arguments: [
      (#"{"aps":{"sound":1}}"#, "1:17 payload-sound warning"),
      (#"{"aps":{"sound":true}}"#, "1:17 payload-sound warning"),
      (#"{"aps":{"sound":["a.caf"]}}"#, "1:17 payload-sound warning"),
      (#"{"aps":{"sound":""}}"#, "1:17 payload-sound warning"),
      (#"{"aps":{"sound":{"critical":2}}}"#, "1:29 payload-sound warning"),
      (#"{"aps":{"sound":{"critical":true}}}"#, "1:29 payload-sound warning"),
      (#"{"aps":{"sound":{"critical":"1"}}}"#, "1:29 payload-sound warning"),
      (#"{"aps":{"sound":{"volume":1.01}}}"#, "1:27 payload-sound warning"),
      (#"{"aps":{"sound":{"volume":-0.1}}}"#, "1:27 payload-sound warning"),
      (#"{"aps":{"sound":{"volume":"1"}}}"#, "1:27 payload-sound warning"),
      (#"{"aps":{"sound":{"name":7}}}"#, "1:25 payload-sound warning"),
      (#"{"aps":{"sound":{"name":""}}}"#, "1:25 payload-sound warning"),
      (#"{"aps":{"sound":{"file":"a.caf"}}}"#, "1:25 payload-sound warning"),
      ("{\n\"aps\":{\"sound\":\"a\",\n\"sound\":\"b\"}}", "3:9 payload-sound warning"),
      (#"{"alert":"Hi"}"#, "1:1 payload-malformed error"),
      (#"{"aps":"Hi"}"#, "1:1 payload-malformed error"),
      ("", "1:1 payload-malformed error"),
      ("{\n  \"aps\": {\n    \"badge\": 1,\n  }\n}", "4:3 payload-malformed error"),
      ("{\"aps\": {}} x", "1:13 payload-malformed error"),
      ("{\"aps\": {\"sound\": \"a.caf}}", "1:19 payload-malformed error"),
      ("{\"aps\":\n {", "2:3 payload-malformed error"),
      ("{\"aps\": // Hi\n {}}", "1:9 payload-malformed error"),
      (#"{'aps': {}}"#, "1:2 payload-malformed error"),
      (#"{"aps":{"sound":"\ud800"}}"#, "1:18 payload-malformed error"),
    ])
  func judged(text: String, complaint: String) {
    #expect(ReferenceScan.scan(Array(text.utf8), path: "a.apns").complaints == [complaint])
  }

  @Test(
    "are right in every form that Apple documents",
    arguments: [
      #"{"aps":{"sound":"a.caf"}}"#, #"{"aps":{"sound":{"critical":1,"name":"a","volume":1.0}}}"#,
      #"{"aps":{"sound":{"critical":0,"volume":0}}}"#, #"{"aps":{"sound":{}}}"#,
      #"{"aps":{"sound":null}}"#, #"{"aps":{}}"#, "\u{FEFF}{\"aps\":{\"sound\":\"default\"}}\n",
    ])
  func right(text: String) {
    #expect(ReferenceScan.scan(Array(text.utf8), path: "a.apns").complaints == [])
  }

  @Test("say as a note what a template or a test has wrong")
  func doubtful() {
    let broken = Array(#"{"aps":{"sound":{{name}}}}"#.utf8)
    #expect(
      ReferenceScan.scan(broken, path: "a.json").complaints == ["1:18 payload-malformed note"])
    let odd = Array(#"{"aps":{"sound":1}}"#.utf8)
    #expect(
      ReferenceScan.scan(odd, path: "AppTests/a.apns").complaints == ["1:17 payload-sound note"])
  }

  @Test(
    "are none of other documents' business",
    arguments: [
      "{ broken", #"{"name":"app","notification":1,}"#, #"{"sound":"a.caf"}"#, "",
      #"{"apsx":{"sound":"a.caf"}}"#,
    ])
  func silent(text: String) {
    let result = ReferenceScan.scan(Array(text.utf8), path: "a.json")
    #expect(result.references.isEmpty && result.findings.isEmpty)
  }

  @Test("are read in UTF-16 too, whichever byte comes first")
  func utf16() {
    let units = Array(#"{"é":1,"aps":{"sound":"🔔.caf"}}"#.utf16)
    let big = units.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }
    let little = units.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
    for bytes in [big, [0xFE, 0xFF] + big, little, [0xFF, 0xFE] + little] {
      #expect(
        Snippet.describe(ReferenceScan.scan(bytes, path: "a.apns")) == ["1:23 🔔.caf@apple"])
    }
  }
}
