import AppNotifications
import Foundation
import NotificationTypes
import Synchronization
import Testing

@testable import UserNotifications

@Suite("The centre of an app")
struct CentreTests {
  private let backend = RecordingBackend()
  private var center: UNUserNotificationCenter { UNUserNotificationCenter(backend: backend) }

  private static func request(_ identifier: String) -> UNNotificationRequest {
    UNNotificationRequest(
      identifier: identifier, content: ContentTests.full(),
      trigger: UNTimeIntervalNotificationTrigger(timeInterval: 60, repeats: false))
  }

  @Test("A2: there is one centre, that of the app")
  func singleton() async {
    // In a process of its own, for it opens the user's store.
    await #expect(processExitsWith: .success) {
      let folder = NSTemporaryDirectory() + "tocsin-tests-\(UUID().uuidString)"
      for name in ["XDG_STATE_HOME", "XDG_DATA_HOME", "XDG_RUNTIME_DIR"] {
        setenv(name, folder, 1)
      }
      setenv("TOCSIN_APP_ID", "org.example.one", 1)
      let center = UNUserNotificationCenter.current()
      precondition(center === UNUserNotificationCenter.current())
      precondition(center.backend.identifier == "org.example.one")
      try? FileManager.default.removeItem(atPath: folder)
    }
  }

  @Test("A5: what is asked from one thread without waiting is served in that order")
  func order() async {
    let center = center
    addTwenty(to: center)
    let pending = await center.pendingNotificationRequests()
    #expect(pending.map(\.identifier) == (3...20).map { "\($0)" })
    let calls = (1...10).map { "add \($0)" } + ["remove 1,2"] + (11...20).map { "add \($0)" }
    #expect(backend.current.calls == calls + ["take down all"])
  }

  /// Not async: there `add` would wait.
  private func addTwenty(to center: UNUserNotificationCenter) {
    for number in 1...20 {
      center.add(Self.request("\(number)"))
      if number == 10 { center.removePendingNotificationRequests(withIdentifiers: ["1", "2"]) }
    }
    center.removeAllDeliveredNotifications()
  }

  @Test("A5: completion handlers are called in the order of the calls, each once")
  func handlerOrder() async {
    let center = center
    let log = Mutex<[String]>([])
    await withCheckedContinuation { continuation in
      center.add(Self.request("a")) { error in log.withLock { $0.append("a \(error == nil)") } }
      center.getNotificationSettings { _ in log.withLock { $0.append("settings") } }
      center.setBadgeCount(3) { error in log.withLock { $0.append("badge \(error == nil)") } }
      center.getPendingNotificationRequests { requests in
        log.withLock { $0.append("pending \(requests.count)") }
        continuation.resume()
      }
    }
    #expect(log.withLock { $0 } == ["a true", "settings", "badge true", "pending 1"])
  }

  @Test("A5: many threads at once lose no call and no answer")
  func threads() async {
    let center = center
    let answers = Mutex(0)
    func addFromManyThreads() {
      DispatchQueue.concurrentPerform(iterations: 200) { number in
        center.add(Self.request("\(number)")) { _ in answers.withLock { $0 += 1 } }
      }
    }
    addFromManyThreads()
    #expect(await center.pendingNotificationRequests().count == 200)
    #expect(answers.withLock { $0 } == 200)
  }

  @Test("A5: the question to the user holds up nothing")
  func questionWaits() async throws {
    let (answers, user) = AsyncStream.makeStream(of: Void.self)
    backend.change { $0.question = { for await _ in answers { return } } }
    let center = center
    async let granted = center.requestAuthorization(options: [.alert])
    try await center.add(Self.request("a"))
    #expect(backend.current.pending.count == 1)
    user.yield()
    #expect(try await granted)
  }

  @Test("A7, B11: options reach the engine bit by bit, and its answer reaches the app")
  func authorization() async throws {
    let center = center
    #expect(try await center.requestAuthorization(options: [.alert, .sound, .provisional]))
    #expect(backend.current.options == [[.alert, .sound, .provisional]])
    backend.change { $0.isGranted = false }
    #expect(try await center.requestAuthorization() == false)
    #expect(backend.current.options.last == [])
  }

  @Test("B14: an error of authorization reaches both forms")
  func authorizationError() async {
    backend.change { $0.failure = .notAllowed }
    let center = center
    await #expect(throws: UNError.self) { try await center.requestAuthorization(options: .alert) }
    let answer: (Bool, Bool) = await withCheckedContinuation { continuation in
      center.requestAuthorization(options: .alert) { granted, error in
        continuation.resume(
          returning: (granted, error.map { UNError.notificationsNotAllowed ~= $0 } ?? false))
      }
    }
    #expect(answer == (false, true))
  }

  @Test("C29, C44: all categories are set at once, and can be asked for")
  func categories() async {
    let center = center
    let categories: Set = [
      UNNotificationCategory(identifier: "b", actions: [], intentIdentifiers: []),
      UNNotificationCategory(
        identifier: "a", actions: [UNNotificationAction(identifier: "x", title: "X")],
        intentIdentifiers: []),
    ]
    center.setNotificationCategories(categories)
    #expect(await center.notificationCategories() == categories)
    #expect(backend.current.categories.map(\.identifier) == ["a", "b"])
    center.setNotificationCategories([])
    let handed: Int = await withCheckedContinuation { continuation in
      center.getNotificationCategories { continuation.resume(returning: $0.count) }
    }
    #expect(handed == 0)
  }

  @Test("A9, D45: a request needs no registration, is the app's own, and comes back as it was")
  func addition() async throws {
    let request = Self.request("tea")
    try await center.add(request)
    #expect(backend.current.pending.map(\.app) == ["org.example.kitchen"])
    #expect(await center.pendingNotificationRequests() == [request])
  }

  @Test("D58: a reminder ten minutes before a date, with the default sound and a badge")
  func before() async throws {
    let date = Date(timeIntervalSinceNow: 86_400)
    let content = UNMutableNotificationContent()
    content.title = "In ten minutes"
    content.sound = .default
    content.badge = 1
    let parts = Calendar.current.dateComponents(
      [.year, .month, .day, .hour, .minute, .second], from: date - 600)
    let trigger = UNCalendarNotificationTrigger(dateMatching: parts, repeats: false)
    try await center.add(
      UNNotificationRequest(identifier: "meeting", content: content, trigger: trigger))
    let stored = try #require(backend.current.pending.first)
    #expect(stored.content.sound == .standard && stored.content.badge == 1)
    let next = try #require(trigger.nextTriggerDate())
    #expect(abs(next.timeIntervalSince(date) + 600) < 1)
  }

  @Test("D50: without a trigger a request is due at once")
  func immediate() async throws {
    let request = UNNotificationRequest(
      identifier: "now", content: ContentTests.full(), trigger: nil)
    try await center.add(request)
    #expect(backend.current.pending.map(\.trigger) == [.immediate])
    #expect(await center.pendingNotificationRequests().first?.trigger == nil)
  }

  @Test(
    "A trigger that is never due is not an error; neither it nor the one that it replaces is kept")
  func neverDue() async throws {
    let trigger = UNCalendarNotificationTrigger(dateMatching: DateComponents(), repeats: false)
    try await center.add(Self.request("x"))
    try await center.add(
      UNNotificationRequest(identifier: "x", content: ContentTests.full(), trigger: trigger))
    #expect(await center.pendingNotificationRequests().isEmpty)
    // The form with a handler, too.
    try await center.add(Self.request("x"))
    let never = UNNotificationRequest(
      identifier: "x", content: ContentTests.full(), trigger: trigger)
    let error = await withCheckedContinuation { continuation in
      center.add(never) { continuation.resume(returning: $0) }
    }
    #expect(error == nil)
    #expect(await center.pendingNotificationRequests().isEmpty)
  }

  @Test("D51: requests are taken back by identifier, or all")
  func removal() async throws {
    let center = center
    for name in ["a", "b", "c"] { try await center.add(Self.request(name)) }
    center.removePendingNotificationRequests(withIdentifiers: ["a", "unknown"])
    #expect(await center.pendingNotificationRequests().map(\.identifier) == ["b", "c"])
    center.removeAllPendingNotificationRequests()
    #expect(await center.pendingNotificationRequests().isEmpty)
  }

  @Test("D55: the number on the icon is set; a negative one has Apple's code")
  func badge() async throws {
    let center = center
    try await center.setBadgeCount(4)
    #expect(backend.current.badge == 4)
    backend.change { $0.failure = .badgeInputInvalid }
    await #expect(
      throws: UNError(
        .badgeInputInvalid,
        userInfo: [
          NSLocalizedDescriptionKey: ClientError.badgeInputInvalid.description
        ])
    ) { try await center.setBadgeCount(-1) }
  }

  @Test("G80: delivered notifications are listed, and taken down by identifier or all")
  func delivered() async {
    backend.change { $0.delivered = ["a", "b", "c"].map { .sample($0) } }
    let center = center
    let list = await center.deliveredNotifications()
    #expect(list.map(\.request.identifier) == ["a", "b", "c"])
    #expect(list[0].date == Date(timeIntervalSince1970: 1_780_000_000))
    #expect(list[0].request.content.title == "Tea" && list[0].request.trigger == nil)
    center.removeDeliveredNotifications(withIdentifiers: ["b"])
    #expect(await center.deliveredNotifications().map(\.request.identifier) == ["a", "c"])
    center.removeAllDeliveredNotifications()
    #expect(await center.deliveredNotifications().isEmpty)
  }

  @Test(
    "Errors of the engine have Apple's codes in both forms", arguments: NumberTests.clientErrors)
  func errors(failure: ClientError, code: UNError.Code) async {
    backend.change { $0.failure = failure }
    let center = center
    await #expect { try await center.add(Self.request("a")) } throws: { code ~= $0 }
    let isSame: Bool = await withCheckedContinuation { continuation in
      center.add(Self.request("a")) { error in
        continuation.resume(returning: error.map { code ~= $0 } ?? false)
      }
    }
    #expect(isSame)
  }

  @Test("A6: an app's interface can be shown while a centre runs that shows such interfaces")
  func contentExtensions() {
    #expect(!center.supportsContentExtensions)
    backend.change { $0.showsPages = true }
    #expect(center.supportsContentExtensions)
  }
}
