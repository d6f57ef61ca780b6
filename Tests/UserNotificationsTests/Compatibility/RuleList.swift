/// What is known of how notifications behave: `Fixtures/rules.txt`.
struct RuleList {
  struct Rule {
    /// A letter and a number.
    let number: String
    let text: String
    /// Names of tests that do not bear the number.
    var tests: [String] = []
    /// Why there is no test.
    var reason: String?
  }

  struct Chapter {
    let title: String
    var rules: [Rule] = []
  }

  private(set) var chapters: [Chapter] = []

  init(_ text: String) throws {
    for line in text.split(separator: "\n") {
      if line.hasPrefix("## ") {
        chapters.append(Chapter(title: String(line.dropFirst(3))))
      } else if !line.hasPrefix("#") {
        try add(line)
      }
    }
  }

  private mutating func add(_ line: Substring) throws {
    let chapter = chapters.count - 1
    let rule = chapter < 0 ? -1 : chapters[chapter].rules.count - 1
    if !line.hasPrefix(" "), chapter >= 0, let space = line.firstIndex(of: " ") {
      let text = line[space...].drop { $0 == " " }
      chapters[chapter].rules.append(Rule(number: String(line[..<space]), text: String(text)))
    } else if line.hasPrefix("  = "), rule >= 0 {
      chapters[chapter].rules[rule].tests.append(String(line.dropFirst(4)))
    } else if line.hasPrefix("  - "), rule >= 0 {
      chapters[chapter].rules[rule].reason = String(line.dropFirst(4))
    } else {
      throw APIChecklist.Defect(description: "neither a rule nor what shows it: \(line)")
    }
  }

  /// `Documentation/notification-rules.md`.
  /// - Parameter names: of the tests that bear a rule's number.
  func page(names: (String) -> [String]) -> String {
    """
    # What notifications do, and what shows it

    The rules of Apple's guides and references in our words, by number, each with the tests that show
    it. Most of these tests begin with the rule's number. `make compatibility` writes this page from
    `Tests/UserNotificationsTests/Fixtures/rules.txt` and the names of the tests.

    """
      + chapters.map { chapter in
        "\n## \(chapter.title)\n\n| | rule | shown by |\n|---|---|---|\n"
          + chapter.rules.map { rule in
            let tests = (names(rule.number) + rule.tests).map { "“\($0)”" }
            let cell = rule.reason.map { "– \($0)" } ?? tests.joined(separator: "<br>")
            return "| \(rule.number) | \(rule.text) | \(cell) |\n"
          }.joined()
      }.joined()
  }
}
