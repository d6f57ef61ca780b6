import Foundation
import LinuxProcess
import NotificationScheduling
import NotificationStorage
import NotificationTypes
import Testing

@Suite("What apps in the foreground are asked, in memory and in SQLite alike")
struct StorePresentationTests {
  private let date = Sample.moment.wall

  private func notification(_ identifier: String, app: String = "a") -> DeliveredNotification {
    DeliveredNotification(
      request: Sample.request(identifier, app: app), dueDate: date, date: date)
  }

  @Test(
    "A question is open until it is answered, and there until it is forgotten",
    arguments: StoreKind.allCases)
  func answered(_ kind: StoreKind) throws {
    let (store, folder) = try kind.make()
    defer { withExtendedLifetime(folder) {} }
    let first = try store.ask(about: notification("1"), at: date)
    let second = try store.ask(about: notification("2"), at: date)
    let other = try store.ask(about: notification("1", app: "b"), at: date)
    #expect(Set([first, second, other]).count == 3)
    #expect(try store.fetch(.questions(app: "a")).map(\.number) == [first, second])
    #expect(try store.fetch(.questions(app: "a")).first?.notification == notification("1"))
    #expect(try store.fetch(.answer(to: first)).first == nil)
    try store.apply(.answered(question: first, options: 18))
    #expect(try store.fetch(.answer(to: first)).first == 18)
    #expect(try store.fetch(.questions(app: "a")).map(\.number) == [second])
    try store.apply(.answered(question: second, options: 0))
    #expect(try store.fetch(.answer(to: second)).first == 0)
    try store.apply(.received([first]))
    #expect(try store.fetch(.answer(to: first)).first == nil)
    #expect(try store.fetch(.questions(app: "b")).map(\.number) == [other])
  }

  @Test(
    "Nobody's questions are forgotten, and a late answer is to no later one",
    arguments: StoreKind.allCases)
  func forgotten(_ kind: StoreKind) throws {
    let (store, folder) = try kind.make()
    defer { withExtendedLifetime(folder) {} }
    let old = try store.ask(about: notification("old"), at: date)
    let new = try store.ask(about: notification("new"), at: date + 61)
    #expect(try store.fetch(.questions(app: "a")).map(\.number) == [new])
    try store.apply(.received([new]))
    let next = try store.ask(about: notification("next"), at: date + 61)
    for late in [old, new] { try store.apply(.answered(question: late, options: 1)) }
    #expect(try store.fetch(.answer(to: old)).first == nil)
    #expect(try store.fetch(.answer(to: next)).first == nil)
    // A clock that was set back leaves no question for ever.
    let early = try store.ask(about: notification("early"), at: date)
    #expect(try store.fetch(.questions(app: "a")).map(\.number) == [early])
  }

  @Test("The badges of all apps, and whether one was delivered", arguments: StoreKind.allCases)
  func looks(_ kind: StoreKind) throws {
    let (store, folder) = try kind.make()
    defer { withExtendedLifetime(folder) {} }
    try store.change("a") { $0.badge = 3 }
    try store.change("b") { $0.badge = 1 }
    try store.change("b") { $0.badge = 0 }
    #expect(try store.read(.profiles).mapValues(\.badge) == ["a": 3])
    _ = try store.add([try Sample.new("x", due: -1)], limit: .standard)
    #expect(try store.fetch(.delivered(app: "app", identifier: "x")).isEmpty)
    try Sample.deliver(in: store, at: date)
    #expect(try !store.fetch(.delivered(app: "app", identifier: "x")).isEmpty)
    #expect(try store.fetch(.delivered(app: "b", identifier: "x")).isEmpty)
  }
}
