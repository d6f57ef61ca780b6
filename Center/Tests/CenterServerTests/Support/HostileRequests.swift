import Foundation
import TestSupport

/// Requests that no browser sends. `HOST`, `COOKIE` and `TOKEN` stand for those of a server.
enum HostileRequests {
  /// Request targets, most of them malformed.
  static var targets: [String] { short + long }

  private static let short: [String] = [
    "", "/", "//", "///", "/..", "/../", "/../../etc/passwd", "/.", "/./", "/.//..", "*", "?",
    "/?", "/?=", "/?==", "/?&", "/?&&", "/?=&=", "/?=&", "/?&=", "/?a", "/?a=", "/?=a", "/?a=b=c",
    "/?a&b", "/?#", "/#", "#", "/#?=", "/?%", "/?%=", "/?=%", "/%", "/%zz", "/?%zz", "/?a=%zz",
    "/?%zz=a", "/%00", "/?a=%00", "/%ff", "/?%ff=%ff", "/%c0%af", "/%2e%2e/%2e%2e", "/%2f%2f",
    "/;", "/?;", "/;a=b", "/?a;b", "/\\", "/\\..\\..", "/ /", "/\t", "/?+", "/?+=+", "/?a[]=1",
    "http://HOST/", "http://HOST/?=", "http://HOST", "http:///", "http://", "http:", "://",
    "https://evil.example/", "http://user:pass@HOST/", "HOST", "HOST:443", "evil.example:443",
    "/open", "/open?", "/open?=", "/open?key", "/open?key=", "/open?key=&key=", "/open?key=%",
    "/open?key=" + String(repeating: "0", count: 64), "/open/", "/open?KEY=1",
    "/extension", "/extension/", "/extension//", "/extension///", "/extension/?=",
    "/extension/a", "/extension/a/", "/extension/%/%", "/extension/%2e%2e/a.js",
    "/extension/../a.js", "/extension/\u{301}/a.js", "/api", "/api/", "/api//", "/api/?=",
    "/api/events/", "/api/extension", "/api/extension?number", "/api/extension?number=",
    "/api/extension?number=-1", "/api/extension?number=99999999999999999999",
    "/api/extension?number=9223372036854775807", "/api/extension?number=0x1",
    "/api/picture", "/api/picture?number=1&index=-1", "/api/picture?number=1&index=1e9",
    "/api/picture?number=-9223372036854775808&index=9223372036854775807",
    "/api/sounds", "/api/sounds?app", "/api/sounds?app=", "/api/sounds?app=..",
    "/api/sounds?app=%2e%2e%2f", "/api/sounds?app=%00", "/api/sounds?app=a&app=b",
    "/api/sounds?=a", "/api/sound?app=a&folder=-1&name=a", "/api/sound?app=a&folder=99&name=a",
    "/api/sound?app=a&folder=18446744073709551616&name=a.wav",
    "/api/sound?app=a&folder=0&name=..%2F..%2Fetc%2Fpasswd", "/api/sound?app=a&folder&name",
    "/api/events?t=%zz", "/api/events?t", "/center.js?=", "/center.js/", "/CENTER.JS",
    "/\u{202E}gnp", "/é", "/🔔", "/e\u{301}?\u{301}=\u{301}&=\u{301}",
  ]

  private static var long: [String] {
    [
      String(repeating: "/", count: 9_000), "/?" + String(repeating: "&", count: 9_000),
      "/?" + String(repeating: "=", count: 9_000), "/?a=" + String(repeating: "%41", count: 9_000),
      "/?" + (0..<4_000).map { "k\($0)=\($0)" }.joined(separator: "&"),
      "/" + String(repeating: "a", count: 100_000), "/?q=" + String(repeating: "a", count: 1 << 20),
    ]
  }

  /// The end of a request by a browser that has a session.
  static let session = "Cookie: COOKIE\r\nX-Tocsin-Token: TOKEN\r\n"

  /// Whole requests: methods, versions, header fields and bodies that are wrong.
  static var requests: [String] { starts + withFields + withBodies + withJSON }

