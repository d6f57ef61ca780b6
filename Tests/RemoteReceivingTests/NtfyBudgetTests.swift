import Testing

@testable import RemoteReceiving

@Suite("What a topic may send") struct NtfyBudgetTests {
  private static let limits = NtfyBudget.Limits(
    messages: 10, bytes: 1_000, messagesPerMinute: 6, bytesPerMinute: 600)

  @Test("After a quiet time ten come at once, then one each ten seconds")
  func messages() {
    var budget = NtfyBudget(Self.limits, at: 5_000)
    func take(_ count: Int, at time: Int64) -> Bool { budget.take(count, at: time) }
    let first = (0..<15).map { _ in take(10, at: 5_000) }
    #expect(first == Array(repeating: true, count: 10) + Array(repeating: false, count: 5))
    #expect(budget.dropped == 5 && budget.isExceeded)
    #expect(!take(10, at: 14_999))
    #expect(take(10, at: 15_000))
    #expect(!take(10, at: 15_000))
    #expect(budget.dropped == 7)
  }

  @Test("The bytes of messages are limited by themselves, and small ones still fit")
  func bytes() {
    var budget = NtfyBudget(Self.limits, at: 0)
    func take(_ count: Int, at time: Int64) -> Bool { budget.take(count, at: time) }
    #expect(take(900, at: 0))
    #expect(!take(900, at: 0))
    #expect(take(100, at: 0))
    #expect(!take(1, at: 0))
    #expect(take(100, at: 10_000))
    #expect(!take(1_001, at: 10_000_000), "one that is larger than all")
  }

  @Test("It is exceeded until a minute's worth is free")
  func recovery() {
    var budget = NtfyBudget(Self.limits, at: 0)
    for _ in 0..<11 { _ = budget.take(1, at: 0) }
    #expect(budget.isExceeded)
    budget.refill(at: 59_999)
    #expect(budget.isExceeded)
    budget.refill(at: 60_000)
    #expect(!budget.isExceeded && budget.dropped == 1)
  }

  @Test("A repeated message takes nothing, and never more than all is given back")
  func giveBack() {
    var budget = NtfyBudget(Self.limits, at: 0)
    func take(_ count: Int, at time: Int64) -> Bool { budget.take(count, at: time) }
    for _ in 0..<50 {
      #expect(take(500, at: 0))
      budget.giveBack(500)
    }
    budget.giveBack(500)
    let taken = (0..<11).map { _ in take(1, at: 0) }
    #expect(taken.filter { $0 }.count == 10)
  }

  @Test("A clock that stands still or goes back gives nothing")
  func clock() {
    var budget = NtfyBudget(Self.limits, at: 60_000)
    func take(_ count: Int, at time: Int64) -> Bool { budget.take(count, at: time) }
    for _ in 0..<10 { _ = budget.take(1, at: 60_000) }
    #expect(!take(1, at: 60_000) && !take(1, at: 0))
    #expect(!take(1, at: 60_000), "the way back is not counted twice")
  }
}
