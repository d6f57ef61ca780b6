import Foundation
import NotificationScheduling
import NotificationStorage
import NotificationTypes
import RemoteNotifications
import TestSupport
import Testing

/// A user's folders, with the programs at work in them.
final class RemoteUser: @unchecked Sendable {
  let folder: TemporaryFolder
  private var programs: [RunningTool] = []

  init() throws {
    folder = try TemporaryFolder()
    for name in ["run", "state"] {
      try FileManager.default.createDirectory(
        at: folder.url(name), withIntermediateDirectories: false,
        attributes: [.posixPermissions: 0o700])
    }
  }

  deinit { for program in programs { program.kill() } }

  var environment: [String: String] {
    [
      "XDG_STATE_HOME": folder.path("state"), "XDG_DATA_HOME": folder.path("data"),
      "XDG_RUNTIME_DIR": folder.path("run"), "XDG_CONFIG_HOME": folder.path("config"),
      "DBUS_SESSION_BUS_ADDRESS": "", "TOCSIN_AUDIO_DEVICE": "null", "TZ": "UTC",
      "TOCSIN_AUTHORIZATION_UNANSWERED": "allow", "TOCSIN_BANNERS_ENABLED": "false",
    ]
  }

  func schedule() throws -> NotificationSchedule {
    try .standard(in: .standard(environment: environment))
  }

  func tocsinctl(_ arguments: String...) throws -> ToolResult {
    try Tool.built("tocsinctl").run(arguments, environment: environment)
  }

  func enrol(_ engine: Engine) throws {
    let data = try JSONEncoder().encode(TestBox.enrolment(engine))
    try data.write(to: folder.url("kitchen.enrol"))
    let result = try tocsinctl("remote", "enrol", folder.path("kitchen.enrol"))
    try #require(result.status == 0, "\(result.errors)")
  }

  /// - Parameter variables: besides those of this user.
  @discardableResult
  func start(_ name: String, with variables: [String: String] = [:]) throws -> RunningTool {
    let process = try Tool.built(name).start(
      environment: environment.merging(variables) { $1 },
      errors: .file(folder.path("\(name)-\(programs.count).log")))
    programs.append(process)
    return process
  }
}
