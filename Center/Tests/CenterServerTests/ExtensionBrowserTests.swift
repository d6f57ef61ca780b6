import Foundation
import Glibc
import NotificationScheduling
import NotificationStorage
import NotificationTypes
import TestSupport
import Testing

@testable import CenterServer

@Suite("Pages of apps in Chromium")
struct ExtensionBrowserTests {
  private static let app = "org.example.kitchen"
  private static let here = URL(fileURLWithPath: #filePath).deletingLastPathComponent()

  private struct Tour: Decodable {
    let shown: Bool
    let text: String
    let picture: Int
    let heading: String
    let ownTextShown: Bool
    let height: Int
    let pressesOfStill: String
    let presses: String
    let pressesKept: String
    let bareShown: Bool
    let bareHeading: String
    let afterMore: String
    let headingAfterMore: String
    let note: String
    let stays: Bool
    let dismissed: Bool
    let forwarded: Bool
    let unanswered: Bool
    let unansweredSeconds: Double
    /// How many notifications with a page of their own are in sight, and the most pages at once.
    let places: Int
    let loaded: Int
    /// Which notifications have their own content again.
    let own: [String: Bool]
    let turns: Bool
    let typed: String
    let tallest: Int
    let hostile: String
    let goneElsewhere: Bool
    let address: String
    let windows: Int
    let other: [String]
    let control: [String]
    let controlOther: [String]
    let controlLeft: [String]
    let complaints: [String]
    let overflow: [String: Int]
    let pictures: [String: Int]
  }

  @Test("I101 to I103: a page shows a notification and answers its actions; a hostile one is held")
  func tour() async throws {
    let bench = try Bench(opens: false)
    let hostile = bench.root.appending(path: "pages/hostile")
    try await seed(bench)
    let output = bench.root.appending(path: "tour.json")
    let arguments =
      [
        Self.here.appending(path: "Browser/extensions.py").path, bench.link.absoluteString,
        hostile.path,
      ]
      + (ProcessInfo.processInfo.environment["TOCSIN_SCREENSHOTS"].map { [$0] } ?? [])
    let script = try Tool.python.start(arguments, output: .file(output.path))
    while script.isRunning { try await Task.sleep(for: .milliseconds(50)) }
    try #require(script.waitUntilExit() == .exited(0))
    let tour = try JSONDecoder().decode(Tour.self, from: try Data(contentsOf: output))
    checkShown(tour)
    try checkAnswers(tour, bench)
    checkHostile(tour)
    #expect(tour.overflow.values.allSatisfy { $0 <= 0 }, "\(tour.overflow)")
    #expect(tour.pictures.values.allSatisfy { $0 > 5_000 }, "\(tour.pictures)")
  }

  private func checkShown(_ tour: Tour) {
    #expect(tour.shown && tour.text == "Eggs: 7 minutes" && tour.picture == 2)
    #expect(tour.heading == "7 minutes left" && tour.ownTextShown)
    #expect((70...110).contains(tour.height), "\(tour.height)")
    #expect(tour.bareHeading == "Kitchen" && !tour.bareShown)
    #expect(tour.pressesOfStill == "0" && tour.presses == "2" && tour.pressesKept == "2")
    #expect(tour.complaints == [])
    #expect(tour.places > 12 && tour.loaded == 8, "\(tour.places), \(tour.loaded)")
    // A page that is gone, says nothing, does not end, or says too much.
    #expect(
      tour.own == ["Gone": true, "Silent": true, "Floods": true, "Loops": true, "Steals": true])
    #expect(tour.turns)
  }

  private func checkAnswers(_ tour: Tour, _ bench: Bench) throws {
    #expect(tour.afterMore == "Eggs: 12 minutes" && tour.headingAfterMore == "12 minutes left")
    #expect(tour.note == "soft ones" && tour.stays && tour.dismissed && tour.forwarded)
    #expect(tour.unanswered && tour.unansweredSeconds >= 4)
    let responses = try bench.store.fetch(.responses()).map(\.response)
    #expect(responses.map(\.requestIdentifier) == ["Soup", "Bread"])
    #expect(responses.map(\.actionIdentifier) == ["forward", "mute"])
    let left = try bench.store.fetch(.delivered()).map(\.request.identifier)
    #expect(!left.contains("Beans") && left.contains("Eggs") && left.contains("Hostile"))
  }

