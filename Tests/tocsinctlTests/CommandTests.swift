import Foundation
import TestSupport
import Testing

@Suite("tocsinctl: listing, checking, taking back, carrying over")
struct CommandTests {
  private func schedule(_ place: Workplace, _ identifier: String, _ options: String...) throws {
    let result = try place.run(
      ["schedule", "--title", "Title of \(identifier)", "--id", identifier] + options)
    #expect(result.status == 0, "\(result.errors)")
  }

  @Test("Pending: soonest first, with the next date and a countdown")
  func pending() throws {
    let place = try Workplace()
    try schedule(place, "late", "--at", "2090-01-01 12:00", "--tz", "Asia/Tokyo")
    try schedule(place, "soon", "--in", "90m")
    let lines = try place.run("pending").text.split(separator: "\n").map(String.init)
    #expect(lines.count == 3)
    #expect(lines[0].contains("NEXT") && lines[1].hasPrefix("soon  tocsinctl  "))
    #expect(lines[1].contains("1 h 30 min") || lines[1].contains("1 h 29 min"))
    #expect(lines[2].hasPrefix("late  tocsinctl  2090-01-01 12:00:00 +09:00  "))
    let items = try place.items("pending", "--json")
    let countdown = try #require(items[0]["countdown"] as? Double)
    #expect((5_000...5_400).contains(countdown))
    #expect(items[1]["nextDate"] as? String == "2090-01-01T12:00:00+09:00")
    #expect(try place.run("pending", "--app", "other").text.isEmpty)
  }

  @Test("Next: the dates of a rule, over a gap of the clocks")
  func next() throws {
    let place = try Workplace()
    let archive = """
      {"version": 1, "requests": [{"identifier": "a", "app": "x", "content": {"title": "t"},
      "trigger": {"type": "calendar", "repeats": true, "timeZone": "Europe/Berlin",
      "components": {"month": 3, "weekday": 1, "hour": 2, "minute": 30}}}]}
      """
    try place.folder.write(archive.utf8, to: "archive")
    #expect(try place.run("import", "archive").status == 0)
    let lines = try place.run("next", "a", "-n", "60").text.split(separator: "\n")
    #expect(lines.count == 60)
    // The last Sunday of March has no 02:30: it is 03:30 in summer time.
    #expect(lines.contains("2027-03-28 03:30:00 +02:00"))
    #expect(lines.contains("2027-03-21 02:30:00 +01:00"))
    #expect(try place.run("next", "none").status == 1)
    #expect(try place.run("next", "a", "-n", "0").status == 2)
  }

  @Test("Location: what waits for a region is due when it is entered, in that direction alone")
  func location() throws {
    let place = try Workplace()
    let archive = """
      {"version": 1, "requests": [{"identifier": "a", "app": "x", "content": {"title": "Home"},
      "trigger": {"type": "region", "identifier": "home", "latitude": 52.5, "longitude": 13.4,
      "radius": 100, "onEntry": true, "onExit": false, "repeats": false}}]}
      """
    try place.folder.write(archive.utf8, to: "archive")
    let imported = try place.run("import", "archive")
    #expect(imported.status == 0, "\(imported.errors)")
    let denied = try place.run("location", "enter", "home")
    #expect(denied.status == 1 && denied.errors.contains("tocsinctl settings x --location always"))
    #expect(try place.run("location", "list").text.contains("not allowed"))
    #expect(try place.run("settings", "x", "--location", "always").status == 0)
    #expect(try place.run("location", "exit", "home").errors == "0 due\n")
    #expect(try place.run("location", "enter", "home", "--app", "other").status == 1)
    let office = try place.run("location", "enter", "office")
    #expect(office.status == 1 && office.errors.contains("nothing waits for the region 'office'"))
    #expect(try place.run("location", "enter", "home").errors == "1 due\n")
    #expect(try place.items("pending", "--json").first?["nextDate"] is String)
    #expect(try place.run("location", "through", "home").status == 2)
  }