  private static let starts: [String] = [
    "", "\r\n", "\r\n\r\n", "\0", "GET", "GET ", "GET /", "GET / ", "GET / HTTP", "GET / HTTP/",
    "GET / HTTP/1.1", "GET / HTTP/1.1\r\n", "GET / HTTP/1.1\r\n\r\n", "GET / HTTP/1.1\n\n",
    "GET / HTTP/1.0\r\n\r\n", "GET / HTTP/0.9\r\n\r\n", "GET / HTTP/2.0\r\n\r\n",
    "GET / HTTP/9.9\r\n\r\n", "GET / HTTP/1.1\r\r\n\n", "GET\t/\tHTTP/1.1\r\n\r\n",
    "get / http/1.1\r\n\r\n", "\u{7F}\u{FF}\u{FF}\r\n\r\n", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
    "\u{16}\u{3}\u{1}\u{2}\0\u{1}\0\u{1}\u{FC}\u{3}\u{3}", "CONNECT HOST HTTP/1.1\r\n\r\n",
    "OPTIONS * HTTP/1.1\r\nHost: HOST\r\n\r\n", "HEAD / HTTP/1.1\r\nHost: HOST\r\n\r\n",
    "TRACE / HTTP/1.1\r\nHost: HOST\r\n\r\n", "BREW / HTTP/1.1\r\nHost: HOST\r\n\r\n",
    String(repeating: "A", count: 10_000) + " / HTTP/1.1\r\n\r\n",
  ]

  private static let fields: [String] = [
    "Host:", "Host: ", "Host: HOST\r\nHost: HOST", "Host: HOST\r\nHost: evil.example",
    "Host: evil.example", "Host: HOST:1", "Host: :", "Host: ::", "Host: [::1]", "Host: \u{FF}",
    "Host: 127.0.0.1:", "Host: 127.0.0.1:+1", "Host: localhost:99999999999999999999", "Host",
    ": HOST", " Host: HOST", "Host : HOST", "Host: HOST\0", "Host: HOST\r\n folded",
    "Host: HOST\r\nCookie:", "Host: HOST\r\nCookie: =", "Host: HOST\r\nCookie: ;",
    "Host: HOST\r\nCookie: =;=;=", "Host: HOST\r\nCookie: tocsin-center",
    "Host: HOST\r\nCookie: tocsin-center=", "Host: HOST\r\nCookie: \u{FF}=\u{FF}; ;;",
    "Host: HOST\r\nCookie: " + String(repeating: "tocsin-center=;", count: 2_000),
    "Host: HOST\r\nOrigin:", "Host: HOST\r\nOrigin: null", "Host: HOST\r\nOrigin: http://HOST.",
    "Host: HOST\r\nSec-Fetch-Site:", "Host: HOST\r\nSec-Fetch-Site: same-origin, none",
    "Host: HOST\r\nX-Tocsin-Token:", "Host: HOST\r\nX-Tocsin-Token: \u{FF}\0",
    "Host: HOST\r\nExpect: 100-continue",
    "Host: HOST\r\nUpgrade: websocket\r\nConnection: Upgrade",
    "Host: HOST\r\nUpgrade: h2c\r\nConnection: Upgrade, HTTP2-Settings\r\nHTTP2-Settings: AA",
    "Host: HOST\r\nConnection: close", "Host: HOST\r\nConnection: \u{1}",
    "Host: HOST\r\nA: " + String(repeating: "a", count: 200_000),
    "Host: HOST\r\n" + (0..<3_000).map { "A\($0): \($0)" }.joined(separator: "\r\n"),
  ]

  /// What follows the host's name where a body does.
  private static let bodyStarts: [String] = [
    "Content-Length: 0\r\n\r\n", "Content-Length: 2\r\n\r\n{}", "Content-Length: 2\r\n\r\n{",
    "Content-Length: -1\r\n\r\n", "Content-Length: +2\r\n\r\n{}", "Content-Length: 2,2\r\n\r\n{}",
    "Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}", "Content-Length:\r\n\r\n{}",
    "Content-Length: 99999999999999999999\r\n\r\n{}",
    "Content-Length: 9223372036854775807\r\n\r\n",
    "Content-Length: 0x2\r\n\r\n{}", "Content-Length: 2 2\r\n\r\n{}", "\r\n{}",
    "Content-Length: 65537\r\n\r\n" + String(repeating: "a", count: 65_537),
    "Transfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n",
    "Transfer-Encoding: chunked\r\n\r\n",
    "Transfer-Encoding: chunked\r\n\r\n-1\r\n", "Transfer-Encoding: chunked\r\n\r\nzz\r\n{}",
    "Transfer-Encoding: chunked\r\n\r\nffffffffffffffffff\r\n{}",
    "Transfer-Encoding: x\r\n\r\n{}",
    "Transfer-Encoding: chunked\r\n\r\n2;a=\"b\r\n{}\r\n0\r\nA: b\r\n\r\n",
    "Transfer-Encoding: chunked\r\nContent-Length: 2\r\n\r\n2\r\n{}\r\n0\r\n\r\n",
    "Transfer-Encoding: gzip, chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n",
  ]

  private static var withFields: [String] {
    fields.flatMap { field -> [String] in
      let start = "GET / HTTP/1.1\r\n" + field + "\r\n"
      return [start + "\r\n", start + session + "\r\n"]
    }
  }

