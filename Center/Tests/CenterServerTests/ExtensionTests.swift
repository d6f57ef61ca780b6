import Foundation
import Glibc
import NotificationScheduling
import NotificationStorage
import NotificationTypes
import TestSupport
import Testing

@testable import CenterServer

@Suite("Pages of apps: what is served, and to whom")
struct ExtensionTests {
  private static let app = "org.example.kitchen"

  /// A centre with one delivered notification, which a page in a folder of the test's own shows.
  private struct Place {
    let bench: Bench
    let folder: URL

    init(page name: String = "index.html", category: String = "timer") async throws {
      bench = try Bench()
      folder = bench.root.appending(path: "page")
      try FileManager.default.createDirectory(
        at: folder.appending(path: "parts"), withIntermediateDirectories: true)
      let page = folder.appending(path: name)
      try Data("<p>page".utf8).write(to: page)
      let shown = ContentExtension(
        categories: ["timer", "other"], page: page.path, initialContentSizeRatio: 0.25,
        isDefaultContentHidden: true, overridesDefaultTitle: true, isUserInteractionEnabled: true)
      try bench.store.change(ExtensionTests.app) {
        $0.registration = RegisteredApp(
          identifier: ExtensionTests.app, contentExtensions: [shown])
      }
      try await bench.deliver([
        NotificationRequest(
          identifier: "eggs", app: ExtensionTests.app,
          content: .init(
            title: "Eggs", categoryIdentifier: category, userInfo: ["minutes": .integer(7)]))
      ])
    }

    func describe() throws -> Answer {
      let number = try #require(try bench.store.read(.numbers(of: .delivered())).first)
      return try bench.ask("/api/extension?number=\(number)")
    }

    /// The path of the page's folder, with a slash at its end.
    func path() throws -> String {
      let page = try JSONDecoder().decode(Described.self, from: describe().body).page
      return page.split(separator: "/").prefix(2).reduce("/") { $0 + $1 + "/" }
    }

    /// A request as a frame without an origin makes it.
    func load(_ path: String, _ fields: [String: String] = [:]) throws -> Answer {
      let frame = [
        "Cookie": "", "X-Tocsin-Token": "", "Origin": "null", "Sec-Fetch-Site": "cross-site",
      ]
      return try bench.ask(path, fields: frame.merging(fields) { $1 })
    }

    func write(_ name: String, _ text: String = "x") throws {
      try Data(text.utf8).write(to: folder.appending(path: name))
    }
  }

  private struct Described: Decodable {
    struct Notification: Decodable {
      let identifier: String
      let app: String
      let content: NotificationContent
    }
    let page: String
    let ratio: Double
    let hidesDefault: Bool
    let overridesTitle: Bool
    let isInteractive: Bool
    let notification: Notification
  }

