import Foundation
import Glibc
import NotificationScheduling
import NotificationStorage
import NotificationTypes
import TestSupport
import Testing

@Suite("Who gets an answer")
struct AccessTests {
  static let paths = ["/", "/center.js", "/center.css", "/api/events", "/api/sounds?app=a"]

  @Test("a link opens one session, once")
  func onceOnly() throws {
    let bench = try Bench(opens: false)
    let first = try Bench.curl([bench.link.absoluteString])
    let second = try Bench.curl([bench.link.absoluteString])
    #expect(first.status == 200)
    let cookie = try #require(first.fields["set-cookie"])
    #expect(cookie.contains("HttpOnly") && cookie.contains("SameSite=Strict"))
    #expect(!cookie.contains("Domain"))
    #expect(second.status == 403)
    #expect(second.fields["set-cookie"] == nil)
    #expect(second.text.contains("used already"))
  }

  @Test("a wrong key opens nothing, and spends nothing")
  func wrongKey() throws {
    let bench = try Bench(opens: false)
    let right = bench.link.absoluteString
    let last = right.last == "0" ? "1" : "0"
    for link in [right.dropLast() + last, String(right.dropLast()), right + "0"] {
      #expect(try Bench.curl([link]).status == 403)
    }
    for path in ["/open", "/open?key=", "/open?key"] {
      #expect(try Bench.curl(["http://127.0.0.1:\(bench.port)\(path)"]).status == 403)
    }
    #expect(try Bench.curl([right]).status == 200)
  }

  @Test("without the cookie nothing is read or changed", arguments: paths)
  func cookie(path: String) throws {
    let bench = try Bench()
    for cookie in ["", "tocsin-center=", "tocsin-center=" + bench.token, "other=1"] {
      let answer = try bench.ask(path, fields: ["Cookie": cookie])
      #expect(answer.status == 401, "\(cookie)")
    }
    #expect(try bench.post("/api/clear", "{}", fields: ["Cookie": ""]).status == 401)
  }

  @Test("the cookie alone reads and changes nothing: cookies go to all ports of a host")
  func token() async throws {
    let bench = try Bench()
    try await bench.deliver([request("one")])
    for token in ["", "0", String(bench.token.dropLast()), bench.cookie] {
      let fields = ["X-Tocsin-Token": token]
      #expect(try bench.ask("/api/events", fields: fields).status == 403)
      #expect(try bench.ask("/api/events?t=" + token, fields: fields).status == 403)
      #expect(try bench.post("/api/clear", "{}", fields: fields).status == 403)
    }
    #expect(try bench.store.read(.counts()).delivered == 1)
    #expect(try bench.post("/api/clear", "{}").status == 204)
    #expect(try bench.store.read(.counts()).delivered == 0)
  }

  @Test("another name for this machine gets nothing (DNS rebinding)")
  func host() throws {
    let bench = try Bench()
    let port = bench.port
    let bad = [
      "evil.example:\(port)", "evil.example", "127.0.0.1", "127.0.0.1:\(port == 80 ? 81 : 80)",
      "127.0.0.1.evil.example:\(port)", "127.0.0.1:\(port):\(port)", "[::1]:\(port)",
      "0.0.0.0:\(port)",
    ]
    for host in bad {
      let fields = ["Host": host, "Origin": "http://" + host]
      #expect(try bench.ask("/", fields: fields).status == 421, "\(host)")
      #expect(try bench.post("/api/clear", "{}", fields: fields).status == 421, "\(host)")
    }
    let local = "localhost:\(port)"
    #expect(try bench.ask("/", fields: ["Host": local, "Origin": "http://" + local]).status == 200)
    // A page of that name does not spend the key either.
    let fresh = try Bench(opens: false)
    let evil = ["-H", "Host: evil.example:\(fresh.port)", fresh.link.absoluteString]
    #expect(try Bench.curl(evil).status == 421)
    #expect(try Bench.curl([fresh.link.absoluteString]).status == 200)
  }

