import Foundation
import LinuxProcess
import NotificationScheduling
import NotificationStorage
import NotificationTypes
import SoundResolution
import Synchronization
import TestSupport
import Testing

@testable import NotificationDelivery

@Suite("Sounds are in memory before they are due")
struct SoundPrefetchTests {
  private let bench: ClientBench
  private let schedule: NotificationSchedule

  init() throws {
    bench = try ClientBench(app: "own")
    schedule = try bench.schedule()
  }

  /// A sound of so many frames of 16 bits in an app's bundle, and a request for it.
  private func add(_ app: String, frameCount: Int, due seconds: Int) throws {
    let bundle = bench.folder.path("bundle-\(app)")
    try FileManager.default.createDirectory(atPath: bundle, withIntermediateDirectories: true)
    let samples = [Int32](repeating: 1_000, count: frameCount)
    try Data(PlainWAVE.integers(samples)).write(to: URL(fileURLWithPath: bundle + "/bell.wav"))
    let registration = RegisteredApp(identifier: app, bundle: bundle)
    try bench.store().change(app) { $0.registration = registration }
    try schedule.add(
      NotificationRequest(
        identifier: "a", app: app,
        content: NotificationContent(title: "Tea", sound: NotificationSound(name: "bell.wav")),
        trigger: .timeInterval(try TimeIntervalTrigger(.seconds(seconds)))))
  }

  private func host(_ scope: SchedulerLock.Scope) throws -> DeliveryHost {
    DeliveryHost(
      schedule, folder: bench.storeFolder, scope: scope, configuration: HostConfiguration(),
      presenter: bench.screen, opener: ClientBench.silence
    ) { _ in }
  }

  private func byteCount(_ host: DeliveryHost) -> Int {
    host.delivery.settings.withLock(\.library).byteCount
  }

  @Test("An app that delivers its own reads its own sounds, and nobody else's")
  func ownApp() async throws {
    // Sounds are read in the order of their dates.
    try add("other", frameCount: 1_000, due: 1_000)
    try add("own", frameCount: 3_000, due: 2_000)
    let own = try host(.app("own"))
    own.begin()
    try await eventually("its sound is there") { byteCount(own) > 0 }
    #expect(byteCount(own) == 6_000)
    let daemon = try host(.everyApp)
    daemon.begin()
    try await eventually("both are there") { byteCount(daemon) == 8_000 }
  }

  @Test("One run at a time, and one more for all that was said meanwhile")
  func coalesced() async throws {
    let counts = Mutex((runs: 0, now: 0, most: 0))
    let runs = Coalescer(QueueExecutor(label: "test"))
    let (gates, gate) = AsyncStream.makeStream(of: Void.self)
    let work: @Sendable () async -> Void = {
      counts.withLock {
        $0.runs += 1
        $0.now += 1
        $0.most = max($0.most, $0.now)
      }
      for await _ in gates { break }
      counts.withLock { $0.now -= 1 }
    }
    runs.run(work)
    try await eventually("it runs") { counts.withLock(\.now) == 1 }
    for _ in 0..<100 { runs.run(work) }
    gate.finish()
    try await eventually("it has run again") {
      counts.withLock { $0.runs == 2 && $0.now == 0 }
    }
    runs.run(work)
    try await eventually("it runs anew") { counts.withLock { $0.runs == 3 && $0.now == 0 } }
    #expect(counts.withLock(\.most) == 1)
  }
}
