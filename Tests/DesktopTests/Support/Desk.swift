import NotificationTypes
import Synchronization
import TestSupport

@testable import Desktop

/// A bus, a presenter on it and the events that it had.
final class Desk {
  let presenter: DesktopBannerPresenter
  private let seen: Seen
  private let bus: SessionBus?
  private var settled = 0
  private static let settling = "settling"
  private let reader: Task<Void, Never>

  private final class Seen: Sendable {
    let events = Mutex<[BannerEvent]>([])
    let isOver = Mutex(false)
  }

  /// - Parameters:
  ///   - call: long, so that a busy machine does not turn an answer into none.
  ///   - start: nil is as long as `call`.
  init(
    at address: String, _ bus: SessionBus? = nil, call: Duration = .seconds(30),
    start: Duration? = nil, silence: Duration = .seconds(5), queue: Duration = .seconds(300)
  ) {
    self.bus = bus
    presenter = DesktopBannerPresenter(
      address: address,
      timeouts: BannerTimeouts(
        call: call, start: start ?? call, queue: queue, silence: silence))
    let seen = Seen()
    self.seen = seen
    reader = Task { [events = presenter.events] in
      for await event in events { seen.events.withLock { $0.append(event) } }
      seen.isOver.withLock { $0 = true }
    }
  }

  convenience init(
    _ bus: SessionBus, call: Duration = .seconds(30), start: Duration? = nil,
    silence: Duration = .seconds(5), queue: Duration = .seconds(300)
  ) {
    self.init(at: bus.address, bus, call: call, start: start, silence: silence, queue: queue)
  }

  deinit { reader.cancel() }

  /// All events so far.
  var events: [BannerEvent] {
    seen.events.withLock { $0.filter { $0.banner.app != Self.settling } }
  }

  /// Whether no more can come.
  var isOver: Bool { seen.isOver.withLock { $0 } }

  /// Shows so many banners at once.
  func show(count: Int) async -> [BannerOutcome] {
    let presenter = presenter
    return await withTaskGroup(of: BannerOutcome.self) { group in
      for number in 0..<count {
        var banner = Banner.sample("\(number)")
        // dunst makes one of banners that say the same.
        (banner.title, banner.expiry) = ("\(number)", .after(.milliseconds(300)))
        group.addTask { [banner] in await presenter.show(banner) }
      }
      return await group.reduce(into: []) { $0.append($1) }
    }
  }

  /// Waits for events and returns all.
  func events(atLeast count: Int) async throws -> [BannerEvent] {
    try await eventually("\(count) events, seen: \(events)") { events.count >= count }
    return events
  }

  /// Waits until everything that the server has sent before has been read: what it is asked now is
  /// answered after that, and tells an event of its own.
  func settle() async throws {
    settled += 1
    let id = Banner.ID(app: Self.settling, request: "\(settled)")
    _ = await presenter.show(Banner(id: id))
    _ = await presenter.close(id)
    try await eventually("the end of the events") {
      seen.events.withLock { $0.contains { $0.banner == id } }
    }
  }
}

extension Banner {
  /// A banner with something to say.
  static func sample(_ request: String = "tea", actions: [NotificationAction] = []) -> Banner {
    Banner(
      id: ID(app: "org.example.Kitchen", request: request), appName: "Kitchen", title: "Tea",
      body: "Four minutes are over", actions: actions)
  }
}

extension NotificationAction {
  static let snooze = NotificationAction(identifier: "snooze", title: "Snooze")
  static let done = NotificationAction(identifier: "done", title: "Done")
  static let skip = NotificationAction(identifier: "skip", title: "Skip")
  static let tell = NotificationAction(identifier: "tell", title: "Tell")
  static let answer = NotificationAction(
    identifier: "answer", title: "Answer",
    textInput: TextInput(buttonTitle: "Send", placeholder: "Your answer"))
}

extension String {
  /// Unicode scalars that stand for nothing, which no literal may contain.
  static let nonCharacters = String(
    String.UnicodeScalarView([0xFFFF, 0xFDD0, 0x1FFFE].compactMap { Unicode.Scalar($0 as UInt32) }))
}

/// Tries again until `body` returns `expected`, for what happens without telling.
func eventually<Value: Equatable>(
  _ expected: Value, _ body: () async throws -> Value
) async throws {
  var last: Value?
  try await eventually("\(expected), at last \(String(describing: last))") {
    last = try await body()
    return last == expected
  }
}
