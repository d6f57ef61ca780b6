/// What a source does with a thing where it makes it, and with the variable that holds it:
/// `Channel(…).setSound(uri)`, `.apply { setSound(uri) }`, `channel.setSound(uri)`,
/// `request.Sound = "bell"`.
struct MadeThing {
  struct Setting {
    /// The first token of the statement or of the call in a block.
    let start: Int
    /// The first token of what is given.
    let value: Int
  }

  private let unit: SourceUnit
  private let list: Int
  /// The first token of the expression that makes it, and the uses of its variable afterwards.
  let start: Int
  let uses: [Int]
  private let variable: Outline.Declaration?
  /// Whether all uses are known: a crafted block may have a million tokens, and as many variables.
  private let isShort: Bool
  private var tokens: SourceTokens { unit.tokens }
  private static let limit = 2_048

  /// - Parameters:
  ///   - callee: the token of the type or the function that makes the thing.
  ///   - list: the bracket of its arguments.
  init(_ callee: Int, _ list: Int, _ unit: SourceUnit) {
    (self.unit, self.list) = (unit, list)
    let tokens = unit.tokens
    var start = callee
    while tokens.isMark(start - 1, "."), tokens.word(start - 2) != nil { start -= 2 }
    while ["new", "const", "await"].contains(tokens.word(start - 1)) { start -= 1 }
    self.start = start
    variable = unit.variables[start]
    guard let variable else {
      (uses, isShort) = ([], true)
      return
    }
    let first = tokens.after(list)
    let end = variable.scope < 0 ? tokens.tokens.count : Int(tokens.tokens[variable.scope].partner)
    isShort = end - first <= Self.limit
    uses = (first..<max(first, end)).prefix(Self.limit).lazy.filter { at in
      tokens.isWord(at, variable.name)
        && (!tokens.isMark(at - 1, ".") || tokens.isWord(at - 2, "this"))
    }
    // Up to the next thing in a variable of this name.
    .prefix { !tokens.isMark($0 + 1, "=") }
  }

  /// Whether it stands in a variable that the block never uses.
  var isUnused: Bool {
    guard let variable, variable.isNew, variable.scope >= 0 else { return false }
    return unit.outline.typeOfBracket[variable.scope] == nil && isShort && uses.isEmpty
  }

  /// Whether it is handed to Android as it is seen here, and to nothing else.
  var isWhole: Bool {
    guard variable != nil else { return isHandedOver(start) && calls(at: start).count < 2 }
    return isShort && uses.contains(where: isHandedOver)
      && uses.allSatisfy { use in
        isHandedOver(use)
          || tokens.isMark(use + 1, ".") && !Self.blocks.contains(tokens.word(use + 2) ?? "let")
      }
  }

  /// `manager.createNotificationChannel(channel)`, `manager.createNotificationChannels(listOf(channel))`
  private func isHandedOver(_ use: Int) -> Bool {
    (tokens.isMark(use - 1, "(") || tokens.isMark(use - 1, ","))
      && tokens.enclosing(use).prefix(2).contains { list in
        tokens.word(list - 1).map {
          ["createNotificationChannel", "createNotificationChannels"].contains($0)
        } == true
      }
  }

  /// Whether it is handed to Android before something is set, in the code around the setting.
  func isHandedOver(before setting: Setting) -> Bool {
    func block(_ index: Int) -> Int? { tokens.enclosing(index).first { tokens.isMark($0, "{") } }
    let around = tokens.enclosing(setting.start)
    return uses.contains { use in
      use < setting.start && isHandedOver(use) && block(use).map(around.contains) ?? true
    }
  }

  // MARK: Settings

  private static let blocks: Set<String> = ["apply", "also", "run", "let", "with", "try"]

  /// The calls on a thing one after the other, each with its bracket.
  private func calls(at start: Int) -> [(name: String, bracket: Int)] {
    var found: [(name: String, bracket: Int)] = []
    var at = unit.expression(at: start)
    while true {
      switch at {
      case .call(.member(let base?, let name, _), let list, _):
        found.append((name, list))
        at = base
      case .member(let base?, _, _): at = base
      default: return found.reversed()
      }
    }
  }

  /// The first call or assignment that sets something.
  func setting(of name: String) -> Setting? {
    for start in [start] + uses {
      if start != self.start, tokens.isMark(start + 1, "."), tokens.isWord(start + 2, name),
        tokens.isMark(start + 3, "=")
      {
        return Setting(start: start, value: start + 4)
      }
      for (own, bracket) in calls(at: start) where bracket != list {
        if tokens.isMark(bracket, "(") {
          if own == name { return Setting(start: start, value: bracket + 1) }
        } else if let setter = (bracket..<max(bracket, Int(tokens.tokens[bracket].partner)))
          .prefix(512).first(where: { tokens.isWord($0, name) && tokens.isMark($0 + 1, "(") })
        {
          return Setting(start: setter, value: setter + 2)
        }
      }
    }
    return nil
  }

  /// On what a setting depends.
  enum Condition { case none, version, other }

  func condition(of setting: Setting) -> Condition {
    let home = tokens.enclosing(list).first { tokens.isMark($0, "{") }
    let blocks = tokens.enclosing(setting.start).prefix { $0 != home }.filter { block in
      tokens.isMark(block, "{") && !Self.blocks.contains(tokens.word(block - 1) ?? "")
    }
    let branches = ([setting.start] + blocks).filter { branch in
      tokens.isWord(branch - 1, "else") || tokens.isMark(branch, "{")
        || tokens.condition(before: branch).map { tokens.isWord($0.lowerBound - 1, "if") } == true
    }
    if branches.isEmpty { return .none }
    // Before Android 8 the notification's own sound is right.
    let isVersion = branches.contains { branch in
      tokens.isWord(branch - 1, "else")
        || tokens.condition(before: branch)?.suffix(64).contains { tokens.isWord($0, "SDK_INT") }
          == true
    }
    return isVersion ? .version : .other
  }
}
