import AlertPlayback
import Foundation
import LinuxProcess
import NotificationScheduling
import NotificationStorage
import NotificationTypes
import TestSupport
import Testing

@testable import AppNotifications
@testable import NotificationDelivery

@Suite("A client's helper delivers where no daemon runs", .serialized, .ownThread)
struct ClientDeliveryTests {
  private let loud = NotificationContent(title: "Tea", sound: .standard)

  @Test("G77: an app in the background is shown and heard, and not called")
  func background() async throws {
    let bench = try ClientBench()
    try bench.allow()
    let client = try bench.client(state: "background")
    let asked = Calls<String>()
    client.setHandlers(
      NotificationHandlers(willPresent: {
        await asked.add($0.request.identifier)
        return []
      }))
    try await client.add(bench.request("a", loud))
    try await bench.screen.shows(1)
    try await eventually("the sound is over") {
      try bench.record()?.sound.code == "played"
    }
    #expect(try bench.record()?.banner == .init("shown"))
    #expect(await asked.all.isEmpty)
    #expect(await client.delivered().map(\.request.identifier) == ["a"])
    #expect(await client.pending().isEmpty)
    await bench.close(client)
  }

  @Test("G78: an app in the foreground that wants nothing gets nothing, and none in its list")
  func silentByAnswer() async throws {
    let bench = try ClientBench()
    try bench.allow()
    let client = try bench.client()
    client.setHandlers(NotificationHandlers(willPresent: { _ in [] }))
    try await client.add(bench.request("a", loud))
    try await eventually("it is recorded") { try bench.record() != nil }
    #expect(await client.delivered().isEmpty)
    await bench.close(client)
    #expect(try bench.record()?.sound == .init("withheld", reason: "foreground"))
    #expect(try bench.record()?.banner == .init("none", reason: "foreground"))
    #expect(bench.screen.titles.isEmpty)
  }

  @Test(
    "A program without a delegate is in the background, unless it says otherwise",
    arguments: [nil, "foreground"])
  func withoutDelegate(state: String?) async throws {
    let bench = try ClientBench()
    try bench.allow()
    let client = try bench.client(state: state)
    #expect(client.isForeground == (state != nil))
    try await client.add(bench.request("a", loud))
    try await eventually("it is recorded") {
      let sound = try bench.record()?.sound.code
      return sound == "played" || sound == "withheld"
    }
    await bench.close(client)
    #expect(try bench.record()?.sound.code == (state == nil ? "played" : "withheld"))
    #expect(bench.screen.titles == (state == nil ? [loud.title] : []))
  }

  @Test("G78: what the app in the foreground wants is shown, and no more")
  func options() async throws {
    let bench = try ClientBench()
    try bench.allow()
    let client = try bench.client()
    let asked = Calls<NotificationContent>()
    client.setHandlers(
      NotificationHandlers(willPresent: {
        await asked.add($0.request.content)
        return [.banner, .list]
      }))
    try await client.add(bench.request("a", loud))
    try await bench.screen.shows(1)
    try await eventually("it is recorded") { try bench.record()?.banner.code == "shown" }
    #expect(try bench.record()?.sound == .init("withheld", reason: "foreground"))
    #expect(await asked.all == [loud])
    await bench.close(client)
  }

  @Test("The app in front sees the whole content of a notification, whatever of it is allowed")
  func wholeContent() async throws {
    let bench = try ClientBench()
    try bench.allow([.alert])
    let client = try bench.client()
    let asked = Calls<NotificationContent>()
    client.setHandlers(
      NotificationHandlers(willPresent: { notification in
        await asked.add(notification.request.content)
        return [.banner, .list, .sound, .badge]
      }))
    let content = NotificationContent(title: "Tea", badge: 2, sound: .standard)
    try await client.add(bench.request("a", content))
    try await bench.screen.shows(1)
    #expect(await asked.all == [content])
    try await eventually("it is recorded") { try bench.record() != nil }
    #expect(try bench.record()?.sound.code == "withheld")
    #expect(try bench.store().profile(of: "app").badge == 0)
    await bench.close(client)
  }

  @Test("An app that does not answer in time is not in front: what is due is shown and heard")
  func hangingDelegate() async throws {
    #expect(DeliveryPolicy().answerLimit == .seconds(2))
    let bench = try ClientBench()
    try bench.allow()
    let client = try bench.client(patience: .seconds(10))
    let forever = OneShot<PresentationOptions>()
    let asked = Calls<String>()
    client.setHandlers(
      NotificationHandlers(willPresent: { notification in
        await asked.add(notification.request.identifier)
        return notification.request.identifier == "hangs" ? await forever.value : []
      }))
    try await client.add(bench.request("hangs", loud))
    try await client.add(bench.request("b", .init(title: "Second")))
    try await eventually("the second is asked about") { await asked.all.contains("b") }
    await bench.close(client)
    // The app's end is an answer, too, once it is known.
    try await eventually("it is heard") {
      try bench.record("hangs")?.sound.code == "played" && bench.screen.titles == [loud.title]
    }
    forever.give([])
  }

