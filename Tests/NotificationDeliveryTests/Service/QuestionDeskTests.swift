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
}
