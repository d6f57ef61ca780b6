import Foundation
import NotificationScheduling
import NotificationTypes
import TestSupport
import Testing

@Suite("The snippets of the documentation that are about notifications run as they stand")
struct SnippetTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try FileManager.default.createDirectory(
      at: folder.url("run"), withIntermediateDirectories: false,
      attributes: [.posixPermissions: 0o700])
  }

  private var environment: [String: String] {
    [
      "XDG_STATE_HOME": folder.path("state"), "XDG_DATA_HOME": folder.path("data"),
      "XDG_RUNTIME_DIR": folder.path("run"), "DBUS_SESSION_BUS_ADDRESS": "",
      "TOCSIN_APP_ID": "snippet", "TOCSIN_AUDIO_DEVICE": "null",
      "TOCSIN_AUTHORIZATION_UNATTENDED": "true",
    ]
  }

  /// The identifiers of the requests that an app has in the store.
  private func pending(_ app: String) throws -> [String] {
    let schedule = try NotificationSchedule.standard(in: .standard(environment: environment))
    return try schedule.pending(app: app).map(\.request.identifier)
  }

  @Test("Each module of a notification does what its page shows")
  func modules() throws {
    let result = try Tool.built("NotificationModules").run([], environment: environment)
    #expect(result.status == 0, "\(result.errors)")
    let lines = result.text.split(separator: "\n").map(String.init)
    #expect(lines.prefix(2) == ["true", #"["lunch"]"#])
    #expect(lines.contains("played"), "\(lines)")
    #expect(try pending("org.example.kitchen") == ["lunch"])
  }

  @Test("Apple's modules do what their pages show")
  func apple() throws {
    let result = try Tool.built("AppleModules").run([], environment: environment)
    #expect(result.status == 0, "\(result.errors)")
    #expect(result.text == "true\n")
    #expect(try pending("snippet") == ["tea"])
  }

  @Test("The service of ten lines keeps its request until it is due")
  func service() async throws {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: try Tool.built("DueNotifications").path)
    process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
    try process.run()
    while process.isRunning, try pending("org.example.kitchen").isEmpty {
      try await Task.sleep(for: .milliseconds(10))
    }
    #expect(process.isRunning)
    process.terminate()
    process.waitUntilExit()
  }
}
