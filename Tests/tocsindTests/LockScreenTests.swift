import Foundation
import NotificationScheduling
import NotificationTypes
import TestSupport
import Testing

@Suite("Banners on a screen that may be locked", .serialized)
struct LockScreenTests {
  private static let script = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appending(path: "Fixtures/login.py").standardized.path

  /// A bus with the login manager. It runs already: a busy machine takes longer to start it than the
  /// daemon waits for its answer.
  private func systemBus(_ state: String) throws -> SessionBus {
    let bus = try SessionBus()
    try bus.folder.write(
      """
      [D-BUS Service]
      Name=org.freedesktop.login1
      Exec=/usr/bin/python3 \(Self.script) \(state)

      """.utf8, to: "services/login.service")
    bus.stop()
    try bus.start()
    let started = try Tool("dbus-send").run([
      "--bus=\(bus.address)", "--print-reply", "--reply-timeout=60000",
      "--dest=org.freedesktop.DBus", "/org/freedesktop/DBus",
      "org.freedesktop.DBus.StartServiceByName", "string:org.freedesktop.login1", "uint32:0",
    ])
    #expect(started.status == 0, "\(started.errors)")
    return bus
  }

  @Test(
    "When it is locked, the text is hidden or nothing is shown, as the user wants; the sound is heard",
    arguments: ["locked", "open", "silent", "unknown"])
  func locked(state: String) async throws {
    let bus = try SessionBus()
    let server = try await ScriptedServer(on: bus)
    let system = try systemBus(state)
    var environment = bus.environment
    environment["DBUS_SYSTEM_BUS_ADDRESS"] =
      state == "unknown" ? "unix:path=/nonexistent" : system.address
    let box = try Box(environment: environment)
    try box.start("--null-audio")
    for (app, options) in [
      ("hidden", ["--previews", "when-unlocked"]), ("none", ["--lock-screen", "off"]),
    ] {
      try box.store().change(app) { $0.settings.answer(true, to: [.alert, .sound]) }
      let result = try box.run(["settings", app] + options)
      #expect(result.status == 0, "\(result.errors)")
      _ = try box.run("notify", "--app", app, "--id", app, "--title", "Secret", "--sound", "ping")
      try box.eventually("it is delivered") { try box.record(app) != nil }
      #expect(try box.outcome(of: app).sound.code == "played")
    }
    let titles = try server.notifications().map(\.summary)
    if state == "locked" {
      #expect(!titles.contains("Secret") && titles.count == 1)
      #expect(try box.record("none")?.banner == .init("list", reason: "lock-screen"))
    } else {
      #expect(titles == ["Secret", "Secret"])
    }
    withExtendedLifetime(system) {}
  }
}
