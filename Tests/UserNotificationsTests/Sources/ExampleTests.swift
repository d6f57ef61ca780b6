import Foundation
import NotificationScheduling
import NotificationStorage
import NotificationTypes
import TestSupport
import Testing

@Suite("The examples, run on a box without a daemon, a screen and a sound device")
struct ExampleTests {
  private let box: BareBox
  private var environment: [String: String] { box.environment }

  init() throws { box = try BareBox(app: "") }

  @Test("The pomodoro rings after work and after rest, four times")
  func pomodoro() async throws {
    let tool = try Tool.built("pomodoro")
    let environment = environment
    // On a thread of its own: it takes long, and the other tests need this one.
    let result: ToolResult = try await withCheckedThrowingContinuation { continuation in
      Thread.detachNewThread {
        // The first bell is in six seconds: all are scheduled by then.
        continuation.resume(
          with: Result { try tool.run(["0.1", "0.05"], environment: environment) })
      }
    }
    let lines = result.text.split(separator: "\n")
    let bells = (1...4).flatMap { round in
      [
        "Work is over. Round \(round) of 4. Next: Rest.",
        "Rest is over. Round \(round) of 4. Next: Work.",
      ]
    }
    #expect(result.status == 0 && lines.first == "8 bells are scheduled.")
    #expect(lines.dropFirst().map(String.init) == bells)
  }

  @Test("The reminder refuses a date in the past, and what is not a date")
  func reminder() throws {
    let tool = try Tool.built("reminder")
    let past = try tool.run(["Tea", "2020-01-01T09:00"], environment: environment)
    #expect(past.status == 65 && past.text == "That was in the past.\n")
    #expect(try tool.run(["Tea", "soon"], environment: environment).status == 64)
  }

  @Test("The box's alarm is critical, and is shown and heard though the program is in front")
  func boxAlarm() async throws {
    let process = try Tool.built("box-alarm").start(["/", "101"], environment: environment)
    defer { process.terminate() }
    let store = try NotificationStore(folder: .standard(environment: environment))
    var alarm: DeliveredNotification?
    try await eventually("it is heard") {
      alarm = try store.fetch(.delivered(app: "box-alarm")).first
      return alarm?.record?.sound.code == "played"
    }
    let delivered = try #require(alarm)
    #expect(delivered.request.content.title == "The disk is nearly full")
    #expect(delivered.request.content.sound?.isCritical == true)
    #expect(delivered.record?.sound.code == "played")
    #expect(delivered.record?.banner.code == "not-shown")
  }

  @Test("A program goes on where no library can be loaded, and says what is missing")
  func withoutLibraries() throws {
    let folder = box.folder
    let names = [
      "asound.so.2", "ebur128.so.1", "nettle.so.8", "sndfile.so.1", "soxr.so.0", "yaml-0.so.2",
    ]
    for name in names { try folder.write([UInt8](), to: "lib\(name)") }
    for place in ["config/tocsin", "data/tocsin/sounds"] {
      try FileManager.default.createDirectory(
        at: folder.url(place), withIntermediateDirectories: true)
    }
    try folder.write("log: {level: debug}".utf8, to: "config/tocsin/tocsin.yml")
    // Faster than what is played as it is.
    let fast = PlainWAVE.integers(Array(repeating: 1_000, count: 9_600), sampleRate: 96_000)
    try folder.write(fast, to: "data/tocsin/sounds/fast.wav")
    var environment = environment
    environment["LD_LIBRARY_PATH"] = folder.url.path
    environment["XDG_CONFIG_HOME"] = folder.path("config")
    environment["TOCSIN_AUDIO_DEVICE"] = "default"
    let schedule = try NotificationSchedule.standard(in: .standard(environment: environment))
    try schedule.add(
      NotificationRequest(
        identifier: "fast", app: "finished",
        content: NotificationContent(title: "Fast", sound: NotificationSound(name: "fast.wav"))))
    let result = try Tool.built("finished").run(["It is over"], environment: environment)
    #expect(result.status == 0)
    for library in ["libyaml", "libsoxr", "libasound"] {
      #expect(result.errors.contains("\(library) is not installed"), "\(result.errors)")
    }
    #expect(try schedule.store.fetch(.delivered(app: "finished")).count == 2)
  }
}

@Suite("The program of the README")
struct ReadmeProgramTests {
  private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appending(path: "../../..").standardized

  @Test("It stands in the README as it is built and run here")
  func text() throws {
    func text(_ path: String) throws -> String {
      try String(contentsOf: Self.root.appending(path: path), encoding: .utf8)
    }
    let isThere = try text("README.md").contains(
      "```swift\n" + text("Examples/tea/main.swift") + "```\n")
    #expect(isThere, "README.md does not have Examples/tea/main.swift")
  }

  @Test("What it schedules is kept when it has ended, each time, and a helper stays for it")
  func kept() throws {
    let program = try Tool.built("tea")
    for _ in 1...10 {
      let folder = try TemporaryFolder()
      let result = try program.run(
        [],
        environment: [
          "XDG_STATE_HOME": folder.path("state"), "XDG_DATA_HOME": folder.path("data"),
          "XDG_RUNTIME_DIR": folder.url.path, "DBUS_SESSION_BUS_ADDRESS": "", "TOCSIN_APP_ID": "",
          "TOCSIN_AUDIO_DEVICE": "null",
        ])
      #expect(result.status == 0, "\(result)")
      let lines = result.errors.split(separator: "\n")
      #expect(lines.count == 1 && lines[0].contains("1 notification waits until"), "\(lines)")
      let state = StoreFolder(path: folder.path("state/tocsin"))
      let schedule = try NotificationSchedule.standard(in: state)
      #expect(try schedule.pending(app: "tea").map(\.request.identifier) == ["tea"])
      #expect(AppHelper.isThere(for: "tea", in: state))
      // Nothing waits any more.
      try schedule.cancel(nil, app: "tea")
      schedule.wakeSchedulers()
      try waitUntil("the helper ends") { !AppHelper.isThere(for: "tea", in: state) }
    }
  }
}