  @Test("I102: a notification of its category has the page, with what the app has declared")
  func described() async throws {
    let place = try await Place(page: "my page.html")
    let found = try JSONDecoder().decode(Described.self, from: try place.describe().body)
    #expect(found.page.hasPrefix("/extension/") && found.page.hasSuffix("/my%20page.html"))
    #expect(found.ratio == 0.25 && found.hidesDefault && found.overridesTitle)
    #expect(found.isInteractive && found.notification.identifier == "eggs")
    #expect(found.notification.content.userInfo == ["minutes": .integer(7)])
    #expect(try place.load(found.page).text == "<p>page")
    // The address is the same for each notification of the page.
    #expect(
      try JSONDecoder().decode(Described.self, from: place.describe().body).page == found.page)
  }

  @Test(
    "I102: a notification of another category, or of none, has no page", arguments: ["", "tea"])
  func otherCategory(category: String) async throws {
    #expect(try await Place(category: category).describe().status == 404)
  }

  @Test("the list of apps says which categories have a page")
  func listed() async throws {
    let place = try await Place()
    let record = try #require(try AppRecord.all(in: place.bench.store).first)
    #expect(record.extended == ["timer", "other"])
  }

  @Test("what a page needs is served, each file with its type and the page's own policy")
  func types() async throws {
    let place = try await Place()
    let path = try place.path()
    for (name, type) in [
      ("index.html", "text/html; charset=utf-8"), ("parts/a.CSS", "text/css; charset=utf-8"),
      ("parts/b.mjs", "text/javascript; charset=utf-8"), ("c.svg", "image/svg+xml"),
      ("d e.woff2", "font/woff2"),
    ] {
      try place.write(name, name)
      let answer = try place.load(path + name.replacing(" ", with: "%20"))
      #expect(answer.status == 200 && answer.text == name, "\(name)")
      #expect(answer.fields["content-type"] == type && answer.fields["x-frame-options"] == nil)
      #expect(answer.fields["access-control-allow-origin"] == "null")
      #expect(answer.fields["x-content-type-options"] == "nosniff")
      let own = "http://127.0.0.1:\(place.bench.port)\(path)"
      let policy = try #require(answer.fields["content-security-policy"])
      #expect(policy.hasPrefix("sandbox allow-scripts; default-src 'none'; script-src \(own); "))
      #expect(policy.contains("form-action 'none'; frame-ancestors http://127.0.0.1:"))
      #expect(!policy.contains("allow-same-origin") && !policy.contains("connect-src"))
    }
  }

  @Test("no name leads out of the page's folder, or to what is no file of a page")
  func names() async throws {
    let place = try await Place()
    let path = try place.path()
    try place.write("notes.txt")
    try place.write(".hidden.svg")
    try place.write("../secret.svg", "secret")
    try FileManager.default.createDirectory(
      at: place.folder.appending(path: ".git"), withIntermediateDirectories: true)
    try place.write(".git/a.svg")
    try place.write("parts/a.svg", "good")
    let root = place.bench.root.path
    for (name, goal) in [
      ("knot.svg", "\(root)/secret.svg"), ("inner.svg", "parts/a.svg"), ("way", ".."),
    ] {
      #expect(symlink(goal, place.folder.appending(path: name).path) == 0)
    }
    #expect(mkfifo(place.folder.appending(path: "pipe.svg").path, 0o600) == 0)
    let large = place.folder.appending(path: "large.svg").path
    #expect(FileManager.default.createFile(atPath: large, contents: nil))
    #expect(truncate(large, off_t(ExtensionDesk.byteLimit) + 1) == 0)
    let bad = [
      "", "parts", "parts/", "notes.txt", ".hidden.svg", ".git/a.svg", "../secret.svg",
      "%2e%2e/secret.svg", "..%2fsecret.svg", "parts/../../secret.svg", "parts%2fa.svg", "//c.svg",
      "parts//a.svg", "/etc/passwd", "%2fetc%2fpasswd", "knot.svg", "inner.svg", "way/secret.svg",
      "way/page/parts/a.svg", "pipe.svg", "large.svg", "a%00.svg", "%ff.svg", "%zz.svg",
      String(repeating: "a", count: 300) + ".svg", "nothing.svg", ".", "..", "parts/a.svg/",
    ]
    for name in bad {
      let answer = try place.bench.raw(path + name)
      #expect(answer.status == 404, "\(name)")
      #expect(!answer.text.contains("secret"), "\(name)")
    }
    #expect(try place.load(path + "parts/a.svg").text == "good")
    #expect(truncate(large, off_t(ExtensionDesk.byteLimit)) == 0)
    #expect(try place.load(path + "large.svg").status == 200)
  }

  @Test("without its secret address nothing is served, nor under another name of this machine")
  func keys() async throws {
    let place = try await Place()
    let path = try place.path()
    #expect(try place.load(path + "index.html").status == 200)
    let key = String(path.dropFirst("/extension/".count).dropLast())
    let last = key.last == "0" ? "1" : "0"
    for wrong in [
      "", key.dropLast() + last, String(key.dropLast()), key + "0", key.uppercased() + "g",
    ] {
      #expect(try place.load("/extension/\(wrong)/index.html").status == 404, "\(wrong)")
    }
    for wrong in ["/extension", "/extension/", "/extension/\(key)"] {
      #expect(try place.load(wrong).status == (wrong == "/extension" ? 403 : 404), "\(wrong)")
    }
    let evil = ["Host": "evil.example:\(place.bench.port)"]
    #expect(try place.load(path + "index.html", evil).status == 421)
    #expect(try place.bench.post(path + "index.html", "{}").status == 404)
    // The address itself is told to the owner's page alone.
    let number = try #require(try place.bench.store.read(.numbers(of: .delivered())).first)
    #expect(try place.load("/api/extension?number=\(number)").status == 403)
    // The secret opens nothing else.
    #expect(try place.load("/api/sounds?app=a&t=" + key).status == 403)
  }

  @Test("a page that is registered no more, or whose folder is gone, is not served")
  func gone() async throws {
    let place = try await Place()
    let path = try place.path()
    let aside = place.bench.root.appending(path: "aside")
    try FileManager.default.moveItem(at: place.folder, to: aside)
    #expect(try place.load(path + "index.html").status == 404)
    try FileManager.default.moveItem(at: aside, to: place.folder)
    #expect(try place.load(path + "index.html").status == 200)
    try place.bench.store.change(Self.app) { $0.registration?.contentExtensions = [] }
    #expect(try place.load(path + "index.html").status == 404)
    #expect(try place.describe().status == 404)
  }

  @Test("a name that would become part of a header field is none of this server")
  func hosts() {
    #expect(Hosts.socket.contains("localhost") && Hosts.socket.contains("127.0.0.1:8400"))
    for name in ["localhost:", "localhost:a", "localhost:80;script-src *", "localhost:65536"] {
      #expect(!Hosts.socket.contains(name), "\(name)")
    }
  }

  @Test("A6: apps see that pages are shown for as long as a centre runs, and not after a kill")
  func presence() async throws {
    let bench = try Bench(opens: false)
    let folder = try #require(bench.store.folder)
    #expect(ContentExtensionPresence.isAnnounced(in: folder))
    var another: ContentExtensionPresence? = try ContentExtensionPresence(in: folder)
    #expect(kill(bench.process, SIGKILL) == 0)
    try await eventually("its end") { try bench.ask("/").status == 0 }
    #expect(another != nil && ContentExtensionPresence.isAnnounced(in: folder))
    another = nil
    #expect(!ContentExtensionPresence.isAnnounced(in: folder))
  }
}
