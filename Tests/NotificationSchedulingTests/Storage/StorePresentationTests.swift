import Foundation
import NotificationScheduling
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
    #expect(try store.questions(app: "a").map(\.number) == [first, second])
    #expect(try store.questions(app: "a").first?.notification == notification("1"))
    #expect(try store.answer(to: first) == nil)
    try store.answer(first, with: 18)
    #expect(try store.answer(to: first) == 18)
    #expect(try store.questions(app: "a").map(\.number) == [second])
    try store.answer(second, with: 0)
    #expect(try store.answer(to: second) == 0)
    try store.forget(question: first)
    #expect(try store.answer(to: first) == nil)
    #expect(try store.questions(app: "b").map(\.number) == [other])
  }

  @Test(
    "Nobody's questions are forgotten, and a late answer is to no later one",
    arguments: StoreKind.allCases)
  func forgotten(_ kind: StoreKind) throws {
    let (store, folder) = try kind.make()
    defer { withExtendedLifetime(folder) {} }
    let old = try store.ask(about: notification("old"), at: date)
    let new = try store.ask(about: notification("new"), at: date + 61)
    #expect(try store.questions(app: "a").map(\.number) == [new])
    try store.forget(question: new)
    let next = try store.ask(about: notification("next"), at: date + 61)
    for late in [old, new] { try store.answer(late, with: 1) }
    #expect(try store.answer(to: old) == nil)
    #expect(try store.answer(to: next) == nil)
    // A clock that was set back leaves no question for ever.
    let early = try store.ask(about: notification("early"), at: date)
    #expect(try store.questions(app: "a").map(\.number) == [early])
  }

  @Test("The badges of all apps, and whether one was delivered", arguments: StoreKind.allCases)
  func looks(_ kind: StoreKind) throws {
    let (store, folder) = try kind.make()
    defer { withExtendedLifetime(folder) {} }
    try store.setBadge(3, app: "a")
    try store.setBadge(1, app: "b")
    try store.setBadge(0, app: "b")
    #expect(try store.allBadges() == ["a": 3])
    _ = try store.add([try Sample.new("x", due: -1)], limit: .standard)
    #expect(try !store.isDelivered(app: "app", identifier: "x"))
    try Sample.deliver(in: store, at: date)
    #expect(try store.isDelivered(app: "app", identifier: "x"))
    #expect(try !store.isDelivered(app: "b", identifier: "x"))
  }
}