  @Test("A path with .. leads where it leads for the shell")
  func parentFolders() throws {
    let place = try Workplace()
    for name in ["here", "media"] {
      try FileManager.default.createDirectory(
        at: place.folder.url(name), withIntermediateDirectories: true)
    }
    try place.folder.write("x".utf8, to: "media/tea.png")
    #expect(try place.run("app", "register", "a", "--bundle", "here/../media").status == 0)
    let app = try #require(try place.items("app", "list", "--json").first)
    #expect(app["bundle"] as? String == place.folder.path("media"))
    try schedule(place, "tea", "--in", "1h", "--attach", "./here/../media/tea.png")
    let request = try #require(
      try place.items("pending", "--json").first?["request"] as? [String: Any])
    let content = try #require(request["content"] as? [String: Any])
    let attachment = (content["attachments"] as? [[String: String]])?.first
    #expect(attachment?["path"] == place.folder.path("media/tea.png"))
  }

  @Test("Cancel: some, all, all of an app; what is not there is a failure")
  func cancel() throws {
    let place = try Workplace()
    for identifier in ["a", "b", "c"] { try schedule(place, identifier, "--in", "1h") }
    try schedule(place, "x", "--in", "1h", "--app", "other")
    #expect(try place.run("cancel", "a", "b").errors == "2 taken back\n")
    #expect(try place.run("cancel", "a").status == 1)
    #expect(try place.run("cancel").status == 2)
    #expect(try place.run("cancel", "a", "--all").status == 2)
    #expect(try place.run("cancel", "--all", "--app", "other").errors == "1 taken back\n")
    #expect(try place.run("cancel", "--all").errors == "1 taken back\n")
    #expect(try place.run("pending").errors == "nothing is pending\n")
  }

  @Test("What is exported can be imported, and is the same")
  func archive() throws {
    let place = try Workplace()
    try schedule(place, "a", "--every", "day", "--at", "07:30", "--sound", "chime")
    try schedule(place, "b", "--at", "2090-01-01 12:00")
    try schedule(place, "c", "--every", "2h")
    let exported = try place.run("export")
    try place.folder.write(exported.output, to: "archive.json")
    #expect(try place.run("cancel", "--all").status == 0)
    #expect(try place.run("import", "archive.json").errors.hasPrefix("3 of 3 scheduled\n"))
    // The interval begins again: the order of the dates may differ, the requests do not.
    func requests(_ data: Data) throws -> [String] {
      let document = try JSONSerialization.jsonObject(with: data) as? [String: Any]
      let requests = document?["requests"] as? [[String: Any]] ?? []
      return try requests.map {
        String(
          decoding: try JSONSerialization.data(withJSONObject: $0, options: .sortedKeys),
          as: UTF8.self)
      }.sorted()
    }
    #expect(try requests(exported.output).count == 3)
    #expect(try requests(place.run("export").output) == requests(exported.output))
  }

  @Test(
    "A document that is none is refused with the place of the error",
    arguments: [
      ("[]", "is not a list of notifications"), ("{", "is not a list of notifications"),
      (#"{"version": 2, "requests": []}"#, "the format's version is 2"),
      (#"{"version": 1, "requests": [{"app": "a", "content": {}}]}"#, "has no 'identifier'"),
    ])
  func wrongArchive(text: String, message: String) throws {
    let place = try Workplace()
    try place.folder.write(text.utf8, to: "archive")
    let result = try place.run("import", "archive")
    #expect(result.status == 1 && result.errors.contains(message), "\(result.errors)")
  }

  @Test("An archive with dates that are over is imported without them, and says so")
  func oldDates() throws {
    let place = try Workplace()
    let archive = """
      {"version": 1, "requests": [
        {"identifier": "old", "app": "x", "content": {"title": "t"},
         "trigger": {"type": "calendar", "components": {"year": 2020}}},
        {"identifier": "new", "app": "x", "content": {"title": "t"},
         "trigger": {"type": "calendar", "components": {"year": 2090}}}]}
      """
    try place.folder.write(archive.utf8, to: "archive")
    let result = try place.run("import", "archive")
    #expect(result.status == 1 && result.errors.contains("1 of 2 scheduled"))
    #expect(try place.items("pending", "--json").count == 1)
  }

  @Test("An archive of more than the maximum: the first are kept, and it is said how many")
  func largeArchive() throws {
    let place = try Workplace()
    func request(_ identifier: String, _ seconds: Int) -> String {
      """
      {"identifier": "\(identifier)", "app": "x", "content": {"title": "t"},
       "trigger": {"type": "timeInterval", "seconds": \(seconds)}}
      """
    }
    let requests = [request("late", 7_200), request("soon", 3_600)].joined(separator: ",")
    try place.folder.write(#"{"version": 1, "requests": [\#(requests)]}"#.utf8, to: "archive")
    let result = try place.run("import", "archive", "--limit", "1")
    #expect(result.status == 1 && result.errors.contains("1 of 2 scheduled"), "\(result.errors)")
    let kept = try place.items("pending", "--json")
    #expect(
      kept.count == 1 && (kept[0]["request"] as? [String: Any])?["identifier"] as? String == "late")
    #expect(try place.run("import", "archive", "--limit", "0").status == 2)
    try place.folder.write([], to: "empty")
    #expect(try place.run("import", "empty").errors.contains("is not a list of notifications"))
  }

  @Test("At a maximum the newest is refused, also one that is due sooner; the others stay")
  func limit() throws {
    let place = try Workplace()
    try schedule(place, "a", "--in", "1h", "--limit", "2")
    try schedule(place, "b", "--in", "2h", "--limit", "2")
    let late = try place.run("schedule", "--in", "3h", "--title", "t", "--id", "c", "--limit", "2")
    #expect(late.status == 1 && late.errors.contains("'c' is not kept: tocsinctl has 2 requests"))
    let soon = try place.run("schedule", "--in", "1m", "--title", "t", "--id", "d", "--limit", "2")
    #expect(soon.status == 1 && soon.errors.contains("'d' is not kept"), "\(soon.errors)")
    try schedule(place, "a", "--in", "3h", "--limit", "2")
    #expect(try place.items("pending", "--json").count == 2)
    #expect(try place.items("missed", "--json").isEmpty)
  }

  @Test("Nothing delivered, nothing missed, nobody delivers: each is said, and no failure")
  func empty() throws {
    let place = try Workplace()
    #expect(try place.run("delivered").errors == "nothing was delivered\n")
    #expect(try place.run("missed").errors == "nothing was missed\n")
    #expect(try place.run("remove-delivered", "--all").status == 0)
    #expect(try place.run("remove-delivered", "a").status == 1)
    #expect(try place.run("status").text.hasPrefix("scheduler  none runs\n"))
  }

  @Test("Without a daemon a notification is delivered once, even where the store cannot take that")
  func once() throws {
    let place = try Workplace()
    #expect(try place.run("schedule", "--in", "1h", "--title", "t", "--id", "x").status == 0)
    let script = """
      import sqlite3, sys
      base = sqlite3.connect(sys.argv[1])
      base.execute("CREATE TRIGGER no BEFORE DELETE ON request BEGIN SELECT RAISE(ABORT, 'no'); END")
      base.commit()
      """
    let trigger = try Tool.python.run([
      "-c", script, place.folder.path("tocsin/notifications.sqlite"),
    ])
    #expect(trigger.status == 0, "\(trigger.errors)")
    let result = try place.run("notify", "--id", "a", "--title", "t", "--device", "null")
    #expect(result.text == "a\n")
    let count = result.errors.split(separator: "\n").count { $0.contains("banner not shown") }
    #expect(count <= 1, "\(result.errors)")
    #expect(
      try place.items("pending", "--json").compactMap { item in
        (item["request"] as? [String: Any])?["identifier"] as? String
      } == ["x"])
  }

  @Test("A title cannot steer the terminal")
  func controls() throws {
    let place = try Workplace()
    let result = try place.run(
      "schedule", "--in", "1h", "--title", "\u{1B}[2Jred\nline", "--id", "\u{7}bell")
    #expect(result.status == 0)
    let output = result.text + (try place.run("pending").text)
    #expect(!output.contains("\u{1B}") && !output.contains("\u{7}"))
    #expect(output.contains(#"\u{1b}[2Jred\u{a}line"#))
  }

  @Test(
    "Each command has help with status 0",
    arguments: [
      "schedule", "pending", "next", "cancel", "delivered", "remove-delivered", "missed", "export",
      "import", "status",
    ])
  func help(command: String) throws {
    let result = try Workplace().run(command, "--help")
    #expect(result.status == 0 && result.text.hasPrefix("OVERVIEW: "))
  }

  @Test("What will not come is said when it is scheduled, and so is that nobody delivers")
  func doubts() throws {
    let place = try Workplace()
    let result = try place.run(
      "schedule", "--in", "1h", "--title", "t", "--sound", "nonesuch", "--critical", "--category",
      "none", "--attach", "/does/not/exist")
    #expect(result.status == 0)
    for text in [
      "the default sound will play: ", "may not send critical alerts", "has no category 'none'",
      "there is no file '/does/not/exist'", "no daemon runs",
    ] {
      #expect(result.errors.contains(text), "\(result.errors)")
    }
    _ = try place.run("settings", "tocsinctl", "--critical", "on", "--authorization", "off")
    let denied = try place.run("schedule", "--in", "1h", "--title", "t", "--critical")
    #expect(denied.errors.contains("'tocsinctl' may not send notifications"), "\(denied.errors)")
    #expect(!denied.errors.contains("critical"))
  }
}
