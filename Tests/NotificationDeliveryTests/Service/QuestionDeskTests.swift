import DesktopBanners
import NotificationTypes
import Testing

@testable import AppSessions

@Suite("Questions to a user who may not be there yet")
struct QuestionDeskTests {
  @Test("A desktop that was missing when the daemon started is looked for again, once in a while")
  func again() {
    var desk = QuestionDesk()
    var answers = [desk.looksAgain()]
    desk.isNobodyThere = true
    answers.append(desk.looksAgain())
    desk.absence = .zero
    answers.append(desk.looksAgain())
    desk.isNobodyThere = false
    answers.append(desk.looksAgain())
    #expect(answers == [false, false, true, false])
  }

  private func question(_ app: String, _ kind: Question.Kind = .authorize) -> Question {
    Question(kind: kind, app: app, options: [.alert])
  }

  /// Takes all whose turn it is.
  private func turn(_ desk: inout QuestionDesk) -> [String] {
    var shown: [String] = []
    while let question = desk.next() { shown.append("\(question.app) \(question.kind.rawValue)") }
    return shown
  }

  @Test("Three are on the screen, the others wait in the order in which they came")
  func three() {
    var desk = QuestionDesk()
    for number in 0..<30 { #expect(desk.add(question("\(number)"), isWanted: false)) }
    #expect(turn(&desk) == ["0 authorize", "1 authorize", "2 authorize"])
    // Neither one on the screen nor one that waits is asked a second time.
    #expect(!desk.add(question("1"), isWanted: true))
    #expect(!desk.add(question("29"), isWanted: true))
    for number in 0..<27 {
      let asked = question("\(number)")
      #expect(desk.take(asked.banner.id) == asked)
      desk.end(asked)
      #expect(turn(&desk) == ["\(number + 3) authorize"])
    }
    // One that cannot be shown gives its place to nobody: none waits.
    desk.forget(question("27"))
    #expect(turn(&desk) == [])
  }

  @Test("About one app there is one at a time; another app's goes before the second one")
  func oneForEachApp() {
    var desk = QuestionDesk()
    desk.add(question("a"), isWanted: false)
    desk.add(question("a", .location), isWanted: false)
    desk.add(question("b"), isWanted: false)
    #expect(turn(&desk) == ["a authorize", "b authorize"])
    _ = desk.take(question("a").banner.id)
    desk.end(question("a"))
    #expect(turn(&desk) == ["a location"])
  }

  @Test("What the user has to confirm comes before those that wait")
  func confirmation() {
    var desk = QuestionDesk()
    for app in ["a", "b", "c", "d"] { desk.add(question(app, .provisional), isWanted: false) }
    #expect(turn(&desk).count == 3)
    _ = desk.take(question("a", .provisional).banner.id)
    desk.add(question("a", .turnOff), isWanted: true)
    #expect(turn(&desk) == ["a turn-off"])
  }

  @Test("One that could not be shown makes room, and may be asked again")
  func forgotten() {
    var desk = QuestionDesk()
    for app in ["a", "b", "c", "d"] { desk.add(question(app), isWanted: false) }
    #expect(turn(&desk).count == 3)
    desk.forget(question("b"))
    #expect(turn(&desk) == ["d authorize"])
    #expect(desk.add(question("b"), isWanted: false))
  }
}