  @Test("a page of another site, or of another port of this host, changes nothing")
  func origin() throws {
    let bench = try Bench()
    let origins = [
      "http://evil.example", "null", "https://127.0.0.1:\(bench.port)",
      "http://127.0.0.1:\(bench.port == 80 ? 81 : 80)", "http://localhost:\(bench.port)",
    ]
    for origin in origins {
      let fields = ["Origin": origin]
      #expect(try bench.post("/api/clear", "{}", fields: fields).status == 403, "\(origin)")
    }
    for site in ["cross-site", "same-site", "nonsense"] {
      let fields = ["Sec-Fetch-Site": site, "Origin": ""]
      #expect(try bench.post("/api/clear", "{}", fields: fields).status == 403, "\(site)")
      #expect(try bench.ask("/api/events", fields: fields).status == 403, "\(site)")
      #expect(try bench.ask("/center.js", fields: fields).status == 403, "\(site)")
    }
  }

  @Test("each answer forbids what a hostile page could use, refusals too")
  func fields() throws {
    let bench = try Bench()
    let answers = [
      try bench.ask("/"), try bench.ask("/center.js"), try bench.ask("/nowhere"),
      try bench.ask("/", fields: ["Cookie": ""]), try bench.ask("/", fields: ["Host": "evil"]),
    ]
    #expect(answers.map(\.status) == [200, 200, 404, 401, 421])
    for answer in answers {
      let policy = try #require(answer.fields["content-security-policy"])
      #expect(policy.hasPrefix("default-src 'none';") && !policy.contains("unsafe"))
      #expect(policy.contains("frame-ancestors 'none'") && policy.contains("form-action 'none'"))
      #expect(answer.fields["x-content-type-options"] == "nosniff")
      #expect(answer.fields["cache-control"] == "no-store")
      #expect(answer.fields["referrer-policy"] == "no-referrer")
      #expect(answer.fields["cross-origin-resource-policy"] == "same-origin")
      #expect(answer.fields["access-control-allow-origin"] == nil)
    }
  }

  @Test("other methods and too much of a body are refused")
  func limits() throws {
    let bench = try Bench()
    let large = Data(repeating: 0x20, count: (1 << 16) + 1)
    #expect(try bench.ask("/api/clear", large).status == 413)
    for method in ["PUT", "DELETE", "OPTIONS"] {
      let arguments = [
        "-X", method, "-H", "Cookie: " + bench.cookie, "http://127.0.0.1:\(bench.port)/",
      ]
      #expect(try Bench.curl(arguments).status == 405, "\(method)")
    }
    #expect(try bench.post("/api/clear", "not JSON").status == 400)
    #expect(try bench.ask("/").status == 200)
  }

  @Test("the server listens on the loopback alone")
  func loopback() throws {
    let bench = try Bench()
    let tables = try ["/proc/net/tcp", "/proc/net/tcp6"].flatMap {
      try String(contentsOfFile: $0, encoding: .utf8).split(separator: "\n").map(String.init)
    }
    let port = ":" + String(bench.port, radix: 16, uppercase: true)
    let listening = tables.compactMap { line -> String? in
      let words = line.split(separator: " ")
      return words.count > 3 && words[3] == "0A" && words[1].hasSuffix(port)
        ? String(words[1]) : nil
    }
    #expect(listening == ["0100007F" + port])
  }

  @Test("a Unix socket is its owner's alone, and is removed at the end")
  func socket() throws {
    let root = FileManager.default.temporaryDirectory.appending(
      path: "tcs-\(getpid())-\(UUID().uuidString.prefix(8))")
    defer { try? FileManager.default.removeItem(at: root) }
    let path = root.appending(path: "center.socket").path
    let output = Pipe()
    let process = try Bench.start(["--socket", path], in: root, output: output)
    var text = ""
    while !text.contains("\n") {
      text += String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
    }
    var status = stat()
    #expect(stat(path, &status) == 0 && status.st_mode & 0o077 == 0)
    let link = try #require(text.split(separator: " ").last).trimmingCharacters(in: .newlines)
    let own = try Bench.curl(["--unix-socket", path, "http://localhost:8080" + link])
    #expect(own.status == 200)
    if getuid() == 0 {
      #expect(chmod(root.path, 0o755) == 0)
      let other = [
        "--reuid=65534", "--regid=65534", "--clear-groups", "curl", "-s", "--unix-socket", path,
        "http://localhost/",
      ]
      // Could not connect.
      #expect(try Tool("setpriv").run(other).status == 7)
    }
    #expect(process.terminate() == .exited(0))
    #expect(access(path, F_OK) != 0)
  }

  private func request(_ name: String) -> NotificationRequest {
    NotificationRequest(identifier: name, app: "org.example.a", content: .init(title: name))
  }
}
