/// Kotlin and Java: the sounds of the channels that a source makes.
extension ChannelScan {
  /// The sound of the channel whose call is at `index`.
  func soundMade(at index: Int) -> ChannelUse.Sound {
    guard setters.isForChannels, !isMadeAsItIs(index) else { return .standard }
    guard let list = argument(after: index) ?? argument(after: index + 2),
      case let end = Int(tokens.tokens[list - 1].partner), end > index,
      let setter = soundSet(on: index, after: end)
    else { return .unknown }
    if given.differ(at: setter + 2) { return .given }
    guard isAlways(setter, end) else { return .unknown }
    return sound(ofSetter: setter) ?? .unknown
  }

  /// Whether `setSound` stands beside the call that ends at `end`, or in the block that follows it, and
  /// not in a branch.
  private func isAlways(_ setter: Int, _ end: Int) -> Bool {
    let block = tokens.enclosing(setter).first { !tokens.isWord($0 - 1, "try") }
    // `if (loud) channel.setSound(…)`
    let before = setter - 3
    let isBranch =
      tokens.isWord(before, "else")
      || tokens.isMark(before, ")")
        && tokens.isWord(Int(tokens.tokens[before].partner) - 1, "if")
    if isBranch { return false }
    return block == tokens.enclosing(end).first || block == end + 3
  }

  /// Whether the channel stands in a variable that this block alone uses, and not for `setSound`.
  private func isMadeAsItIs(_ index: Int) -> Bool {
    let start = tokens.isWord(index - 1, "new") ? index - 1 : index
    guard tokens.isMark(index + 1, "("), tokens.tokens[index + 1].partner > 0,
      tokens.isMark(start - 1, "="), let name = tokens.word(start - 2),
      let block = tokens.enclosing(index).first, tokens.isMark(block, "{")
    else { return false }
    let end = Int(tokens.tokens[index + 1].partner)
    let last = Int(tokens.tokens[block].partner)
    guard !tokens.isMark(end + 1, "."), last > end, last - end < 1024 else { return false }
    let uses = (end..<last).filter { tokens.isWord($0, name) && !tokens.isMark($0 - 1, ".") }
    return uses.allSatisfy(isPlain) && uses.contains(where: isGiven)
  }

  /// Whether a use of the variable sets no sound: `channel.enableVibration(true)`.
  private func isPlain(_ use: Int) -> Bool {
    isGiven(use)
      || tokens.isMark(use + 1, ".") && tokens.word(use + 2) != nil
        && !["setSound", "apply", "also", "run", "let"].contains(tokens.word(use + 2))
  }

  /// `manager.createNotificationChannel(channel)`, `manager.createNotificationChannels(listOf(channel))`
  private func isGiven(_ use: Int) -> Bool {
    ["(", ","].contains { tokens.isMark(use - 1, $0) }
      && tokens.enclosing(use).prefix(2).contains { list in
        ["createNotificationChannel", "createNotificationChannels"].contains {
          tokens.isWord(list - 1, $0)
        }
      }
  }
}
