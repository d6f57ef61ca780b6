import AlertPlayback
import AlertSounds
import Desktop
import Foundation
import LinuxProcess
import NotificationScheduling
import NotificationTypes
import SoundResolution
import Synchronization
import TestSupport
import Testing

@testable import NotificationDelivery
@testable import NotificationStorage

@Suite("The delivery service: decide, record, show, ring, ask", .ownThread)
struct DeliveryServiceTests {
  private let store = NotificationStore()
  private let screen = FakeScreen()

  private func service(
    _ policy: DeliveryPolicy = DeliveryPolicy(), presenter: (any BannerPresenter)? = nil,
    player: Player? = nil, ringing: RingingPolicy = .standard, store: NotificationStore? = nil
  ) -> DeliveryService {
    // A machine that is busy may hold a thread up for longer than a device may.
    let player =
      player ?? Player(patience: .seconds(60)) { format in NullDevice(format, isPaced: false) }
    let places = SoundPlaces(dataHome: "/nonexistent", dataFolders: [])
    return DeliveryService(
      store: store ?? self.store, policy: policy, library: SoundLibrary(SoundResolver(places)),
      player: player,
      ringing: ringing, presenter: presenter ?? screen
    ) { _ in }
  }

  /// Has a scheduler deliver a request, and waits until nothing more is shown or heard of it.
  private func deliver(
    _ content: NotificationContent, as identifier: String = "a", by service: DeliveryService,
    stopping: Bool = true
  ) async throws {
    let schedule = NotificationSchedule(store: store)
    let (delivered, isDelivered) = AsyncStream.makeStream(of: Void.self)
    let scheduler = Scheduler(for: schedule) { due in
      try await service.deliver(due)
      isDelivered.yield()
    }
    try schedule.add(
      NotificationRequest(identifier: identifier, app: "app", content: content))
    // A child, which has its parent's thread: what is heard too late is not heard at all.
    async let running: Void = scheduler.run()
    for await _ in delivered { break }
    await scheduler.stop()
    try await running
    await service.finish()
    if stopping { await service.stop() }
  }

  private func record(_ identifier: String = "a") throws -> DeliveryRecord? {
    try store.fetch(.delivered(app: "app")).first { $0.request.identifier == identifier }?.record
  }

  private let loud = NotificationContent(title: "Tea", sound: .standard)

  @Test("An app that is allowed is shown and heard, and the record says so")
  func allowed() async throws {
    try await deliver(loud, by: service(DeliveryPolicy(authorization: .allow)))
    let record = try #require(try record())
    #expect(record.banner == .init("shown"))
    #expect(record.sound.code == "played")
    #expect(record.soundFile == "built-in" && record.fallback == nil)
    #expect(screen.titles == ["Tea"])
  }

  @Test("An app that is denied is recorded, and neither shown nor heard")
  func denied() async throws {
    let service = service(DeliveryPolicy(authorization: .deny))
    try await deliver(loud, by: service)
    #expect(try record()?.sound == .init("withheld", reason: "not-authorized"))
    #expect(screen.titles.isEmpty)
    #expect(service.counts.delivered == 1)
  }

  @Test("An allowed app is shown and heard though its settings cannot be read any more")
  func unreadable() async throws {
    let folder = try TemporaryFolder()
    let store = try NotificationStore(folder: StoreFolder(path: folder.path("store")))
    try store.change("app") { $0.settings.answer(true, to: [.alert, .sound]) }
    let service = service(store: store)
    let request = NotificationRequest(identifier: "a", app: "app", content: loud)
    await service.warm([request])
    try store.execute("ALTER TABLE setting RENAME TO elsewhere")
    // A moment later it would be read again in any case.
    store.profiles.forget()
    try await service.deliver(DueNotification(unrecorded: request))
    await service.finish()
    await service.stop()
    #expect(service.counts.storeFailures > 0)
    #expect(screen.titles == ["Tea"] && service.counts.sounds == ["played": 1])
  }

  @Test("An app of which something is known is shown and heard while others keep the store busy")
  func heldReader() async throws {
    let folder = try TemporaryFolder()
    let store = try NotificationStore(folder: StoreFolder(path: folder.path("store")))
    try store.change("app") { $0.settings.answer(true, to: [.alert, .sound]) }
    let service = service(store: store)
    let request = NotificationRequest(identifier: "a", app: "app", content: loud)
    await service.warm([request])
    store.profiles.forget()
    let isHeld = Mutex(false)
    let isReleased = Mutex(false)
    let end = DispatchSemaphore(value: 0)
    let thread = Thread {
      try? store.look { _ in
        isHeld.withLock { $0 = true }
        // A delivery that waits for it would never let it go on.
        _ = end.wait(timeout: .now() + 30)
        isReleased.withLock { $0 = true }
      }
    }
    thread.start()
    try await eventually("the store is held") { isHeld.withLock(\.self) }
    try await service.deliver(DueNotification(unrecorded: request))
    #expect(!isReleased.withLock { $0 })
    #expect(screen.titles == ["Tea"])
    end.signal()
    await service.finish()
    await service.stop()
    #expect(service.counts.sounds == ["played": 1])
  }

