import AudioFormats
import Foundation
import Glibc
import NotificationScheduling
import NotificationStorage
import NotificationTypes
import TestSupport

/// A user's folders on a box, with the daemon and the control tool at work in them.
final class Box {
  let folder: TemporaryFolder
  var environment: [String: String]
  private let control: Tool
  private var processes: [RunningTool] = []
  /// Open while a test waits: to open it at each look would take most of the test's time.
  private var watched: NotificationStore?
  private var isWatching = false

  /// - Parameters:
  ///   - configuration: of the daemon, as YAML; empty asks the user about new apps.
  ///   - environment: besides the box's own: of a bus, of a sound server. Without one there is no
  ///     bus and no sound card.
  init(configuration: String = Box.allowing, environment: [String: String] = [:]) throws {
    folder = try TemporaryFolder()
    control = try Tool.built("tocsinctl")
    for name in ["state", "run", "config/tocsin", "data/tocsin"] {
      try FileManager.default.createDirectory(
        at: folder.url(name), withIntermediateDirectories: true)
    }
    try FileManager.default.createSymbolicLink(
      atPath: folder.path("data/tocsin/sounds"), withDestinationPath: Self.sounds)
    try folder.write(configuration.utf8, to: "config/tocsin/tocsin.yml")
    self.environment = [
      "XDG_RUNTIME_DIR": folder.path("run"), "DBUS_SESSION_BUS_ADDRESS": "unix:path=/nonexistent",
      "XDG_DATA_HOME": folder.path("home"), "SWIFT_BACKTRACE": "enable=no", "TZ": "UTC",
      "HOME": folder.url.path, "TOCSIN_AUDIO_WAIT": "7", "TOCSIN_BANNERS_WAIT": "0",
    ].merging(environment) { $1 }.merging([
      "XDG_STATE_HOME": folder.path("state"), "XDG_DATA_DIRS": folder.path("data"),
      "XDG_CONFIG_HOME": folder.path("config"),
    ]) { $1 }
  }

  deinit { for process in processes { process.kill() } }

  /// New apps may do everything without a question.
  static let allowing = "authorization: {unanswered: allow}\n"

  /// The sounds that Tocsin ships.
  static let sounds = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appending(path: "../../../sounds").standardized.path

  var stateFolder: StoreFolder { StoreFolder(path: folder.path("state/tocsin")) }

  func store() throws -> NotificationStore {
    if let watched { return watched }
    let store = try NotificationStore(folder: stateFolder)
    if isWatching { watched = store }
    return store
  }

  private func watch(_ isWatching: Bool) {
    self.isWatching = isWatching
    if !isWatching { watched = nil }
  }

  /// Gives an app the sound `long.wav`. However busy the machine is, a look finds it sounding.
  func addLongSound(to app: String) throws {
    let places = "home/\(app)/Library/Sounds"
    try FileManager.default.createDirectory(
      at: folder.url(places), withIntermediateDirectories: true)
    let rate = 8_000
    let samples = (0..<25 * rate).map { sin(Double($0)) / 10 }
    let sound = Samples16(PCMBuffer(channelCount: 1, samples: samples), sampleRate: rate)
    try folder.write(sound.wave, to: places + "/long.wav")
  }

  // MARK: The daemon

  /// Starts the daemon, and waits until it is ready.
  /// - Parameter wrapper: a program that becomes the daemon, and its arguments.
  @discardableResult
  func start(_ arguments: String..., through wrapper: [String] = []) throws -> RunningTool {
    let process = try launch(arguments, through: wrapper)
    let count = ready + 1
    try eventually("the daemon is ready: \(log)") { !process.isRunning || ready >= count }
    guard process.isRunning else { throw NeverHappened(description: "it has ended: \(log)") }
    return process
  }

  private var ready: Int { log.split(separator: "\n").count { $0.contains("notice ready") } }

  /// Starts the daemon, and waits for nothing.
  /// - Parameter errors: its standard error; nil is ``log``.
  func launch(
    _ arguments: [String], through wrapper: [String] = [], errors: ToolStream? = nil
  ) throws -> RunningTool {
    if !FileManager.default.fileExists(atPath: folder.path("log")) {
      try folder.write([], to: "log")
    }
    let process = try Tool("env").start(
      wrapper + [try Tool.built("tocsind").path] + arguments, environment: environment,
      errors: errors ?? .log(folder.path("log")))
    processes.append(process)
    return process
  }

  /// Runs the daemon to its end.
  func refusal(_ arguments: String...) throws -> ToolResult {
    try Tool.built("tocsind").run(arguments, environment: environment)
  }

  var log: String { String(decoding: (try? folder.bytes(of: "log")) ?? [], as: UTF8.self) }

  // MARK: The control tool

  func run(_ arguments: String...) throws -> ToolResult { try run(arguments) }

  func run(_ arguments: [String]) throws -> ToolResult {
    try control.run(arguments, environment: environment)
  }

  /// What is recorded of a delivered notification.
  func record(_ identifier: String, app: String? = nil) throws -> DeliveryRecord? {
    try store().fetch(.delivered(app: app, identifier: identifier)).first?.record
  }

  /// The title of a delivered notification.
  func title(_ identifier: String) throws -> String? {
    try store().fetch(.delivered(identifier: identifier)).first?.request.content.title
  }

  /// Waits for what happens without telling, for as long as a machine may be busy.
  func eventually(_ what: @autoclosure () -> String, _ isTrue: () throws -> Bool) throws {
    watch(true)
    defer { watch(false) }
    try waitUntil(what(), isTrue)
  }

  /// The same without holding a thread, for a test that takes long: the others need it.
  func soon(_ what: @autoclosure () -> String, _ isTrue: () throws -> Bool) async throws {
    watch(true)
    defer { watch(false) }
    try await TestSupport.eventually(what(), isTrue)
  }

  /// Waits until the sound of a notification has come to its end, whatever that is.
  func outcome(of identifier: String) throws -> DeliveryRecord {
    var found: DeliveryRecord?
    try eventually("the end of \(identifier): \(log)") {
      found = try record(identifier)
      return found.map { $0.sound.code != "begun" && $0.banner.code != "begun" } ?? false
    }
    guard let found else { throw NeverHappened(description: "no record of \(identifier)") }
    return found
  }
}
