import Foundation
import LinuxProcess
import NotificationStorage
import NotificationTypes
import TestSupport
import Testing
import Triggers

@testable import NotificationScheduling

@Suite("The ledger, while the store's writer catches up with it")
struct LedgerTests {
  private let ledger = Ledger()
  private let waiting: WaitingRequest
  private let next = DueTime.wall(date: Sample.moment.wall + 60, local: 60)

  init() throws {
    let store = NotificationStore()
    _ = try store.add([Sample.new("beat", due: -1)], limit: .unlimited)
    waiting = try #require(try Sample.due(in: store).first)
  }

  @Test("A read that the writer overtakes repeats nothing and forgets no next date")
  func overtaken() {
    ledger.advance(waiting, to: next)
    let look = ledger.look
    ledger.forget([waiting.id])
    #expect(look.hasBegun(waiting.id))
    #expect(look.upcoming(besides: []).map(\.due) == [next])
    #expect(!ledger.look.hasBegun(waiting.id))
    #expect(ledger.look.upcoming(besides: []).isEmpty)
  }

  @Test("A next date that the store has by now is there once")
  func once() {
    ledger.advance(waiting, to: next)
    var list = WaitingList()
    list.requests = [waiting.next(next)]
    #expect(!ledger.look.hasBegun(waiting.next(next).id))
    #expect(ledger.look.upcoming(besides: [list]).isEmpty)
  }
}
