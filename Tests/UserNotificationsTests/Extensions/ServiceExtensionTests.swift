import AppleSourcesSwift5
import AppleSourcesSwift6
import Foundation
import LinuxProcess
import NotificationScheduling
import Synchronization
import TestSupport
import Testing

@testable import UserNotifications

@Suite("A service extension and its host")
struct ServiceExtensionTests {
  private static func request(
    title: String = "Hello", body: String = "World", isMutable: Int = 1,
    _ info: [AnyHashable: Any] = [:]
  ) -> UNNotificationRequest {
    let content = UNMutableNotificationContent()
    content.title = title
    content.body = body
    content.sound = .default
    content.userInfo = info.merging(["aps": ["mutable-content": isMutable]]) { $1 }
    return UNNotificationRequest(
      identifier: "push", content: content, trigger: UNPushNotificationTrigger())
  }

  @Test("I99: an extension changes what is delivered")
  func modified() async {
    let host = ServiceExtensionHost { NotificationService() }
    let (request, ending) = await host.deliver(Self.request())
    #expect(ending == .answered && request.content.title == "Hello [modified]")
    #expect(request.identifier == "push" && request.trigger is UNPushNotificationTrigger)
    let other = await ServiceExtensionHost { DecryptingService() }.deliver(Self.request())
    #expect(other.request.content.title == "Decrypted" && other.request.content.body == "dlroW")
  }

  @Test("I99: an extension may bring a picture")
  func picture() async throws {
    let folder = try TemporaryFolder()
    let path = try folder.write(AttachmentTests.png, to: "a.png")
    let host = ServiceExtensionHost { NotificationService() }
    let (request, _) = await host.deliver(Self.request(["picture": path]))
    #expect(request.content.attachments.map(\.type) == ["public.png"])
  }

  @Test("I99: an extension is asked for alerts that may be changed alone")
  func eligibility() async {
    let host = ServiceExtensionHost { NotificationService() }
    let fixed = await host.deliver(Self.request(isMutable: 0))
    #expect(fixed.ending == .notEligible && fixed.request.content.title == "Hello")
    let soundOnly = await host.deliver(Self.request(title: "", body: ""))
    #expect(soundOnly.ending == .notEligible)
    let content = UNMutableNotificationContent()
    content.title = "local"
    #expect(!ServiceExtensionHost.isEligible(content))
  }

  /// Answers when its time is over, or never.
  private final class Late: UNNotificationServiceExtension {
    private var handler: ((UNNotificationContent) -> Void)?
    private let answers: Bool

    private let begun: OneShot<Void>?

    /// - Parameter begun: is given when it was called, which a busy machine may make late.
    init(answers: Bool, begun: OneShot<Void>? = nil) {
      self.answers = answers
      self.begun = begun
    }

    override func didReceive(
      _ request: UNNotificationRequest,
      withContentHandler contentHandler: @escaping (UNNotificationContent) -> Void
    ) {
      handler = contentHandler
      begun?.give(())
    }

    override func serviceExtensionTimeWillExpire() {
      guard answers else { return }
      let content = UNMutableNotificationContent()
      content.title = "half done"
      handler?(content)
    }
  }

  @Test("I100: after 30 s the extension has its last chance")
  func lastChance() async {
    let clock = SteppedClock()
    let begun = OneShot<Void>()
    let host = ServiceExtensionHost(clock: clock) { Late(answers: true, begun: begun) }
    async let delivery = host.deliver(Self.request())
    #expect(await clock.nextSleep() == .seconds(30))
    await begun.value
    clock.wake()
    let (request, ending) = await delivery
    #expect(ending == .answeredAtExpiry && request.content.title == "half done")
  }

  @Test("I100: without an answer the original content is delivered")
  func original() async {
    let clock = SteppedClock()
    let host = ServiceExtensionHost(clock: clock) { Late(answers: false) }
    async let delivery = host.deliver(Self.request())
    #expect(await clock.nextSleep() == .seconds(30))
    clock.wake()
    let (request, ending) = await delivery
    #expect(ending == .expired && request.content.title == "Hello")
  }

  @Test("I100: an extension that blocks, its last chance as well, holds up nothing")
  func blocked() async {
    final class Blocked: UNNotificationServiceExtension {
      let gate = DispatchSemaphore(value: 0)
      override func didReceive(
        _ request: UNNotificationRequest,
        withContentHandler contentHandler: @escaping (UNNotificationContent) -> Void
      ) { gate.wait() }
      override func serviceExtensionTimeWillExpire() { gate.wait() }
    }
    let clock = SteppedClock()
    let host = ServiceExtensionHost(grace: .seconds(2), clock: clock) { Blocked() }
    async let delivery = host.deliver(Self.request())
    #expect(await clock.nextSleep() == .seconds(30))
    clock.wake()
    #expect(await clock.nextSleep() == .seconds(2))
    clock.wake()
    let (request, ending) = await delivery
    #expect(ending == .expired && request.content.title == "Hello")
  }

  @Test("I100: of two answers the first counts")
  func twice() async {
    final class Twice: UNNotificationServiceExtension {
      override func didReceive(
        _ request: UNNotificationRequest,
        withContentHandler contentHandler: @escaping (UNNotificationContent) -> Void
      ) {
        for title in ["first", "second"] {
          let content = UNMutableNotificationContent()
          content.title = title
          contentHandler(content)
        }
      }
    }
    let host = ServiceExtensionHost { Twice() }
    #expect(await host.deliver(Self.request()).request.content.title == "first")
  }

  @Test("I100: what an extension changes after its answer changes nothing")
  func changedLater() async {
    final class Changing: UNNotificationServiceExtension {
      override func didReceive(
        _ request: UNNotificationRequest,
        withContentHandler contentHandler: @escaping (UNNotificationContent) -> Void
      ) {
        let content = UNMutableNotificationContent()
        content.title = "handed over"
        contentHandler(content)
        content.title = "changed"
      }
    }
    let host = ServiceExtensionHost { Changing() }
    #expect(await host.deliver(Self.request()).request.content.title == "handed over")
  }

  @Test("I99: an extension may not take the text away")
  func emptied() async {
    final class Emptying: UNNotificationServiceExtension {
      override func didReceive(
        _ request: UNNotificationRequest,
        withContentHandler contentHandler: @escaping (UNNotificationContent) -> Void
      ) { contentHandler(UNNotificationContent()) }
    }
    let (request, ending) = await ServiceExtensionHost { Emptying() }.deliver(Self.request())
    #expect(ending == .refused && request.content.title == "Hello")
  }

  @Test("An extension without code of its own leaves the content as it is")
  func plain() async {
    let host = ServiceExtensionHost { UNNotificationServiceExtension() }
    let (request, ending) = await host.deliver(Self.request())
    #expect(ending == .answered && request.content == Self.request().content)
  }
}
