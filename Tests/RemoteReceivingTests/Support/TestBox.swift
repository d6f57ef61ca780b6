import Foundation
import LinuxProcess
import NotificationScheduling
import NotificationStorage
import NotificationTypes
import RemoteNotifications
import Synchronization
import TestSupport
import Testing

@testable import RemoteReceiving

/// A clock that is wrong by so much; nobody sets it.
struct WrongClock: SchedulingClock {
  var error: Double
  private let system = SystemClock()

  init(error: Double) { self.error = error }

  var now: Moment {
    var moment = system.now
    moment.wall += error
    return moment
  }

  var isSynchronized: Bool { false }
}

/// A box with a store of its own, in this process.
final class TestBox {
  static let kitchen = "org.example.kitchen"
  static let door = "org.example.door"

  let schedule: NotificationSchedule
  private let place: TemporaryFolder
  private var receiver: PushReceiver?

  init(clock: any SchedulingClock = SystemClock(), apps: [String] = [kitchen, door]) throws {
    place = try TemporaryFolder()
    let store = try NotificationStore(folder: StoreFolder(path: place.url.path))
    schedule = NotificationSchedule(store: store, clock: clock)
    for app in apps { try store.change(app) { $0.remote = RemoteRegistration(topic: app) } }
  }

  deinit { receiver?.stop() }

  static func enrolment(_ engine: Engine) -> RemoteEnrolment {
    let digits = (0..<32).map { String($0, radix: 16) }.map { $0.count < 2 ? "0" + $0 : $0 }
    return RemoteEnrolment(
      name: "kitchen", device: Engine.device, engine: [engine.url("device")],
      deviceKey: digits.joined())
  }

  var counts: ReceiverCounts { receiver?.counts ?? ReceiverCounts() }
  var isConnected: Bool { receiver?.isConnected ?? false }

  /// Connects, and has looked for what was missed.
  func turnOn(_ engine: Engine, interval: Duration = .seconds(300)) async throws {
    let lines = LinesBox()
    let receiver = try PushReceiver(
      Self.enrolment(engine), schedule: schedule, interval: interval, log: { lines.append($0) })
    self.receiver = receiver
    events = lines
    receiver.start()
    try await eventually("the box connects") { receiver.isConnected }
    // Behind all that is done at the connection.
    receiver.look()
    receiver.wait()
  }

  private var events: LinesBox?
  var log: [String] { events?.all.map(\.message) ?? [] }

  func look() {
    receiver?.look()
    receiver?.wait()
  }

  func leave() {
    receiver?.leave()
    receiver = nil
  }

  func turnOff() {
    receiver?.stop()
    receiver = nil
  }

  /// The identifiers of what came, by app.
  func taken(_ app: String) throws -> [String] {
    try schedule.pending(app: app).map(\.request.identifier).sorted()
  }
}

final class LinesBox: Sendable {
  private let lines = Mutex<[ReceiverEvent]>([])
  var all: [ReceiverEvent] { lines.withLock { $0 } }
  func append(_ event: ReceiverEvent) { lines.withLock { $0.append(event) } }
}

/// Whether a process has not ended; one that has, and that nobody has asked about, is a zombie.
func isAlive(_ process: Int32) -> Bool {
  guard let text = try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8),
    let state = text.split(separator: ")").last?.split(separator: " ").first
  else { return false }
  return state != "Z" && state != "X"
}
