import Foundation
import NotificationScheduling
import NotificationStorage
import NotificationTypes
import TestSupport
import Testing

@testable import CenterServer

@Suite("The page")
struct PageTests {
  private static let scripts = [
    PackageResources.center_js, PackageResources.parts_js, PackageResources.settings_js,
    PackageResources.sounds_js, PackageResources.extensions_js, PackageResources.open_js,
  ]

  @Test("all files together are below 100 KB")
  func size() {
    let files =
      Self.scripts + [
        PackageResources.index_html, PackageResources.center_css, PackageResources.open_html,
        PackageResources.icon_svg,
      ]
    #expect(files.reduce(0) { $0 + $1.count } < 100_000)
  }

  @Test("no script makes markup of a text")
  func markup() {
    for script in Self.scripts {
      let text = String(decoding: script, as: UTF8.self)
      for word in [
        "innerHTML", "outerHTML", "insertAdjacentHTML", "document.write", "eval(", "srcdoc",
      ] {
        #expect(!text.contains(word))
      }
    }
  }

  private struct Visit: Decodable {
    let complaints: [String]
    let foreignRequests: [String]
    let now: [String: Int]
    let alerts: Int
    let titles: [String]
    let isLive: Bool
    let isAnswered: Bool
    let found: Int
    let upcoming: Int
    let overflow: [String: Int]
    let names: [String]
    let settings: Bool
    let sounds: Int
    let isPlayed: Bool
    let focus: [String]
    let hostile: [String: Bool]
    let clipping: [[Int]]
    let scroll: [String: Double]
    let pictures: [String: Int]
  }

  @Test("a person uses it in Chromium")
  func browser() async throws {
    let bench = try Bench(opens: false)
    try await seed(bench)
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    let output = bench.root.appending(path: "visit.json")
    let arguments =
      [root.appending(path: "Browser/visit.py").path, bench.link.absoluteString]
      + (ProcessInfo.processInfo.environment["TOCSIN_SCREENSHOTS"].map { [$0] } ?? [])
    try await bench.delivering { _ in
      let script = try Tool.python.start(arguments, output: .file(output.path))
      // The script looks for this one before it goes on.
      let later = NotificationRequest(
        identifier: "later", app: "org.example.mail",
        content: .init(title: "Arrived while you looked", categoryIdentifier: "mail"),
        trigger: .timeInterval(try TimeIntervalTrigger(.seconds(5))))
      try bench.schedule.add(later)
      while script.isRunning { try await Task.sleep(for: .milliseconds(50)) }
      try #require(script.waitUntilExit() == .exited(0))
    }
    let visit = try JSONDecoder().decode(Visit.self, from: try Data(contentsOf: output))
    #expect(visit.complaints == [])
    #expect(visit.foreignRequests == [])
    #expect(visit.alerts == 0)
    #expect(visit.titles.contains("<img src=x onerror=alert(1)><script>alert(2)</script>"))
    #expect(visit.isLive && visit.isAnswered)
    // Half of a picture of 480 by 200 points; the hidden one beside it is not there.
    #expect(visit.clipping == [[240, 200]])
    // It came before the other one of its app.
    let (relevant, quiet) = (
      visit.titles.firstIndex(of: "Relevant news"), visit.titles.firstIndex(of: "Quiet news")
    )
    #expect(try #require(relevant) < #require(quiet))
    #expect(visit.found == 1)
    #expect(visit.upcoming == 2)
    #expect(visit.overflow.values.allSatisfy { $0 <= 0 }, "\(visit.overflow)")
    #expect(visit.names == [], "controls without a name")
    #expect(visit.settings)
    #expect(visit.sounds >= 1 && visit.isPlayed)
    #expect(visit.focus.contains("search"))
    #expect(visit.hostile == ["framed": false, "fetched": false, "posted": false])
    #expect(try bench.store.read(.counts()).delivered == 10_006)
    // Only what came while the page was open moves in.
    #expect(visit.now == ["items": 10_000, "animated": 0], "\(visit.now)")
    print("10,000 notifications: \(visit.scroll)")
    #expect(visit.pictures.values.allSatisfy { $0 > 5_000 }, "\(visit.pictures)")
    let answer = try #require(try bench.store.fetch(.responses()).first?.response)
    #expect(answer.actionIdentifier == "reply" && answer.text == "On my way")
    #expect(try bench.store.profile(of: "org.example.mail").settings.permissions.sound == .disabled)
  }