  private func checkHostile(_ tour: Tour) {
    #expect(tour.hostile.hasSuffix("tried, reached: "), "\(tour.hostile)")
    #expect(tour.other == [], "another server was reached")
    #expect(tour.address == "/" && tour.windows == 1)
    #expect(!tour.goneElsewhere && tour.typed == "egg" && tour.tallest == 640)
    // Where nothing holds it, it reaches all of this.
    #expect(
      Set(tour.control).isSuperset(of: [
        "parentPage", "parentToken", "parentAddress", "ownToken", "cookie", "database", "neighbour",
        "api", "change", "blindChange", "ownFolder", "fetchOther", "request", "events", "image",
        "script", "centreScript", "worker", "evaluation", "inline", "outside", "outsideEncoded",
        "link", "hidden",
      ]), "\(tour.control)")
    #expect(Set(tour.controlOther).isSuperset(of: ["/beacon", "/frame", "/socket"]))
    #expect(tour.controlLeft == ["form", "topLink", "topAddress", "topReplace"])
  }

  private func seed(_ bench: Bench) async throws {
    let pages = bench.root.appending(path: "pages")
    try FileManager.default.copyItem(at: Self.here.appending(path: "Fixtures"), to: pages)
    let hostile = pages.appending(path: "hostile")
    let svg = Data("<svg xmlns='http://www.w3.org/2000/svg'/>".utf8)
    try svg.write(to: pages.appending(path: "secret.svg"))
    try svg.write(to: hostile.appending(path: ".hidden.svg"))
    #expect(symlink("../secret.svg", hostile.appending(path: "knot.svg").path) == 0)
    func page(
      _ category: String..., of folder: String, hides: Bool = false, isOpen: Bool = false,
      titles: Bool = true
    ) -> ContentExtension {
      ContentExtension(
        categories: category, page: pages.appending(path: folder + "/index.html").path,
        initialContentSizeRatio: 0.2, isDefaultContentHidden: hides, overridesDefaultTitle: titles,
        isUserInteractionEnabled: isOpen)
    }
    try bench.store.change(Self.app) { profile in
      profile.settings.answer(true, to: [.alert])
      profile.registration = RegisteredApp(
        identifier: Self.app, name: "Kitchen",
        contentExtensions: [
          page("timer", "bread", of: "timer"),
          page("rice", of: "timer", hides: true, isOpen: true, titles: false),
          page("gone", of: "nowhere"), page("silent", of: "silent", hides: true),
          page("busy", of: "busy"), page("loops", of: "loops"), page("steals", of: "steals"),
          page("hostile", of: "hostile", isOpen: false),
        ])
      profile.categories = [
        NotificationCategory(
          identifier: "timer",
          actions: [
            NotificationAction(identifier: "later", title: "5 more"),
            NotificationAction(
              identifier: "note", title: "Note", textInput: .init(buttonTitle: "Keep")),
            NotificationAction(identifier: "stop", title: "Stop", options: .destructive),
            NotificationAction(identifier: "forward", title: "Tell the app"),
          ]),
        NotificationCategory(
          identifier: "bread", actions: [NotificationAction(identifier: "mute", title: "Mute")]),
      ]
    }
    let picture = bench.root.appending(path: "egg.png")
    try Data(base64Encoded: Self.twoPixels)?.write(to: picture)
    let list =
      (1...6).map { ("More \($0)", "timer") } + [
        ("Hostile", "hostile"), ("Floods", "busy"), ("Loops", "loops"), ("Steals", "steals"),
        ("Silent", "silent"),
        ("Gone", "gone"), ("Bread", "bread"), ("Soup", "timer"), ("Beans", "timer"),
        ("Rice", "rice"), ("Eggs", "timer"),
      ]
    for (title, category) in list {
      var content = NotificationContent(
        title: title, body: "The notification's own text.", categoryIdentifier: category,
        threadIdentifier: title, userInfo: ["minutes": .integer(7)])
      if title == "Eggs" {
        content.attachments = [NotificationAttachment(identifier: "p", path: picture.path)]
      }
      try await bench.deliver([
        NotificationRequest(identifier: title, app: Self.app, content: content)
      ])
    }
  }

  /// A picture of two points.
  private static let twoPixels =
    "iVBORw0KGgoAAAANSUhEUgAAAAIAAAABCAIAAAB7QOjdAAAAD0lEQVR4nGP438Bg0HABAArhAwC8VaCAAAAAAElFTkSuQmCC"
}
