import AlertPlayback
import AlertSounds
import Desktop
import Dispatch
import Foundation
import Glibc
import LinuxProcess
import NotificationDelivery
import NotificationScheduling
import NotificationStorage
import NotificationTypes
import SoundResolution
import Synchronization

/// The time from the due date to the first frame at a device, and 10,000 notifications in one
/// second.
struct DeliverySpeed: Measure {
  func run(in workshop: Workshop) throws -> Section {
    var table = Table("measure", "p50", "p99", "greatest", "goal")
    workshop.progress.show("delivery: first frames")
    let count = workshop.isQuick ? 50 : 200
    let values = try firstFrames(count, workshop.path("frames"))
    func text(_ seconds: Double) -> String { String(format: "%.1f ms", seconds * 1e3) }
    table.append(
      "due → first frame, \(values.count) sounds in memory", text(percentile(values, 0.5)),
      text(percentile(values, 0.99)), text(values.max() ?? 0), "p99 ≤ 3 ms")
    workshop.progress.show("delivery: a storm")
    let storm = try storm(10_000, workshop.path("storm"))
    table.append(
      "10,000 due at once, all recorded", String(format: "%.2f s", storm.recorded), "", "",
      "≤ 0.7 s")
    table.append(
      "processor time of it, of all threads", String(format: "%.2f s", storm.processor), "", "", "")
    table.append("sounds begun for them", "\(storm.starts)", "", "", "few")
    return Section(title: "delivery", text: table.text)
  }

  /// One sound after the other, so that each opens the device.
  private func firstFrames(_ count: Int, _ path: String) throws -> [Double] {
    let log = FrameLog()
    var ringing = RingingPolicy()
    ringing.startInterval = .zero
    let bench = try Bench(path, log: log, ringing: ringing)
    let start = Date() + 0.5
    let dates = (0..<count).map { start + Double($0) * 0.1 }
    try bench.add(dates)
    let task = Task { try await bench.scheduler.run() }
    let end = Date() + Double(count) * 0.1 + 10
    while log.count < count, Date() < end { usleep(50_000) }
    task.cancel()
    return zip(log.times, dates).map { $0.timeIntervalSince($1) }
  }

  private func storm(_ count: Int, _ path: String) throws -> (
    recorded: Double, processor: Double, starts: Int
  ) {
    let log = FrameLog()
    let bench = try Bench(path, log: log, ringing: .standard)
    let due = Date() + 0.5
    try bench.add(Array(repeating: due, count: count))
    let rows = try RawSQLite(StoreFolder(path: path).database)
    let task = Task { try await bench.scheduler.run() }
    usleep(400_000)
    let before = processorTime
    let end = Date() + 120
    // Each has left the requests, and is among the deliveries.
    while Date() < end {
      usleep(2_000)
      guard bench.service.counts.delivered == count else { continue }
      let counts = try ["request", "delivery"].map { try rows.count(of: $0) }
      if counts == [0, count] { break }
    }
    let recorded = Date().timeIntervalSince(due)
    let processor = processorTime - before
    task.cancel()
    return (recorded, processor, log.count)
  }

  /// A scheduler with its store on disk, its delivery, and a device that reports its first frames.
  private struct Bench {
    let store: NotificationStore
    let scheduler: Scheduler
    let service: DeliveryService

    init(_ path: String, log: FrameLog, ringing: RingingPolicy) throws {
      store = try NotificationStore(folder: StoreFolder(path: path), check: .integrity)
      let player = Player { format in WatchedDevice(format, log) }
      let places = SoundPlaces(dataHome: path, dataFolders: [])
      let service = DeliveryService(
        store: store, policy: DeliveryPolicy(authorization: .allow),
        library: SoundLibrary(SoundResolver(places)), player: player, ringing: ringing,
        presenter: NoScreen()
      ) { _ in }
      self.service = service
      let schedule = NotificationSchedule(
        store: store, limit: .unlimited)
      scheduler = Scheduler(for: schedule) { try await service.deliver($0) }
    }

    func add(_ dates: [Date]) throws {
      let now = SystemClock().now
      let requests = dates.enumerated().map { number, date in
        ScheduledRequest(
          request: NotificationRequest(
            identifier: "\(number)", app: "bench",
            content: NotificationContent(title: "t", sound: .standard)),
          due: .wall(date: date, local: 0), added: now.wall)
      }
      _ = try store.add(requests, limit: .unlimited)
    }

    private typealias SystemClock = NotificationScheduling.SystemClock
  }
}

/// The times at which devices got their first frames.
private final class FrameLog: Sendable {
  private let dates = Mutex<[Date]>([])
  var count: Int { dates.withLock(\.count) }
  var times: [Date] { dates.withLock { $0 } }
  func append() { dates.withLock { $0.append(Date()) } }
}

/// A device that accepts all frames at once and reports the first frame of each sound.
private final class WatchedDevice: PlaybackDevice {
  private let device: NullDevice
  private let log: FrameLog
  private var hasBegun = false

  init(_ format: PlaybackFormat, _ log: FrameLog) {
    device = NullDevice(format, isPaced: false)
    self.log = log
  }

  var configuration: DeviceConfiguration { device.configuration }
  var queuedFrames: Int { device.queuedFrames }
  func waitForRoom(timeout: Duration) -> Int { device.waitForRoom(timeout: timeout) }

  func write(_ samples: Span<Double>) -> Int {
    if !hasBegun { log.append() }
    hasBegun = true
    return device.write(samples)
  }

  func drain(timeout: Duration) -> Bool { device.drain(timeout: timeout) }
  func close() { device.close() }
}

/// The presenter of a box without a screen.
private struct NoScreen: BannerPresenter {
  let events = AsyncStream<BannerEvent>.makeStream().stream
  func show(_ banner: Banner) async -> BannerOutcome { .notShown(.noServer("there is none")) }
  func close(_ banner: Banner.ID) async -> BannerFailure? { nil }
  func setBadge(_ count: Int, for app: String) async -> BannerFailure? { nil }
}
