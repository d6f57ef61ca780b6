import Foundation
import RequestParsing
import TestSupport
import Testing

@Suite("What strangers send by HTTP")
struct RequestParsingTests {
  @Test(
    "every target has a path; fields without a name, a value or a good encoding do no harm",
    arguments: [
      ("", "", [:]), ("?", "", [:]), ("/?=", "/", ["": ""]), ("/?==", "/", ["": "="]),
      ("/?&&", "/", [:]), ("/?=&=a", "/", ["": ""]), ("/?&=", "/", ["": ""]),
      ("/?a", "/", ["a": ""]), ("/?a=", "/", ["a": ""]), ("/?=a", "/", ["": "a"]),
      ("/?a=b=c", "/", ["a": "b=c"]), ("/?a=1&a=2", "/", ["a": "1"]),
      ("/?%", "/", [:]), ("/?%z", "/", [:]), ("/?a=%zz", "/", [:]), ("/?%zz=a", "/", [:]),
      ("/?a=%zz&a=1", "/", ["a": "1"]), ("/?a=%ff", "/", [:]),
      ("/?a=%f0%9f%94%94", "/", ["a": "🔔"]), ("/?a=%00", "/", ["a": "\0"]),
      ("/?a=+%2B", "/", ["a": " +"]), ("/?a?b=?", "/", ["a?b": "?"]),
      ("/?a;b=1", "/", ["a;b": "1"]), ("//a//b?x=1", "//a//b", ["x": "1"]), ("*", "*", [:]),
      ("http://h/p?x=1", "http://h/p", ["x": "1"]), ("/a#b?c=d", "/a#b", ["c": "d"]),
      ("/?=\u{301}&\u{301}=1", "/", ["": "\u{301}", "\u{301}": "1"]),
    ] as [(String, String, [String: String])])
  func targets(text: String, path: String, fields: [String: String]) {
    let target = RequestTarget(text)
    #expect(target.path == path)
    #expect(Set(target.query.names) == Set(fields.keys))
    for (name, value) in fields { #expect(target[name] == value, "\(name)") }
  }

  @Test(
    "a path has segments where it begins with a slash",
    arguments: [
      ("/", [""]), ("", []), ("*", []), ("a/b", []), ("/a", ["a"]), ("/a/b%2Fc", ["a", "b%2Fc"]),
      ("//", ["", ""]), ("/a/", ["a", ""]), ("/..//.", ["..", "", "."]), ("http://h/", []),
      ("/\u{301}/\u{301}", ["\u{301}", "\u{301}"]),
    ] as [(String, [String])])
  func segments(path: String, segments: [String]) {
    #expect(RequestTarget(path).segments.map(String.init) == segments)
  }

  @Test(
    "a cookie is found by its whole name",
    arguments: [
      ("a=1", "1"), ("b=2; a=1", "1"), ("b=2;a=1=2", "1=2"), ("a=1; a=2", "1"), ("a=", ""),
      ("", nil), (";", nil), ("=", nil), ("=;=", nil), ("a", nil), ("aa=1", nil), ("A=1", nil),
      ("b=a=1", nil), (";;;a=1;", "1"), ("a =1", nil),
    ] as [(String, String?)])
  func cookies(field: String, value: String?) {
    #expect(CookieField.value(of: "a", in: field) == value)
  }

  @Test("text is cut at the first separator", arguments: ["", "=", "a", "a=", "=a", "a=b=c", "=="])
  func cutting(text: String) {
    let (before, after) = text.cut(at: "=")
    #expect(!before.contains("=") && before + (after.map { "=" + $0 } ?? "") == text)
    #expect((after == nil) == !text.contains("="))
  }

  @Test("any text is decoded as Foundation decodes it, and refused where that repairs UTF-8")
  func oracle() throws {
    var generator = SeededGenerator(seed: 3_986)
    let pieces = ["%", "%4", "%41", "%c3", "%a9", "%C3%A9", "%zz", "+", "a", "é", "&", "="]
    for _ in 0..<20_000 {
      let count = Int.random(in: 0...6, using: &generator)
      let text = (0..<count).map { _ in pieces.randomElement(using: &generator) ?? "" }.joined()
      let decoded = text.removingPercentEncoding.flatMap { $0.contains("\u{FFFD}") ? nil : $0 }
      #expect(PercentEncoding.decode(text) == decoded, "\(text)")
    }
  }

  @Test("fields that are written by Foundation are read unchanged")
  func written() throws {
    var generator = SeededGenerator(seed: 9_112)
    let characters = Array("ab =&?%+/#;é🔔\0\n\"'")
    func text(_ least: Int) -> String {
      String(
        (0..<Int.random(in: least...5, using: &generator)).map { _ in
          characters.randomElement(using: &generator) ?? "a"
        })
    }
    for _ in 0..<2_000 {
      var fields: [String: String] = [:]
      for _ in 0..<3 { fields[text(1)] = text(0) }
      let allowed = CharacterSet.alphanumerics
      let query = try fields.map { name, value in
        try #require(name.addingPercentEncoding(withAllowedCharacters: allowed)) + "="
          + #require(value.addingPercentEncoding(withAllowedCharacters: allowed))
      }.joined(separator: "&")
      let target = RequestTarget("/?" + query)
      #expect(Set(target.query.names) == Set(fields.keys), "\(query)")
      for (name, value) in fields { #expect(target[name] == value, "\(query)") }
    }
  }
}
