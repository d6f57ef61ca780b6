import Desktop
import Foundation
import LinuxProcess
import NotificationStorage
import NotificationTypes
import Testing

@testable import NotificationDelivery

@Suite("Questions to a user who may not be there yet")
struct AuthorizationPromptsTests {
  @Test("A desktop that was missing when the daemon started is looked for again, once in a while")
  func again() {
    var prompts = AuthorizationPrompts()
    var answers = [prompts.looksAgain()]
    prompts.isNobodyThere = true
    answers.append(prompts.looksAgain())
    prompts.absence = .zero
    answers.append(prompts.looksAgain())
    prompts.isNobodyThere = false
    answers.append(prompts.looksAgain())
    #expect(answers == [false, false, true, false])
  }

  private func question(_ app: String, _ kind: Question.Kind = .authorize) -> Question {
    Question(kind: kind, app: app, options: [.alert])
  }

  private func add(
    _ question: Question, isWanted: Bool, to prompts: inout AuthorizationPrompts
  ) -> Bool { prompts.add(question, isWanted: isWanted) }

  /// Takes all whose turn it is.
  private func turn(_ prompts: inout AuthorizationPrompts) -> [String] {
    var shown: [String] = []
    while let question = prompts.next() {
      shown.append("\(question.app) \(question.kind.rawValue)")
    }
    return shown
  }

  @Test("Three are on the screen, the others wait in the order in which they came")
  func three() {
    var prompts = AuthorizationPrompts()
    for number in 0..<30 {
      let isAdded1 = add(question("\(number)"), isWanted: false, to: &prompts)
      #expect(isAdded1)
    }
    let shown2 = turn(&prompts)
    #expect(shown2 == ["0 authorize", "1 authorize", "2 authorize"])
    // Neither one on the screen nor one that waits is asked a second time.
    let isAdded3 = add(question("1"), isWanted: true, to: &prompts)
    #expect(!isAdded3)
    let isAdded4 = add(question("29"), isWanted: true, to: &prompts)
    #expect(!isAdded4)
    for number in 0..<27 {
      let asked = question("\(number)")
      let taken5 = prompts.take(asked.banner.id)
      #expect(taken5 == asked)
      prompts.end(asked)
      let shown6 = turn(&prompts)
      #expect(shown6 == ["\(number + 3) authorize"])
    }
    // One that cannot be shown gives its place to nobody: none waits.
    prompts.forget(question("27"))
    let shown7 = turn(&prompts)
    #expect(shown7 == [])
  }

  @Test("About one app there is one at a time; another app's goes before the second one")
  func oneForEachApp() {
    var prompts = AuthorizationPrompts()
    prompts.add(question("a"), isWanted: false)
    prompts.add(question("a", .location), isWanted: false)
    prompts.add(question("b"), isWanted: false)
    let shown8 = turn(&prompts)
    #expect(shown8 == ["a authorize", "b authorize"])
    _ = prompts.take(question("a").banner.id)
    prompts.end(question("a"))
    let shown9 = turn(&prompts)
    #expect(shown9 == ["a location"])
  }

  @Test("What the user has to confirm comes before those that wait")
  func confirmation() {
    var prompts = AuthorizationPrompts()
    for app in ["a", "b", "c", "d"] { prompts.add(question(app, .provisional), isWanted: false) }
    let shown10 = turn(&prompts)
    #expect(shown10.count == 3)
    _ = prompts.take(question("a", .provisional).banner.id)
    prompts.add(question("a", .turnOff), isWanted: true)
    let shown11 = turn(&prompts)
    #expect(shown11 == ["a turn-off"])
  }

  @Test("One that could not be shown makes room, and may be asked again")
  func forgotten() {
    var prompts = AuthorizationPrompts()
    for app in ["a", "b", "c", "d"] { prompts.add(question(app), isWanted: false) }
    let shown12 = turn(&prompts)
    #expect(shown12.count == 3)
    prompts.forget(question("b"))
    let shown13 = turn(&prompts)
    #expect(shown13 == ["d authorize"])
    let isAdded14 = add(question("b"), isWanted: false, to: &prompts)
    #expect(isAdded14)
  }

  @Test("Of an app's notifications the sixteen newest wait for the answer, each once")
  func held() throws {
    let store = NotificationStore()
    for identifier in (0..<20).map({ "\($0)" }) + ["10"] {
      for app in ["a", "b"] where app == "a" || identifier == "0" {
        let request = NotificationRequest(
          identifier: identifier, app: app, content: NotificationContent(title: "Tea"))
        let schedule = NotificationSchedule(store: store)
        try schedule.add(request)
        let query = WaitingQuery(moment: schedule.clock.now, limit: 1)
        let waiting = try #require(try store.read(.waiting(query)).flatMap(\.requests).first)
        try store.apply(
          .settled(Settlement(waiting, .delivered(at: Date(), as: .held)), record: nil))
      }
    }
    let held = try store.fetch(.held(app: "a")).map(\.identifier)
    #expect(held == (4..<20).filter { $0 != 10 }.map { "\($0)" } + ["10"])
    #expect(
      try store.fetch(.delivered()).map(\.request.identifier) == ["3", "2", "1", "0"],
      "the others are listed")
    try store.apply(.notHeld(app: "a"))
    #expect(try store.fetch(.held()).map(\.app) == ["b"])
    #expect(try store.read(.counts(app: "a")).delivered == 20)
  }

  @Test("Questions that are closed are off the screen, and their answers mean nothing any more")
  func closed() {
    var prompts = AuthorizationPrompts()
    for app in ["a", "b", "c", "d"] { prompts.add(question(app), isWanted: false) }
    let shown = turn(&prompts)
    #expect(shown.count == 3)
    let closed = Set(prompts.end())
    #expect(closed == Set(["a", "b", "c"].map { question($0).banner.id }))
    let isKnown = prompts.take(question("a").banner.id) != nil
    let rest = turn(&prompts)
    #expect(!isKnown && rest.isEmpty)
  }
}
