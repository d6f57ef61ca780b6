import Foundation
import NotificationScheduling
import NotificationStorage
import NotificationTypes
import TestSupport
import Testing

@Suite("Places: what waits for a region", .serialized)
struct PlaceTests {
  private static func archive(_ requests: [(identifier: String, onEntry: Bool)]) -> String {
    let items = requests.map { request in
      """
      {"identifier": "\(request.identifier)", "app": "shop", "content": {"title": "Milk"},
      "trigger": {"type": "region", "identifier": "shop", "latitude": 52.5163,
      "longitude": 13.3777, "radius": 150, "onEntry": \(request.onEntry),
      "onExit": \(!request.onEntry), "repeats": false}}
      """
    }
    return #"{"version": 1, "requests": ["# + items.joined(separator: ",") + "]}"
  }

  /// A box with two requests, for entering and for leaving.
  private func shopBox(
    _ configuration: String = "", environment: [String: String] = [:], isAllowed: Bool = true
  ) throws -> Box {
    let box = try Box(
      configuration: Box.allowing + configuration, environment: environment)
    let archive = Self.archive([("in", true), ("out", false)])
    try box.folder.write(archive.utf8, to: "archive")
    let result = try box.run("import", box.folder.path("archive"))
    #expect(result.status == 0, "\(result.errors)")
    if isAllowed { _ = try box.run("settings", "shop", "--location", "always") }
    return box
  }

  private func gpsd(_ port: UInt16) -> String { "location: {gpsd: 'localhost:\(port)'}\n" }

  // What gpsfake has sent before gpsd opens its terminal is lost: some 20 s of the receiver's, more
  // on a busy machine. What a track begins with is therefore long.
  private static func away(_ seconds: Int) -> [Double] { Array(repeating: 500, count: seconds) }
  private static func there(_ seconds: Int) -> [Double] { Array(repeating: 0, count: seconds) }

  @Test(
    "E59: with gpsd, an entry and an exit are delivered on the way through a region",
    .needs(FakeReceiver.isInstalled, "gpsfake and gpsd are not installed"))
  func receiver() throws {
    let receiver = try FakeReceiver(Self.away(180) + Self.there(60) + Self.away(60))
    let box = try shopBox(gpsd(receiver.port))
    try box.start("--null-audio")
    _ = try box.outcome(of: "in")
    _ = try box.outcome(of: "out")
    #expect(box.log.components(separatedBy: "a region was crossed").count == 3, "\(box.log)")
  }

  @Test(
    "A region that is entered while the box is off is reported after its start",
    .needs(FakeReceiver.isInstalled, "gpsfake and gpsd are not installed"))
  func off() throws {
    let receiver = try FakeReceiver(Self.there(900))
    let box = try shopBox(gpsd(receiver.port))
    let report = try box.run("location", "at", "52.6,13.3777", "--accuracy", "20")
    #expect(report.errors == "0 due\n")
    #expect(try box.run("location", "list").text.contains("outside"))
    try box.start("--null-audio")
    _ = try box.outcome(of: "in")
    try box.eventually("it is inside") {
      try box.run("location", "list").text.contains("inside")
    }
  }

  @Test("A position that a host reports is in no file of the store")
  func position() throws {
    let box = try shopBox("location: {gpsd: 'off'}\n")
    let (latitude, longitude) = (52.612345, 13.487654)
    try box.start("--null-audio")
    _ = try box.run("location", "at", "\(latitude),\(longitude)", "--accuracy", "20")
    #expect(try box.run("location", "list").text.contains("outside"))
    let state = box.folder.path("state")
    let store = try FileManager.default.subpathsOfDirectory(atPath: state).reduce(Data()) {
      $0 + (FileManager.default.contents(atPath: "\(state)/\($1)") ?? Data())
    }
    // The place that the request waits for is there.
    #expect(store.firstRange(of: Data("52.5163".utf8)) != nil)
    for number in [latitude, longitude] {
      #expect(store.firstRange(of: Data("\(number)".utf8)) == nil)
      // As SQLite stores a number (File Format, 2.1).
      let bytes = withUnsafeBytes(of: number.bitPattern.bigEndian) { Data($0) }
      #expect(store.firstRange(of: bytes) == nil)
    }
  }