  @Test("The switch for sounds leaves the banner")
  func soundOff() async throws {
    try store.change("app") { app in
      app.settings.answer(true, to: [.alert, .sound])
      app.settings.permissions.sound = .disabled
    }
    try await deliver(loud, by: service())
    #expect(try record()?.sound == .init("withheld", reason: "switched-off"))
    #expect(try record()?.banner == .init("shown"))
  }

  @Test("Where nobody can be asked, the policy answers", arguments: [true, false])
  func unattended(isAllowed: Bool) async throws {
    screen.isBlind = true
    let service = service(DeliveryPolicy(unattended: isAllowed))
    try await deliver(loud, by: service, stopping: false)
    // The question came first, and what follows from it is decided.
    try await screen.isTried(1)
    await service.finish()
    store.writer.flush()
    let expected = isAllowed ? "played" : "withheld"
    try await eventually("its sound is \(expected)") { try record()?.sound.code == expected }
    try await deliver(NotificationContent(title: "Milk"), as: "b", by: service, stopping: false)
    try await eventually("it is listed") { try record("b") != nil }
    let banner = try record("b")?.banner
    #expect(
      isAllowed
        ? banner?.code == "not-shown" : banner == .init("none", reason: "not-authorized"))
    await service.stop()
    #expect(try store.profile(of: "app").storedSettings == nil)
  }

  @Test(
    "A desktop that comes later is asked, whatever the policy has answered meanwhile",
    arguments: [true, false])
  func laterDesktop(isAllowed: Bool) async throws {
    screen.isBlind = true
    let service = service(DeliveryPolicy(unattended: isAllowed))
    // It looks again with the next notification.
    service.questions.withLock { $0.absence = .zero }
    let listening = Task(executorPreference: QueueExecutor(label: "test")) {
      await service.run()
    }
    defer { listening.cancel() }
    try await deliver(NotificationContent(title: "Tea"), by: service, stopping: false)
    try await screen.isTried(1)
    screen.isBlind = false
    try await deliver(NotificationContent(title: "Milk"), as: "b", by: service, stopping: false)
    let question = "“app” would like to send you notifications"
    try await eventually("the question") { screen.titles.contains(question) }
    screen.tap("allow", on: try #require(screen.titles.firstIndex(of: question)))
    try await eventually("it is shown") { try record("b")?.banner == .init("shown") }
    // Where the policy has allowed it, the banner does not wait for the answer.
    try await eventually("the answer is stored") {
      try store.profile(of: "app").storedSettings?.permissions.authorization == .authorized
    }
    await service.stop()
  }

  @Test("A request that is cancelled while its banner waits for a desktop is never shown")
  func cancelledMeanwhile() async throws {
    screen.isBlind = true
    let patient = StartupPresenter(screen, wait: .seconds(3_600))
    let service = service(DeliveryPolicy(authorization: .allow), presenter: patient)
    let schedule = NotificationSchedule(store: store)
    let scheduler = Scheduler(for: schedule) { try await service.deliver($0) }
    try schedule.add(
      NotificationRequest(
        identifier: "a", app: "app", content: NotificationContent(title: "Tea")))
    async let running: Void = scheduler.run()
    try await screen.isTried(1)
    #expect(try schedule.cancel(["a"], app: "app") == 1)
    service.reconcile()
    try await eventually("its delivery ends") { service.current.withLock(\.isEmpty) }
    screen.isBlind = false
    await scheduler.stop()
    try await running
    await service.stop()
    #expect(screen.titles == [])
    #expect(try store.fetch(.delivered(app: "app")).isEmpty)
  }

  @Test("An app that removes a notification before its delivery is recorded finds it in no list")
  func removedMeanwhile() async throws {
    let service = service(DeliveryPolicy(authorization: .allow))
    let schedule = NotificationSchedule(store: store)
    let scheduler = Scheduler(for: schedule) { try await service.deliver($0) }
    let gate = Gate()
    store.writer.perform { gate.wait() }
    try schedule.add(
      NotificationRequest(
        identifier: "a", app: "app", content: NotificationContent(title: "Tea")))
    async let running: Void = scheduler.run()
    try await screen.shows(1)
    try await eventually("its delivery ends") { service.current.withLock(\.isEmpty) }
    try schedule.removeDelivered(["a"], app: "app")
    gate.open()
    await scheduler.stop()
    try await running
    #expect(try store.fetch(.delivered(app: "app")).isEmpty)
    try await eventually("its banner is taken down") { screen.closed == ["a"] }
    await service.stop()
  }

  @Test("Of two deliveries of a request each is told of its own sound, whichever is over first")
  func twoSounds() async throws {
    try store.change("app") { $0.settings.answer(true, to: [.alert, .sound, .criticalAlert]) }
    let opens = Mutex(0)
    let player = Player(patience: .seconds(60)) { format throws(PlaybackError) in
      let isFirst = opens.withLock { opens in
        opens += 1
        return opens == 1
      }
      if isFirst { throw .notOpened(device: "card", reason: "busy") }
      return NullDevice(format, isPaced: false)
    }
    var ringing = RingingPolicy.standard
    (ringing.retryDelays, ringing.deviceGrace) = ([.seconds(3_600)], .seconds(7_200))
    let service = service(player: player, ringing: ringing)
    let schedule = NotificationSchedule(store: store)
    let scheduler = Scheduler(for: schedule) { try await service.deliver($0) }
    async let running: Void = scheduler.run()
    // The first sound waits for the device, and the second one has a start of its own.
    try schedule.add(NotificationRequest(identifier: "a", app: "app", content: loud))
    try await eventually("the first sound waits") { await service.ringer.load.waiting == 1 }
    var urgent = loud
    urgent.sound = NotificationSound(isCritical: true)
    try schedule.add(NotificationRequest(identifier: "a", app: "app", content: urgent))
    try await eventually("the second sound is over") { service.counts.sounds["played"] == 1 }
    try await eventually("its record says so") { try record()?.sound.code == "played" }
    #expect(await service.ringer.load.waiting == 1)
    await scheduler.stop()
    await service.stop()
    try await running
    #expect(try record()?.sound.code == "played")
  }

  @Test("Quiet delivery on trial is asked about, and kept or turned off by the answer")
  func provisional() async throws {
    try store.change("app") { $0.settings.request([.alert, .sound, .provisional]) }
    let service = service()
    // Not on the threads of all tests, which those that wait may hold.
    let listening = Task(executorPreference: QueueExecutor(label: "test")) {
      await service.run()
    }
    defer { listening.cancel() }
    // A service that stops takes its questions down.
    try await deliver(loud, by: service, stopping: false)
    store.writer.flush()
    #expect(try record()?.sound == .init("withheld", reason: "provisional"))
    #expect(try record()?.banner == .init("list", reason: "provisional"))
    try await screen.shows(1)
    #expect(screen.titles == ["“app” delivers notifications quietly"])
    // Turning off is confirmed first.
    screen.tap("turn-off", on: 0)
    try await screen.shows(2)
    #expect(try store.profile(of: "app").storedSettings?.permissions.authorization == .provisional)
    screen.tap("turn-off", on: 1)
    try await eventually("it is off") {
      try store.profile(of: "app").storedSettings?.permissions.authorization == .denied
    }
    await service.stop()
  }

  @Test("Hidden previews hide the text, not that there is something")
  func previews() async throws {
    try store.change("app") { app in
      app.settings.answer(true, to: [.alert])
      app.settings.previews = .never
    }
    try await deliver(NotificationContent(title: "Secret", body: "Secret"), by: service())
    #expect(screen.titles == ["app"])
    #expect(screen.bodies == [""])
  }

  @Test("D46: a text is looked up in the app's folder when it is delivered")
  func localized() async throws {
    let folder = try TemporaryFolder()
    let project = folder.url("it.lproj")
    try FileManager.default.createDirectory(at: project, withIntermediateDirectories: true)
    try Data(#""ready" = "%@ è pronto";"#.utf8)
      .write(to: project.appending(path: "Localizable.strings"))
    // Whatever the language of the test: where it has no translation, this one stands.
    try folder.write("{ CFBundleDevelopmentRegion = it; }".utf8, to: "Info.plist")
    let registration = RegisteredApp(identifier: "app", bundle: folder.url.path)
    try store.change("app") { $0.registration = registration }
    var content = NotificationContent(title: "Tea is ready")
    content.localization.title = LocalizedText(key: "ready", arguments: [.text("Tè")])
    try await deliver(content, by: service(DeliveryPolicy(authorization: .allow)))
    #expect(screen.titles == ["Tè è pronto"])
  }

  @Test("A badge is kept and shown")
  func badge() async throws {
    let service = service(DeliveryPolicy(authorization: .allow))
    try await deliver(NotificationContent(title: "Mail", badge: 4), by: service)
    try await eventually("the badge is kept") { try store.profile(of: "app").badge == 4 }
  }
}
