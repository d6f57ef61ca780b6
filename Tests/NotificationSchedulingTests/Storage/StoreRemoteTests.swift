import Foundation
import NotificationTypes
import TestSupport
import Testing

@testable import NotificationScheduling

@Suite("Pushes come into the store once")
struct StoreRemoteTests {
  private let schedule = NotificationSchedule.inMemory()

  private func arrival(
    _ number: Int64?, pushClass: String = "a", title: String? = nil, message: String? = nil
  ) -> RemoteArrival {
    RemoteArrival(
      app: "app", position: number.map { .init(pushClass: pushClass, number: $0) },
      request: title.map {
        NotificationRequest(
          identifier: "tea", app: "app", content: NotificationContent(title: $0), trigger: .push)
      },
      message: message.map {
        RemoteMessage(app: "app", identifier: $0, userInfo: ["n": .integer(1)], date: Date())
      })
  }

  private var titles: [String] {
    get throws { try schedule.pending().map(\.request.content.title) }
  }

  @Test func oneThatWasTakenOrPassedChangesNothing() throws {
    #expect(try schedule.take(arrival(5, title: "five")))
    #expect(try !schedule.take(arrival(5, title: "again")))
    #expect(try !schedule.take(arrival(4, title: "four")))
    #expect(try titles == ["five"])
    #expect(try schedule.take(arrival(6, title: "six")))
    #expect(try titles == ["six"])
    #expect(try schedule.take(arrival(5, pushClass: "b", message: "m")))
    #expect(try schedule.store.remotePositions(of: "app") == ["a": 6, "b": 5])
  }

  @Test func theTriggerIsThatOfAPush() throws {
    #expect(try schedule.take(arrival(1, title: "one")))
    let scheduled = try #require(try schedule.pending().first)
    #expect(scheduled.request.trigger == .push && !scheduled.request.trigger.repeats)
    let json = try JSONEncoder().encode(scheduled.request)
    #expect(try JSONDecoder().decode(NotificationRequest.self, from: json) == scheduled.request)
  }

  @Test func whatIsNotStoredHasNoPlace() throws {
    #expect(try schedule.take(arrival(nil, title: "one")))
    #expect(try schedule.take(arrival(nil, title: "two")))
    #expect(try schedule.store.remotePositions(of: "app").isEmpty)
  }

  @Test func theNewestMessageTakesThePlaceOfTheOlderOnes() throws {
    #expect(try schedule.take(arrival(1, pushClass: "b", message: "old")))
    #expect(try schedule.take(arrival(2, pushClass: "b", message: "new")))
    let waiting = try schedule.store.fetch(.remoteMessages(app: "app"))
    #expect(waiting.map(\.message.identifier) == ["new"])
    try schedule.store.apply(.takenOver(message: try #require(waiting.first).number))
    #expect(try schedule.store.fetch(.remoteMessages()).isEmpty)
  }

  @Test func whatFailsHasNotMoved() throws {
    let folder = try TemporaryFolder()
    let store = try NotificationStore(folder: StoreFolder(path: folder.url.path))
    let schedule = NotificationSchedule(store: store)
    try store.execute(
      "CREATE TRIGGER no BEFORE INSERT ON request BEGIN SELECT raise(ABORT, 'no'); END")
    #expect(throws: StoreError.self) { try schedule.take(arrival(1, title: "one")) }
    #expect(try store.remotePositions(of: "app").isEmpty)
    try store.execute("DROP TRIGGER no")
    #expect(try schedule.take(arrival(1, title: "one")))
  }

  @Test func anotherEnrolmentBeginsAnew() throws {
    let store = schedule.store
    #expect(try schedule.take(arrival(9, title: "nine")))
    try store.change("app") { $0.remote = RemoteRegistration(topic: "app", token: "5e") }
    try store.forgetEnrolment()
    #expect(try store.profile(of: "app").remote == RemoteRegistration(topic: "app"))
    #expect(try schedule.take(arrival(1, title: "one")))
  }

  @Test func aDamagedDatabaseKeepsThem() throws {
    let folder = try TemporaryFolder()
    let place = StoreFolder(path: folder.url.path)
    do {
      let store = try NotificationStore(folder: place)
      try store.change("app") { profile in
        profile.registration = RegisteredApp(identifier: "app")
        profile.remote = RemoteRegistration(topic: "app", token: "5e")
        profile.settings.setVolume(0.5)
      }
      let schedule = NotificationSchedule(store: store)
      #expect(try schedule.take(arrival(7, title: "seven", message: "m")))
      try store.checkpoint()
    }
    var bytes = try Data(contentsOf: URL(fileURLWithPath: place.database))
    // The root of the schema.
    bytes.replaceSubrange(100..<200, with: Data(repeating: 0xFF, count: 100))
    try bytes.write(to: URL(fileURLWithPath: place.database))
    let store = try NotificationStore(folder: place, check: .integrity)
    #expect(store.recovery != nil)
    let profile = try store.profile(of: "app")
    #expect(profile.remote?.token == "5e" && profile.registration?.identifier == "app")
    #expect(profile.settings.volume == 0.5)
    #expect(try store.remotePositions(of: "app") == ["a": 7])
    #expect(try store.fetch(.remoteMessages(app: "app")).map(\.message.identifier) == ["m"])
    #expect(try store.fetch(.pending(app: "app")).map(\.request.content.title) == ["seven"])
  }
}
