import Foundation
import Testing

@Suite("The rules of notifications, and what shows them")
struct RuleTests {
  private let list: RuleList
  private let tests: TestNames

  init() throws {
    list = try RuleList(Pages.fixture("rules.txt"))
    tests = try TestNames(in: Pages.root.appending(path: "Tests"))
  }

  @Test("Every rule from A to I is in the list")
  func complete() {
    let numbers = list.chapters.flatMap(\.rules).map(\.number)
    let expected =
      (1...9).map { "A\($0)" } + (10...28).map { "B\($0)" } + (29...44).map { "C\($0)" }
      + (45...58).map { "D\($0)" } + (59...65).map { "E\($0)" } + (66...76).map { "F\($0)" }
      + (77...83).map { "G\($0)" } + (84...98).map { "H\($0)" } + (99...104).map { "I\($0)" }
    #expect(numbers == expected)
  }

  @Test("Every rule has a test, or a reason why it has none")
  func shown() {
    for rule in list.chapters.flatMap(\.rules) {
      let isShown = !tests.names(showing: rule.number).isEmpty || !rule.tests.isEmpty
      #expect(isShown != (rule.reason != nil), "\(rule.number) \(rule.text)")
    }
  }

  @Test("The tests that the list names are there")
  func named() {
    for name in list.chapters.flatMap(\.rules).flatMap(\.tests) {
      #expect(tests.all.contains(name), "no test is named \(name)")
    }
  }

  @Test("Documentation/notification-rules.md is what the list and the tests say")
  func page() throws {
    try Pages.check("notification-rules.md", is: list.page { tests.names(showing: $0) })
  }
}