  private func seed(_ bench: Bench) async throws {
    let mail = "org.example.mail"
    try bench.store.change(mail) { profile in
      profile.registration = RegisteredApp(identifier: mail, name: "Mail")
      profile.settings.answer(true, to: [.alert, .sound, .badge, .timeSensitive])
      profile.categories = [
        NotificationCategory(
          identifier: "mail",
          actions: [
            NotificationAction(
              identifier: "reply", title: "Reply",
              textInput: .init(buttonTitle: "Send", placeholder: "Your answer")),
            NotificationAction(identifier: "archive", title: "Archive"),
            NotificationAction(identifier: "delete", title: "Delete", options: .destructive),
          ])
      ]
    }
    try bench.store.change("org.example.news") {
      _ = $0.settings.request([.alert, .sound, .provisional])
    }
    try bench.store.change("org.example.camera") {
      $0.registration = RegisteredApp(identifier: "org.example.camera", name: "Front door")
      _ = $0.settings.request([.alert, .sound])
    }
    try makeSound(bench)
    let picture = bench.root.appending(path: "door.png").path
    try Bench.run(
      "ffmpeg",
      [
        "-v", "error", "-f", "lavfi", "-i", "testsrc2=size=480x200:rate=1", "-frames:v", "1",
        picture,
      ])
    func request(
      _ name: String, _ app: String, _ content: NotificationContent
    ) -> NotificationRequest {
      NotificationRequest(identifier: name, app: app, content: content)
    }
    try await bench.deliver([
      request(
        "hostile", "org.example.evil",
        .init(
          title: "<img src=x onerror=alert(1)><script>alert(2)</script>",
          body: "javascript:alert(3) \u{202E}txt.exe \"'><svg/onload=alert(4)>",
          threadIdentifier: "__proto__")),
      request(
        "relevant", "org.example.news", .init(title: "Relevant news", relevance: 0.75)),
      request("news", "org.example.news", .init(title: "Quiet news", body: "In the list only.")),
      request(
        "door", "org.example.camera",
        .init(
          title: "Somebody is at the door", interruptionLevel: .timeSensitive,
          attachments: [
            NotificationAttachment(
              identifier: "hidden", path: picture, thumbnail: .init(isHidden: true)),
            NotificationAttachment(
              identifier: "p", path: picture,
              thumbnail: .init(clipping: .init(x: 0.25, y: 0, width: 0.5, height: 1))),
          ])),
      request(
        "m1", mail,
        .init(
          title: "Lunch?", subtitle: "Ada", body: "At noon, the usual place. Bring the drawings.",
          categoryIdentifier: "mail", threadIdentifier: "Ada")),
      request(
        "m2", mail,
        .init(
          title: "Your parcel", subtitle: "Post", body: "It arrives tomorrow between 9 and 11.",
          categoryIdentifier: "mail", threadIdentifier: "Post")),
    ])
    // Half a day away: a deliverer runs, and none may come while the page is used.
    let hour = (Calendar.current.component(.hour, from: Date()) + 12) % 24
    let daily = try CalendarTrigger(.init(hour: hour, minute: 30), repeats: true)
    try bench.schedule.add(
      NotificationRequest(
        identifier: "morning", app: mail,
        content: .init(title: "Good morning", body: "The day's agenda"), trigger: .calendar(daily)))
    try bench.schedule.add(
      NotificationRequest(
        identifier: "tea", app: "org.example.news", content: .init(title: "Tea is ready"),
        trigger: .timeInterval(try TimeIntervalTrigger(.seconds(7_200)))))
    try bench.fill(10_000)
  }

  private func makeSound(_ bench: Bench) throws {
    let folder = bench.data.appending(path: "org.example.mail/Library/Sounds")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let source = "aevalsrc='0.5*sin(880*t*2*PI)*exp(-4*t)':s=22050:d=1.2"
    try Bench.run(
      "ffmpeg",
      ["-v", "error", "-f", "lavfi", "-i", source, folder.appending(path: "chime.wav").path])
  }
}
