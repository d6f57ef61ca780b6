import Foundation
@testable import NotificationDelivery
import NotificationScheduling
import NotificationTypes
import Testing

@Suite("The journal of what was seen and heard", .ownThread)
struct DeliveryJournalTests {
  private let store = NotificationStore()
  private let date = Date(timeIntervalSince1970: 1_780_315_200)

  private func journal() -> DeliveryJournal {
    DeliveryJournal(store) { error in Issue.record("\(error)") }
  }

  private func note(_ identifier: String, at date: Date) -> DeliveryJournal.Entry {
    .note(
      DeliveryNote(
        app: "app", identifier: identifier, date: date,
        record: DeliveryRecord(banner: .begun, sound: .begun)))
  }

  private func amendment(
    _ identifier: String, at date: Date, banner: String? = nil, sound: String? = nil
  ) -> DeliveryJournal.Entry {
    .amendment(
      DeliveryAmendment(
        app: "app", identifier: identifier, date: date, banner: banner.map { .init($0) },
        sound: sound.map { .init($0) }))
  }

  /// The records of delivered notifications, by their identifiers.
  private func records(_ identifiers: [String]) throws -> [String: DeliveryRecord] {
    let moment = Moment(wall: date, elapsed: .seconds(100), boot: "boot")
    let requests = identifiers.map { identifier in
      NewRequest(
        request: NotificationRequest(
          identifier: identifier, app: "app", content: .init(title: "t"), trigger: .immediate),
        due: .wall(date: date, local: 0), added: date)
    }
    _ = try store.add(requests, limit: .unlimited)
    let claims = try store.claimDue(
      ClaimOrder(moment: moment, limit: requests.count, owner: "test"))
    try store.settle(
      claims.map { Settlement(claim: $0, outcome: .delivered(at: date, next: nil)) })
    return try store.delivered(app: nil).reduce(into: [:]) {
      $0[$1.request.identifier] = $1.record
    }
  }

  @Test("An amendment finds its note, whether that waits or is in the store already")
  func amended() throws {
    let journal = journal()
    journal.append(note("a", at: date))
    journal.append(amendment("a", at: date, banner: "shown"))
    journal.flush()
    journal.append(amendment("a", at: date, sound: "played"))
    journal.flush()
    let expected = DeliveryRecord(banner: .init("shown"), sound: .init("played"))
    #expect(try records(["a"]) == ["a": expected])
  }

  @Test("An amendment of an earlier delivery leaves the later one alone")
  func repeated() throws {
    let journal = journal()
    journal.append(note("a", at: date))
    journal.append(note("a", at: date + 1))
    journal.append(amendment("a", at: date, sound: "played"))
    journal.append(amendment("a", at: date + 1, banner: "shown"))
    journal.flush()
    let expected = DeliveryRecord(banner: .init("shown"), sound: .begun)
    #expect(try records(["a"]) == ["a": expected])
  }

  @Test("A storm that is faster than the store loses nothing")
  func storm() throws {
    let journal = journal()
    let identifiers = (0..<30_000).map(String.init)
    for identifier in identifiers {
      journal.append(note(identifier, at: date))
      journal.append(amendment(identifier, at: date, banner: "shown"))
      journal.append(.badge(7, app: "app"))
    }
    journal.flush()
    let records = try records(identifiers)
    #expect(records.count == identifiers.count)
    let expected = DeliveryRecord(banner: .init("shown"), sound: .begun)
    #expect(records.values.allSatisfy { $0 == expected })
    #expect(try store.badge(app: "app") == 7)
  }
}
