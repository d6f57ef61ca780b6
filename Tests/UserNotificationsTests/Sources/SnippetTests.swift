import Foundation
import NotificationScheduling
import NotificationStorage
import NotificationTypes
import TestSupport
import Testing

@Suite("The snippets of the documentation that are about notifications run as they stand")
struct SnippetTests {
  private let box: BareBox
  private var environment: [String: String] { box.environment }

  init() throws { box = try BareBox(app: "snippet") }

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
    let pending = try pending("snippet")
    #expect(pending.count == 2 && pending.contains("tea"))
  }

  @Test("The service of ten lines keeps its request until it is due")
  func service() async throws {
    let process = try Tool.built("DueNotifications").start(environment: environment)
    while process.isRunning, try pending("org.example.kitchen").isEmpty {
      try await Task.sleep(for: .milliseconds(10))
    }
    #expect(process.isRunning)
    process.terminate()
  }
}
