import AppNotifications
import AppleSourcesSwift5
import AppleSourcesSwift6
import Foundation
import NotificationTypes
import Synchronization
import Testing

@testable import UserNotifications

@Suite("The delegate of an app")
struct DelegateTests {
  private let backend = RecordingBackend()

  private func present(
    _ content: NotificationContent, to delegate: any UNUserNotificationCenterDelegate
  ) async throws -> PresentationOptions {
    let center = UNUserNotificationCenter(backend: backend)
    center.delegate = delegate
    let ask = try #require(backend.current.handlers?.willPresent)
    return await ask(.sample("a", content))
  }

  private func receive(
    _ responses: [NotificationResponse], with delegate: any UNUserNotificationCenterDelegate
  ) async throws {
    let center = UNUserNotificationCenter(backend: backend)
    center.delegate = delegate
    let tell = try #require(backend.current.handlers?.didReceive)
    for response in responses { try await tell(response) }
  }

  static func response(_ action: String, text: String? = nil) -> NotificationResponse {
    NotificationResponse(
      app: "org.example.kitchen", requestIdentifier: "a", actionIdentifier: action, text: text,
      date: Date(timeIntervalSince1970: 1_780_000_001), notification: .sample("a"))
  }

  @Test("A4: the engine hears of a delegate when it is assigned, and when it is taken away")
  func assignment() {
    let center = UNUserNotificationCenter(backend: backend)
    let delegate = SilentDelegate()
    center.delegate = delegate
    #expect(center.delegate === delegate && backend.current.handlers != nil)
    center.delegate = nil
    #expect(center.delegate == nil && backend.current.handlers == nil)
    #expect(backend.current.calls == ["handlers", "no handlers"])
  }

  @Test("A4: a delegate is not kept alive")
  func weakness() {
    let center = UNUserNotificationCenter(backend: backend)
    func assign() {
      let delegate = SilentDelegate()
      center.delegate = delegate
    }
    assign()
    #expect(center.delegate == nil)
  }

  @Test("A response that finds its delegate gone is not taken: it stays for the next one")
  func gone() async throws {
    let center = UNUserNotificationCenter(backend: backend)
    func handlers() -> NotificationHandlers? {
      let delegate = SilentDelegate()
      center.delegate = delegate
      return backend.current.handlers
    }
    let tell = try #require(handlers()?.didReceive)
    #expect(center.delegate == nil)
    await #expect(throws: (any Error).self) { try await tell(Self.response("default")) }
  }

  @Test("G78: a delegate with the handler's form alone decides what is shown")
  func handlerForm() async throws {
    let shown = try await present(
      NotificationContent(title: "x", categoryIdentifier: "TIMER_EXPIRED"), to: LegacyDelegate())
    #expect(shown == [.banner, .list, .sound])
    #expect(try await present(NotificationContent(title: "x"), to: LegacyDelegate()) == [])
  }