  private static var withBodies: [String] {
    let paths = ["/", "/api/clear", "/api/sounds?app=a&name=a.wav", "/api/?=", "/extension/a/b.js"]
    return bodyStarts.flatMap { end -> [String] in
      paths.flatMap { path -> [String] in
        let start = "POST " + path + " HTTP/1.1\r\nHost: HOST\r\n"
        return [start + end, start + session + end]
      }
    }
  }

  private static var withJSON: [String] {
    bodies.flatMap { body -> [String] in
      ["respond", "clear", "cancel", "settings", "test"].map { post("/api/" + $0, body) }
    }
  }

  /// A request by a browser that has a session.
  private static func post(_ path: String, _ body: String) -> String {
    let length = "Content-Length: " + String(body.utf8.count)
    return "POST " + path + " HTTP/1.1\r\nHost: HOST\r\n" + session + length + "\r\n\r\n" + body
  }

  private static let bodies: [String] = [
    "", "{", "[]", "null", "1e999", "\"\u{FF}\"", "{\"\\u0000\":\"\\ud800\"}", "\0", "\u{FEFF}{}",
    String(repeating: "[", count: 60_000), String(repeating: "{\"a\":", count: 10_000),
    #"{"number":1e30,"action":""}"#, #"{"number":-1,"action":"dismiss"}"#,
    #"{"number":9223372036854775807,"action":"\u0000"}"#, #"{"numbers":[1e99]}"#,
    #"{"numbers":[-1,0,9223372036854775807,1.5]}"#, #"{"app":"","identifier":""}"#,
    #"{"app":"..","identifier":"\u0000"}"#, #"{"app":"a","volume":1e308}"#,
    #"{"app":"a","volume":-1}"#, #"{"app":"a/../..","authorization":true}"#,
  ]

  /// Requests that a browser sends, to be changed at random.
  static var good: [String] { reads + changes }

  private static var reads: [String] {
    let starts: [String] = [
      "/ HTTP/1.1\r\n", "/center.js HTTP/1.1\r\n",
      "/open?key=0123456789abcdef HTTP/1.1\r\nSec-Fetch-Mode: navigate\r\n",
      "/api/sounds?app=org.example.a&t=TOKEN HTTP/1.1\r\n",
      "/api/sound?app=org.example.a&folder=0&name=my+bell.caf HTTP/1.1\r\n",
      "/api/picture?number=1&index=0 HTTP/1.1\r\nOrigin: http://HOST\r\n",
      "/api/extension?number=1 HTTP/1.1\r\nSec-Fetch-Site: same-origin\r\n",
      "/extension/0123456789abcdef/index.html HTTP/1.1\r\nOrigin: null\r\n",
    ]
    return starts.map { "GET " + $0 + "Host: HOST\r\n" + session + "\r\n" }
  }

  private static var changes: [String] {
    [
      post("/api/respond", #"{"number":1,"action":"reply","text":"Yes"}"#),
      post("/api/clear", #"{"numbers":[1,2]}"#),
      post("/api/settings", #"{"app":"a","sound":false,"style":"alert","volume":0.25}"#),
      post("/api/cancel", #"{"app":"org.example.a","identifier":"morning"}"#),
    ]
  }

  private static var pieces: [[UInt8]] { texts.map { Array($0.utf8) } + notUTF8 }

  private static let notUTF8: [[UInt8]] = [[0xFF], [0xC3], [0xED, 0xA0, 0x80], [0xF0, 0x9F]]

  private static let texts: [String] = [
    "=", "?=", "&", "%", "%zz", "%00", "\r\n", "\n", "\r\n\r\n", "/", "//", "/../", ":", ";",
    "\0",
    " ", "HTTP/1.0", "0", "-1", "99999999999999999999", "é", "\u{301}", "{", "\"", "Host: evil",
  ]

  /// A request with one to five changes.
  static func mutated(
    _ request: [UInt8], _ generator: inout SeededGenerator
  ) -> [UInt8] {
    var bytes = request
    for _ in 0..<Int.random(in: 1...5, using: &generator) {
      let place = Int.random(in: 0...bytes.count, using: &generator)
      let end = min(bytes.count, place + Int.random(in: 0...8, using: &generator))
      let piece = pieces.randomElement(using: &generator) ?? []
      switch Int.random(in: 0..<5, using: &generator) {
      case 0: bytes.removeSubrange(place..<end)
      case 1: bytes.insert(contentsOf: piece, at: place)
      case 2: bytes.replaceSubrange(place..<end, with: piece)
      case 3: bytes.insert(contentsOf: bytes[place..<end], at: place)
      default:
        if place < bytes.count { bytes[place] ^= 1 << UInt8.random(in: 0..<8, using: &generator) }
      }
    }
    return bytes
  }
}
