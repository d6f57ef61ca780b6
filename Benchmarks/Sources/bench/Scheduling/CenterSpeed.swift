import Foundation
import Glibc
import NotificationDelivery
import NotificationScheduling
import NotificationStorage
import NotificationTypes

/// The time from due to the owner's page, and what the program costs at rest.
struct CenterSpeed: Measure {
  func run(in workshop: Workshop) throws -> Section {
    let places = ["Center/.build/release/tocsin-center", "../Center/.build/release/tocsin-center"]
    guard let program = places.first(where: FileManager.default.isExecutableFile) else {
      return Section(title: "center", text: "tocsin-center is not built: run `make center`.")
    }
    var table = Table("measure", "p50", "p99", "greatest", "goal")
    for kept in [0, 10_000] {
      workshop.progress.show("center: \(kept) delivered before")
      let folder = StoreFolder(path: workshop.path("center \(kept)/tocsin"))
      let schedule = try NotificationSchedule.standard(in: folder, limit: .unlimited)
      let page = try CenterPage(program, home: workshop.path("center \(kept)"))
      defer { page.close() }
      let host = Self.host(schedule)
      let scheduler = host.scheduler()
      let task = Task { try await scheduler.run() }
      defer { task.cancel() }
      host.begin()
      try add(kept, to: schedule, "kept", at: Date())
      while try schedule.store.read(.counts()).delivered < kept { usleep(50_000) }
      let values = try delays(workshop.isQuick ? 20 : 100, schedule, page)
      table.append(
        "due → page, \(kept) delivered before", Self.text(percentile(values, 0.5)),
        Self.text(percentile(values, 0.99)), Self.text(values.max() ?? 0), "≤ 100 ms")
      guard kept == 0 else { continue }
      workshop.progress.show("center: idle")
      sleep(70)
      table.append("resident memory", try page.watched.status("VmRSS"), "", "", "")
      table.append("system calls in 10 s, a page open", try page.watched.calls(in: 10), "", "", "0")
    }
    return Section(title: "the owner's page", text: table.text)
  }

  private static func text(_ seconds: Double) -> String { String(format: "%.1f ms", seconds * 1e3) }

  private static func host(_ schedule: NotificationSchedule) -> DeliveryHost {
    var configuration = HostConfiguration()
    configuration.devices = ["null"]
    configuration.hasBanners = false
    configuration.policy.authorization = .allow
    return DeliveryHost(
      schedule, folder: schedule.store.folder, configuration: configuration,
      screenLock: { false }, log: { _ in })
  }

  private func add(
    _ count: Int, to schedule: NotificationSchedule, _ name: String, at date: Date
  ) throws {
    let requests = (0..<count).map { number in
      ScheduledRequest(
        request: NotificationRequest(
          identifier: "\(name)-\(number)", app: "bench", content: .init(title: "\(name)-\(number)")),
        due: .wall(date: date, local: 0), added: Date())
    }
    if count > 0 { _ = try schedule.store.add(requests, limit: .unlimited) }
    schedule.wakeSchedulers()
  }

  /// One after the other.
  private func delays(
    _ count: Int, _ schedule: NotificationSchedule, _ page: CenterPage
  ) throws -> [Double] {
    try (0..<count).map { number in
      let due = Date() + 0.25
      try add(1, to: schedule, "shot\(number)", at: due)
      // As a delivered one: it was told as a pending one, too.
      let text = "\"identifier\":\"shot\(number)-0\",\"level\""
      return try page.time(of: text).timeIntervalSince(due)
    }
  }
}