  @Test("G78: a delegate with the async form alone decides what is shown")
  func asyncForm() async throws {
    let delegate = QuietDelegate()
    #expect(
      try await present(NotificationContent(title: "x"), to: delegate) == [.banner, .list, .sound])
    let passive = NotificationContent(title: "x", interruptionLevel: .passive)
    #expect(try await present(passive, to: delegate) == [.list])
  }

  @Test("G78, G79: delegates of the main actor are called there")
  func mainActor() async throws {
    let foreground = await ForegroundDelegate()
    #expect(try await present(NotificationContent(title: "x"), to: foreground) == [.banner])
    #expect(await foreground.shown == ["a"])
    let opened = try await Task { @MainActor in
      let delegate = IsolatedDelegate()
      let center = UNUserNotificationCenter(backend: backend)
      center.delegate = delegate
      let tell = try #require(backend.current.handlers?.didReceive)
      try await tell(Self.response("default"))
      return delegate.opened
    }.value
    #expect(opened == 1)
  }

  @Test("F75, G78: without an answer nothing is shown, and nothing recurses")
  func noForm() async throws {
    #expect(try await present(NotificationContent(title: "x"), to: SilentDelegate()) == [])
    let (delegate, center) = (SilentDelegate(), UNUserNotificationCenter(backend: backend))
    let response = UNNotificationResponse.apple(Self.response("default"))
    let (ends, end) = AsyncStream.makeStream(of: Void.self)
    delegate.userNotificationCenter(
      center, didReceive: response, withCompletionHandler: { end.yield() })
    for await _ in ends { break }
    await delegate.userNotificationCenter(center, didReceive: response)
    // The handler was called once.
    end.finish()
    for await _ in ends { Issue.record("the response has ended twice") }
  }

  @Test("A method that a class overrides is called, in either form")
  func overridden() async throws {
    let content = NotificationContent(title: "x")
    #expect(try await present(content, to: LoudHandlers()) == [.banner])
    #expect(try await present(content, to: LoudAnswers()) == [.banner])
    #expect(InheritedDelegate.complaint(LegacyDelegate(), "willPresent") == nil)
  }

  @Test("A method that a class adds to a base class that conforms is not called, and that is said")
  func added() async throws {
    #expect(try await present(NotificationContent(title: "x"), to: AddedAnswers()) == [])
    let complaint = try #require(InheritedDelegate.complaint(AddedAnswers(), "willPresent"))
    #expect(complaint.contains("the delegate AddedAnswers conforms by its base class BareDelegate"))
  }

  @Test("B26: the delegate sees the alert, the sound and the badge, whatever is allowed")
  func wholeContent() async throws {
    final class Watcher: NSObject, UNUserNotificationCenterDelegate, Sendable {
      let seen = Mutex<UNNotification?>(nil)
      func userNotificationCenter(
        _ center: UNUserNotificationCenter, willPresent notification: UNNotification
      ) async -> UNNotificationPresentationOptions {
        seen.withLock { $0 = notification }
        return []
      }
    }
    let watcher = Watcher()
    let content = NotificationContent(title: "Tea", badge: 2, sound: .standard)
    _ = try await present(content, to: watcher)
    let seen = try #require(watcher.seen.withLock { $0 }).request.content
    #expect(seen.title == "Tea" && seen.badge == 2 && seen.sound == .default)
  }

  @Test("G79, C41: actions reach the delegate by their names, the system's by Apple's")
  func actions() async throws {
    let delegate = LegacyDelegate()
    try await receive(
      ["SNOOZE_ACTION", "default", "dismiss", "action:dismiss"].map { Self.response($0) },
      with: delegate)
    #expect(delegate.answers == ["snooze", "opened", "dismissed", "dismiss"])
  }

  @Test("C40: a text arrives with its response")
  func text() async throws {
    let model = await AppModel()
    try await receive(
      [Self.response("reply", text: "later"), Self.response("delete")], with: model)
    #expect(await model.received == ["later", "delete"])
  }

  @Test("C43: a response is dealt with when the delegate's handler has been called")
  func completion() async throws {
    final class Slow: NSObject, UNUserNotificationCenterDelegate, Sendable {
      let isDone = Mutex(false)
      func userNotificationCenter(
        _ center: UNUserNotificationCenter, didReceive response: UNNotificationResponse,
        withCompletionHandler completionHandler: @escaping () -> Void
      ) {
        nonisolated(unsafe) let done = completionHandler
        DispatchQueue.global().asyncAfter(deadline: .now() + 0.05) { [self] in
          isDone.withLock { $0 = true }
          done()
        }
      }
    }
    let delegate = Slow()
    try await receive([Self.response("default")], with: delegate)
    #expect(delegate.isDone.withLock { $0 })
  }

  @Test("A handler that is called twice, or thrown away, is answered once")
  func carelessness() async throws {
    final class Careless: NSObject, UNUserNotificationCenterDelegate, Sendable {
      func userNotificationCenter(
        _ center: UNUserNotificationCenter, willPresent notification: UNNotification,
        withCompletionHandler completionHandler:
          @escaping (UNNotificationPresentationOptions) -> Void
      ) {
        completionHandler([.list])
        completionHandler([.sound])
      }
      func userNotificationCenter(
        _ center: UNUserNotificationCenter, didReceive response: UNNotificationResponse,
        withCompletionHandler completionHandler: @escaping () -> Void
      ) {}
    }
    let delegate = Careless()
    #expect(try await present(NotificationContent(title: "x"), to: delegate) == [.list])
    try await receive([Self.response("default")], with: delegate)
  }

  @Test("A response to a notification that is not known any more still arrives")
  func forgotten() {
    let response = UNNotificationResponse.apple(
      NotificationResponse(
        app: "a", requestIdentifier: "gone", date: Date(timeIntervalSince1970: 1)))
    #expect(response.notification.request.identifier == "gone")
    #expect(response.actionIdentifier == UNNotificationDefaultActionIdentifier)
  }

  @Test("The app's settings are asked for from a notification, or from none")
  func openSettings() async throws {
    final class Settings: NSObject, UNUserNotificationCenterDelegate, Sendable {
      let asked = Mutex<[String?]>([])
      func userNotificationCenter(
        _ center: UNUserNotificationCenter, openSettingsFor notification: UNNotification?
      ) {
        asked.withLock { $0.append(notification?.request.identifier) }
      }
    }
    let delegate = Settings()
    let center = UNUserNotificationCenter(backend: backend)
    center.delegate = delegate
    let open = try #require(backend.current.handlers?.openSettings)
    await open(.sample("a"))
    await open(nil)
    #expect(delegate.asked.withLock { $0 } == ["a", nil])
  }

  @Test("Notifications and responses go through archives")
  func archives() throws {
    let notification = UNNotification(.sample("a"))
    #expect(try archived(notification) == notification)
    let response = UNNotificationResponse.apple(Self.response("x"))
    #expect(try archived(response) == response)
    let text = try #require(
      UNNotificationResponse.apple(Self.response("x", text: "hello"))
        as? UNTextInputNotificationResponse)
    let again = try #require(try archived(text))
    #expect(again == text && again.userText == "hello" && again != response)
    let request = UNNotificationRequest(
      identifier: "r", content: ContentTests.full(),
      trigger: UNTimeIntervalNotificationTrigger(timeInterval: 5, repeats: false))
    #expect(try archived(request) == request)
  }
}
