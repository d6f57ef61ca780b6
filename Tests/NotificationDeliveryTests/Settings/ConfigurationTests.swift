import AppNotifications
import Foundation
import NotificationTypes
import TestSupport
import Testing

@testable import NotificationDelivery

@Suite("The user's configuration, which daemon and apps share")
struct ConfigurationTests {
  private let folder: TemporaryFolder
  private let variables: [String: String]

  init() throws {
    folder = try TemporaryFolder()
    variables = ["XDG_CONFIG_HOME": folder.url.path]
    try FileManager.default.createDirectory(
      at: folder.url("tocsin"), withIntermediateDirectories: true)
  }

  private func write(_ text: String) throws { try folder.write(text.utf8, to: "tocsin/tocsin.yml") }

  @Test("The file says it, and a variable goes first")
  func order() throws {
    try write(
      "audio: {device: 'hw:1 null'}\n"
        + "quiet: {hours: 22:00-07:00, muted: true, criteria: 'work, at home,,'}\n"
        + "banners: {enabled: false, wait: 5}\n")
    var configuration = HostConfiguration()
    let problems = configuration.read(environment: variables)
    #expect(problems.isEmpty)
    #expect(configuration.devices == ["hw:1", "null"])
    #expect(configuration.policy.quietHours?.start == TimeOfDay("22:00"))
    #expect(configuration.policy.passingCriteria == ["work", "at home"])
    #expect(configuration.policy.isMuted && !configuration.hasBanners)
    #expect(configuration.bannerWait == .seconds(5))
    let given = ["TOCSIN_QUIET_MUTED": "no", "TOCSIN_QUIET_DO_NOT_DISTURB": "yes"]
    _ = configuration.read(environment: variables.merging(given) { $1 })
    #expect(!configuration.policy.isMuted && configuration.policy.doNotDisturb)
  }

  @Test("What cannot be used is named, stays as it was, and the rest counts")
  func problems() throws {
    try write("quiet: {hours: 07:00-07:00, muted: true}\nlog: {level: loud}\n")
    var configuration = HostConfiguration()
    let problems = configuration.read(environment: variables).map(\.description)
    let file = folder.path("tocsin/tocsin.yml")
    #expect(
      problems.contains("\(file): quiet.hours: '07:00-07:00' begins when it ends"), "\(problems)")
    #expect(problems.contains { $0.contains("log.level: 'loud' is none of trace, ") })
    #expect(configuration.policy.quietHours == nil && configuration.policy.isMuted)
    try write("quiet: [")
    let broken = configuration.read(environment: variables)
    #expect(broken.count == 1)
  }

  @Test("An app that delivers its own keeps the user's quiet hours")
  func quietApp() async throws {
    // All of the day but the minute before this one.
    let now = Calendar.current.dateComponents([.hour, .minute], from: Date())
    let start = ((now.hour ?? 0) * 60 + (now.minute ?? 0) + 1_440 - 1) % 1_440
    func text(_ minutes: Int) -> String {
      let minutes = minutes % 1_440
      return String(format: "%02d:%02d", minutes / 60, minutes % 60)
    }
    try write("quiet: {hours: \(text(start))-\(text(start + 1_439))}\n")
    let bench = try ClientBench()
    try bench.allow()
    var configuration = HostConfiguration()
    #expect(configuration.read(environment: variables).isEmpty)
    var environment = bench.environment(state: "background")
    environment.starter = bench.helper(configuration)
    let client = try NotificationClient(app: bench.identity, environment: environment)
    try await client.add(bench.request("a", .init(title: "Tea", sound: .standard)))
    try await eventually("it is delivered") { try bench.record() != nil }
    #expect(try bench.record()?.sound == .init("withheld", reason: "quiet-hours"))
    #expect(bench.screen.titles.isEmpty)
    await bench.close(client)
  }
}