  @Test("G79: what the user does comes to the app, with its notification: an action, a text, a tap")
  func responses() async throws {
    let bench = try ClientBench()
    try bench.allow()
    let client = try bench.client(state: "background")
    try await client.setCategories([
      .init(
        identifier: "message",
        actions: [
          .init(identifier: "archive", title: "Archive"),
          .init(identifier: "reply", title: "Reply", textInput: .init(buttonTitle: "Send")),
        ])
    ])
    let received = Calls<NotificationResponse>()
    client.setHandlers(NotificationHandlers(didReceive: { await received.add($0) }))
    for (index, name) in ["a", "b", "c"].enumerated() {
      try await client.add(
        bench.request(
          name,
          .init(
            title: "Letter", categoryIdentifier: "message", userInfo: ["record": .string(name)])))
      try await bench.screen.shows(index + 1)
      try await eventually("it is in the list") { try bench.record(name) != nil }
    }
    bench.screen.tap("archive", on: 0)
    bench.screen.reply("See you", to: "reply", on: 1)
    bench.screen.tap(NotificationAction.defaultIdentifier, on: 2)
    try await eventually("all have come") { await received.all.count == 3 }
    let all = await received.all
    #expect(all.map(\.actionIdentifier) == ["archive", "reply", "default"])
    #expect(all.map(\.text) == [nil, "See you", nil])
    #expect(
      all.map { $0.notification?.request.content.userInfo["record"] } == [
        .string("a"), .string("b"), .string("c"),
      ])
    // G80: what is handled is in the list no more.
    try await eventually("they are dealt with") { await client.delivered().isEmpty }
    try await eventually("the last one's handler has returned") {
      try bench.store().fetch(.responses(app: nil)).isEmpty
    }
    await bench.close(client)
  }

  @Test(
    "C37: a dismissal comes to the app only where the category wants it", arguments: [true, false])
  func dismissal(isWanted: Bool) async throws {
    let bench = try ClientBench()
    try bench.allow()
    let client = try bench.client(state: "background")
    try await client.setCategories([
      .init(identifier: "c", options: isWanted ? .customDismissAction : [])
    ])
    let received = Calls<NotificationResponse>()
    client.setHandlers(NotificationHandlers(didReceive: { await received.add($0) }))
    try await client.add(bench.request("a", .init(title: "Tea", categoryIdentifier: "c")))
    try await bench.screen.shows(1)
    try await eventually("it is in the list") { try bench.record() != nil }
    bench.screen.dismiss(0)
    try await eventually("it is dealt with") { await client.delivered().isEmpty }
    if isWanted { try await eventually("the app has it") { await !received.all.isEmpty } }
    await bench.close(client)
    #expect(await received.all.map(\.actionIdentifier) == (isWanted ? ["dismiss"] : []))
  }

  @Test("G79: a response that came while the app did not run waits until there is a delegate")
  func waiting() async throws {
    let bench = try ClientBench()
    for text in ["1", "2"] {
      try bench.store().apply(
        .responded(
          NotificationResponse(app: "app", requestIdentifier: "a", text: text, date: Date())))
    }
    let client = try bench.client()
    client.setHandlers(NotificationHandlers(willPresent: { _ in [] }))
    #expect(try bench.store().fetch(.responses(app: "app")).count == 2)
    let received = Calls<String?>()
    client.setHandlers(NotificationHandlers(didReceive: { await received.add($0.text) }))
    try await eventually("both have come") { await received.all == ["1", "2"] }
    try await eventually("they are taken") {
      try bench.store().fetch(.responses(app: "app")).isEmpty
    }
    await bench.close(client)
  }

  @Test("A response leaves the store when its handler has returned, and not before")
  func atLeastOnce() async throws {
    let bench = try ClientBench()
    try bench.store().apply(
      .responded(
        NotificationResponse(app: "app", requestIdentifier: "a", date: Date())))
    let client = try bench.client()
    let (begun, mayEnd) = (OneShot<Void>(), OneShot<Void>())
    client.setHandlers(
      NotificationHandlers(didReceive: { _ in
        begun.give(())
        await mayEnd.value
      }))
    await begun.value
    #expect(try bench.store().fetch(.responses(app: "app")).count == 1)
    mayEnd.give(())
    try await eventually("it is taken") {
      try bench.store().fetch(.responses(app: "app")).isEmpty
    }
    await bench.close(client)
  }

  @Test("A request for the app's own settings opens them")
  func settings() async throws {
    let bench = try ClientBench()
    try bench.store().apply(
      .responded(
        NotificationResponse(
          app: "app", requestIdentifier: "a",
          actionIdentifier: NotificationAction.settingsIdentifier, date: Date())))
    let client = try bench.client()
    let opened = OneShot<Void>()
    client.setHandlers(
      NotificationHandlers(didReceive: { _ in }, openSettings: { _ in opened.give(()) }))
    await opened.value
    await bench.close(client)
  }

  @Test("G80, D52: what is removed from the list goes off the screen, even at once")
  func removed() async throws {
    let bench = try ClientBench()
    try bench.allow()
    let client = try bench.client(state: "background")
    for name in ["a", "b", "c"] {
      try await client.add(bench.request(name, .init(title: name)))
    }
    try await eventually("they are in the list") { await client.delivered().count == 3 }
    try await bench.screen.shows(3)
    await client.removeDelivered(identifiers: ["b"])
    #expect(await client.delivered().map(\.request.identifier).sorted() == ["a", "c"])
    try await eventually("its banner is gone") { bench.screen.closed == ["b"] }
    await client.removeAllDelivered()
    #expect(await client.delivered().isEmpty)
    try await eventually("all are gone") { bench.screen.closed.sorted() == ["a", "b", "c"] }
    await bench.close(client)
  }

  @Test("A second notification with an identifier takes the place of the delivered one, on top")
  func replaced() async throws {
    let bench = try ClientBench()
    try bench.allow()
    let client = try bench.client(state: "background")
    for (name, title) in [("a", "1"), ("b", "2"), ("a", "3")] {
      try await client.add(bench.request(name, .init(title: title)))
      try await eventually("it is there") {
        await client.delivered().first?.request.content.title == title
      }
    }
    #expect(await client.delivered().map(\.request.content.title) == ["3", "2"])
    try await eventually("it is shown again") { bench.screen.titles == ["1", "2", "3"] }
    await bench.close(client)
  }

  @Test("D55: a notification sets the badge, and the app lowers and removes it")
  func badge() async throws {
    let bench = try ClientBench()
    try bench.allow()
    let client = try bench.client(state: "background")
    try await client.add(bench.request("a", .init(title: "Mail", badge: 4)))
    try await eventually("it is shown") { bench.screen.badge(of: "app") == 4 }
    try await eventually("it is kept") { try bench.store().profile(of: "app").badge == 4 }
    for count in [2, 0] {
      try await client.setBadgeCount(count)
      #expect(try bench.store().profile(of: "app").badge == count)
      try await eventually("\(count) is shown") { bench.screen.badge(of: "app") == count }
    }
    await #expect(throws: ClientError.badgeInputInvalid) { try await client.setBadgeCount(-1) }
    try bench.store().change("app") { $0.settings.permissions.badge = .disabled }
    await #expect(throws: ClientError.notAllowed) { try await client.setBadgeCount(1) }
    await bench.close(client)
  }

  @Test("A passive notification is in the list alone; a thread's name stays with it")
  func passive() async throws {
    let bench = try ClientBench()
    try bench.allow()
    let client = try bench.client(state: "background")
    var content = loud
    content.interruptionLevel = .passive
    content.threadIdentifier = "kitchen"
    try await client.add(bench.request("a", content))
    try await eventually("it is recorded") { try bench.record() != nil }
    #expect(try bench.record()?.banner == .init("list", reason: "passive"))
    #expect(try bench.record()?.sound == .init("withheld", reason: "passive"))
    #expect(await client.delivered().first?.request.content.threadIdentifier == "kitchen")
    await bench.close(client)
  }

  @Test("B16: without the permission to sound it is shown without its sound")
  func noSound() async throws {
    let bench = try ClientBench()
    try bench.allow([.alert])
    let client = try bench.client(state: "background")
    try await client.add(bench.request("a", loud))
    try await bench.screen.shows(1)
    try await eventually("it is recorded") { try bench.record() != nil }
    #expect(try bench.record()?.sound == .init("withheld", reason: "not-authorized"))
    await bench.close(client)
  }

  @Test("A client that only waits opens neither a device nor a bus")
  func idle() async throws {
    let bench = try ClientBench()
    try bench.allow()
    let opened = Calls<String>()
    let environment = bench.environment(opener: { format throws(PlaybackError) in
      Task { await opened.add("device") }
      return NullDevice(format)
    })
    let client = try NotificationClient(app: bench.identity, environment: environment)
    try await client.add(
      bench.request("a", loud, .timeInterval(try TimeIntervalTrigger(.seconds(300)))))
    #expect(await client.pending().count == 1)
    await bench.close(client)
    #expect(await opened.all.isEmpty)
  }
}
