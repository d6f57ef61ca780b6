import Foundation
import NotificationScheduling
import NotificationStorage
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
    var titles: [String: [String]] = [:]
    var records: [String: DeliveryRecord] = [:]
    for (app, options) in [
      ("hidden", ["--previews", "when-unlocked"]), ("none", ["--lock-screen", "off"]),
    ] {
      try box.store().change(app) { $0.settings.answer(true, to: [.alert, .sound]) }
      let result = try box.run(["settings", app] + options)
      #expect(result.status == 0, "\(result.errors)")
      // The daemon waits for the login manager's answer for a second, which may be too short on a
      // busy machine; then the screen counts as not locked.
      for number in 1...(state == "locked" ? 20 : 1) {
        let before = try server.notifications().count
        let identifier = "\(app)-\(number)"
        _ = try box.run(
          "notify", "--app", app, "--id", identifier, "--title", "Secret", "--sound", "ping")
        let record = try box.outcome(of: identifier)
        #expect(record.sound.code == "played")
        records[app] = record
        let shown = try server.notifications().dropFirst(before).map(\.summary)
        titles[app] = shown
        if !shown.contains("Secret") { break }
      }
    }
    if state == "locked" {
      #expect(titles["hidden"]?.count == 1 && titles["hidden"]?.first != "Secret")
      #expect(titles["none"]?.isEmpty == true)
      #expect(records["none"]?.banner == .init("list", reason: "lock-screen"))
    } else {
      #expect(titles == ["hidden": ["Secret"], "none": ["Secret"]])
    }
    withExtendedLifetime(system) {}
  }
}
