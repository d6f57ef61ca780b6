import Foundation
import NotificationTypes
import TestSupport
import Testing

@testable import NotificationScheduling
@testable import NotificationStorage

@Suite("Pushes come into the store once")
struct StoreRemoteTests {
  private let schedule = NotificationSchedule.inMemory()

  private func arrival(
    _ number: Int64?, pushClass: String = "a", title: String? = nil, message: String? = nil,
    received: Int64 = 0
  ) -> RemoteArrival {
    RemoteArrival(
      app: "app",
      position: number.map { .init(pushClass: pushClass, number: $0, received: received) },
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
    #expect(try schedule.store.read(.remotePositions(of: "app")) == ["a": 6, "b": 5])
  }

  @Test func aStreamThatWasMadeAnewIsTakenUp() throws {
    #expect(try schedule.take(arrival(500, title: "last of the old", received: 1_000_000)))
    // Sent again, or of a gateway whose clock is a little fast.
    #expect(try !schedule.take(arrival(500, title: "again", received: 1_000_000)))
    #expect(try !schedule.take(arrival(499, title: "before it", received: 1_060_000)))
    #expect(try schedule.take(arrival(3, title: "first of the new", received: 1_060_001)))
    #expect(try !schedule.take(arrival(500, title: "again", received: 1_000_000)))
    #expect(try !schedule.take(arrival(2, title: "before it", received: 1_060_000)))
    #expect(try schedule.take(arrival(4, title: "second of the new", received: 1_060_002)))
    #expect(try schedule.store.read(.remotePositions(of: "app")) == ["a": 4])
  }

  @Test func aNameIsTakenOnce() throws {
    func take(_ name: String, _ time: Int64) throws -> Bool {
      try schedule.take(
        RemoteArrival(
          app: "app", position: nil, mark: .init(identifier: name, time: time),
          request: NotificationRequest(
            identifier: name, app: "app", content: NotificationContent(title: name), trigger: .push)
        ))
    }
    let store = schedule.store
    #expect(try store.read(.takenSince(of: "app", overlap: 600)) == nil)
    #expect(try store.apply(.began(takingFor: "app", at: 1_000_000)) == 0)
    #expect(try store.read(.takenSince(of: "app", overlap: 600)) == 1_000_000)
    #expect(try !take("before", 999_999))
    #expect(try take("one", 1_000_000))
    #expect(try !take("one", 1_000_005))
    #expect(try take("two", 1_001_000))
    #expect(try take("delayed", 1_000_500))
    #expect(try store.read(.takenSince(of: "app", overlap: 600)) == 1_000_400)
    // A day later the first ones are forgotten, and yet do not come again.
    #expect(try take("next day", 1_087_000))
    #expect(try store.texts("SELECT count(*) FROM remote_taken") == ["3"])
    #expect(try !take("one", 1_000_000))
    // The server's clock goes back, by more than servers' clocks differ.
    #expect(try store.apply(.began(takingFor: "app", at: 1_086_950)) == 0)
    #expect(try store.apply(.began(takingFor: "app", at: 1_050_000)) == 1)
    #expect(try !take("next day", 1_050_000))
    #expect(try take("after that", 1_050_001))
    #expect(try titles.count == 5)
    try store.apply(.endedTaking(for: "app"))
    #expect(try store.read(.takenSince(of: "app", overlap: 600)) == nil)
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
    #expect(try schedule.store.read(.remotePositions(of: "app")).isEmpty)
  }

  @Test func theNewestMessageTakesThePlaceOfTheOlderOnes() throws {
    #expect(try schedule.take(arrival(1, pushClass: "b", message: "old")))
    #expect(try schedule.take(arrival(2, pushClass: "b", message: "new")))
    let waiting = try schedule.store.fetch(.remoteMessages(app: "app"))
    #expect(waiting.map(\.message.identifier) == ["new"])
    try schedule.store.apply(.received([try #require(waiting.first).number]))
    #expect(try schedule.store.fetch(.remoteMessages()).isEmpty)
  }

  @Test func whatFailsHasNotMoved() throws {
    let folder = try TemporaryFolder()
    let store = try NotificationStore(folder: StoreFolder(path: folder.url.path))
    let schedule = NotificationSchedule(store: store)
    try store.execute(
      "CREATE TRIGGER no BEFORE INSERT ON request BEGIN SELECT raise(ABORT, 'no'); END")
    #expect(throws: StoreError.self) { try schedule.take(arrival(1, title: "one")) }
    #expect(try store.read(.remotePositions(of: "app")).isEmpty)
    try store.execute("DROP TRIGGER no")
    #expect(try schedule.take(arrival(1, title: "one")))
  }

  @Test func anotherEnrolmentBeginsAnew() throws {
    let store = schedule.store
    #expect(try schedule.take(arrival(9, title: "nine")))
    try store.change("app") { $0.remote = RemoteRegistration(topic: "app", token: "5e") }
    try store.apply(.unenrolled)
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
      #expect(
        try schedule.take(
          RemoteArrival(app: "ntfy", position: nil, mark: .init(identifier: "one", time: 9))))
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
    #expect(try store.read(.remotePositions(of: "app")) == ["a": 7])
    #expect(try store.texts("SELECT identifier FROM remote_taken") == ["one"])
    #expect(try store.fetch(.remoteMessages(app: "app")).map(\.message.identifier) == ["m"])
    #expect(try store.fetch(.pending(app: "app")).map(\.request.content.title) == ["seven"])
  }

  @Test func oneThatAnExtensionMayChangeWaits() throws {
    func waiting(_ number: Int64, _ title: String) -> RemoteArrival {
      var arrival = arrival(number, title: title)
      arrival.waitsForExtension = true
      return arrival
    }
    let store = schedule.store
    #expect(try schedule.take(waiting(5, "five")) && !schedule.take(waiting(5, "again")))
    #expect(try titles.isEmpty && store.read(.appsWaitingForExtensions) == ["app"])
    let old = try #require(try store.read(.firstWaitingForExtension(of: "app")))
    #expect(try old.attempts == 0 && store.apply(.startedExtension(for: old.number)) > 0)
    // A later one replaces it, and has not been tried.
    #expect(try schedule.take(waiting(6, "six")) && store.read(.waitingForExtensions()) == 1)
    var request = try #require(old.request)
    #expect(try store.apply(.startedExtension(for: old.number)) == 0)
    #expect(try !schedule.release(old.number, as: request))
    let new = try #require(try store.read(.firstWaitingForExtension(of: "app")))
    #expect(new.attempts == 0 && new.number > old.number)
    request.content.title = "six, changed"
    #expect(
      try schedule.release(new.number, as: request) && !schedule.release(new.number, as: request))
    #expect(try titles == ["six, changed"] && store.read(.waitingForExtensions()) == 0)
    // One that needs no change takes the place of one that waits.
    #expect(try schedule.take(waiting(7, "seven")) && schedule.take(arrival(8, title: "eight")))
    #expect(try titles == ["eight"] && store.read(.waitingForExtensions()) == 0)
  }

  @Test func oneThatCannotBeReadDoesNotHoldUpOthers() throws {
    var arrival = arrival(1, title: "one")
    arrival.waitsForExtension = true
    #expect(try schedule.take(arrival))
    try schedule.store.execute("UPDATE inbox SET body = x'00'")
    let waiting = try #require(try schedule.store.read(.firstWaitingForExtension(of: "app")))
    #expect(waiting.request == nil)
    try schedule.store.apply(.received([waiting.number]))
    #expect(try schedule.store.read(.waitingForExtensions()) == 0)
  }
}