  @Test("E60: a host reports the position, and each request is delivered once")
  func host() throws {
    let box = try shopBox("location: {gpsd: 'off'}\n")
    try box.start("--null-audio")
    let dues = try ["geo:52.6,13.3777;u=20", "52.5163,13.3777", "geo:52.5163,13.3777;crs=wgs84"]
      .map { try box.run("location", "at", $0, "--accuracy", "20").errors }
    #expect(dues == ["0 due\n", "1 due\n", "0 due\n"])
    _ = try box.outcome(of: "in")
    // Too far for what it claims: it changes nothing.
    #expect(
      try box.run("location", "at", "52.5180,13.3777", "--accuracy", "500").errors == "0 due\n")
    #expect(try box.run("location", "at", "geo:52.6,13.3777").errors == "1 due\n")
    _ = try box.outcome(of: "out")
    #expect(try box.run("location", "list").errors == "nothing waits for a region\n")
    for wrong in ["91,0", "52.5", "here", "1,2,3", "geo:1,2;crs=mars", "geo:1,2;u=x"] {
      #expect(try box.run("location", "at", wrong).status == 2, "\(wrong)")
    }
    #expect(try box.run("location", "at", "1,2", "--accuracy", "-1").status == 2)
    #expect(try box.run("location", "at", "-33.8568,151.2153").status == 0)
  }

  @Test(
    "E61, E62: the user is asked with the app's reason, and the answer counts at once",
    arguments: [true, false])
  func question(isAllowed: Bool) async throws {
    let bus = try SessionBus()
    let server = try await ScriptedServer(on: bus)
    let box = try shopBox(environment: bus.environment, isAllowed: false)
    try box.folder.write("location: {gpsd: 'off'}\n".utf8, to: "config/tocsin/tocsin.yml")
    _ = try box.run("settings", "shop", "--authorization", "on")
    try box.start("--null-audio")
    #expect(try box.run("location", "enter", "shop").status == 1)
    _ = try box.store().change("shop") {
      $0.settings.location.request(.whenInUse, purpose: "To remind you of the milk.")
    }
    NotificationSchedule(store: try box.store()).wakeSchedulers()
    try await server.wait("the question") { $0.contains { $0.call == "Notify" } }
    let shown = try #require(try server.notifications().first)
    #expect(shown.summary == "Allow “shop” to use the place of this device?")
    #expect(shown.body == "To remind you of the milk.")
    let key = isAllowed ? "action-0" : "action-1"
    try await server.order(.emit("ActionInvoked", "us", .number(1), .string(key)))
    try box.eventually("the answer is kept") {
      try box.store().profile(of: "shop").settings.location.access
        == (isAllowed ? .whenInUse : .denied)
    }
    #expect(try box.run("location", "enter", "shop").status == (isAllowed ? 0 : 1))
  }

  @Test("Where nobody can be asked, the policy answers", arguments: [true, false])
  func unattended(isAllowed: Bool) throws {
    let box = try shopBox("", isAllowed: false)
    try box.folder.write(
      "authorization: {unattended: \(isAllowed)}\nlocation: {gpsd: 'off'}\n".utf8,
      to: "config/tocsin/tocsin.yml")
    try box.start("--null-audio")
    _ = try box.store().change("shop") {
      $0.settings.location.request(.always, purpose: "To remind you of the milk.")
    }
    NotificationSchedule(store: try box.store()).wakeSchedulers()
    try box.eventually("the answer is kept") {
      try box.store().profile(of: "shop").settings.location.access
        == (isAllowed ? .always : .denied)
    }
  }

  @Test(
    "E63, E64: the app hears of a click on it, but not after its permission was taken back",
    arguments: [true, false])
  func click(isAllowed: Bool) async throws {
    let bus = try SessionBus()
    let server = try await ScriptedServer(on: bus)
    let box = try shopBox("location: {gpsd: 'off'}\n", environment: bus.environment)
    let output = box.folder.path("answers")
    _ = try box.run(
      "app", "register", "shop", "--exec", "/bin/sh", "--exec", "-c", "--exec",
      "cat > /dev/null; echo \"$TOCSIN_ACTION\" >> \(output)")
    try box.start("--null-audio")
    #expect(try box.run("location", "enter", "shop").errors == "1 due\n")
    #expect(try box.outcome(of: "in").banner.code == "shown")
    if !isAllowed { _ = try box.run("settings", "shop", "--location", "denied") }
    try await server.order(.emit("ActionInvoked", "us", .number(1), .string("default")))
    try box.eventually("it is dealt with") {
      try box.store().fetch(.delivered(app: "shop")).isEmpty
        && box.store().fetch(.responses(app: "shop")).isEmpty
    }
    if isAllowed {
      try box.eventually("the command has it") {
        (try? box.folder.bytes(of: "answers")) == Array("default\n".utf8)
      }
    } else {
      // Another response comes after it, and alone.
      _ = try box.run("notify", "--app", "shop", "--id", "other", "--title", "Other")
      #expect(try box.outcome(of: "other").banner.code == "shown")
      try await server.order(.emit("ActionInvoked", "us", .number(2), .string("default")))
      try box.eventually("the command has it") {
        (try? box.folder.bytes(of: "answers")) == Array("default\n".utf8)
      }
    }
  }

  @Test("A setting for another machine's gpsd is refused: it would tell where the box is")
  func address() throws {
    let box = try Box(configuration: "location: {gpsd: 'gps.example.org:2947'}\n")
    let refusal = try box.refusal("--null-audio")
    #expect(refusal.errors.contains("location.gpsd: 'gps.example.org:2947' is not off"))
  }
}
