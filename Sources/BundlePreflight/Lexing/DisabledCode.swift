/// Code between `#if false` or `#if 0` and its end: it is never compiled under any settings.
enum DisabledCode {
  static func remove(from tokens: inout [Token], _ bytes: [UInt8]) {
    var keptCount = 0
    /// For each open `#if`, whether its current branch is never compiled.
    var branches: [Bool] = []
    var disabledCount = 0
    for index in tokens.indices {
      if let directive = directive(at: index, tokens, bytes) {
        apply(directive, to: &branches, &disabledCount)
      }
      guard disabledCount == 0 else { continue }
      tokens[keptCount] = tokens[index]
      keptCount += 1
    }
    tokens.removeSubrange(keptCount...)
  }

  private enum Directive { case begin(isDisabled: Bool), next, end }

  private static func directive(at index: Int, _ tokens: [Token], _ bytes: [UInt8]) -> Directive? {
    guard tokens[index].kind == .mark, tokens[index].mark == UInt8(ascii: "#"),
      index + 1 < tokens.count, tokens[index + 1].kind == .word
    else { return nil }
    func text(_ index: Int) -> String {
      guard index < tokens.count, tokens[index].end - tokens[index].start < 16 else { return "" }
      return String(
        decoding: bytes[Int(tokens[index].start)..<Int(tokens[index].end)], as: UTF8.self)
    }
    switch text(index + 1) {
    case "if": return .begin(isDisabled: ["0", "false"].contains(text(index + 2)))
    case "ifdef", "ifndef": return .begin(isDisabled: false)
    case "else", "elseif", "elif": return .next
    case "endif": return .end
    default: return nil
    }
  }

  private static func apply(
    _ directive: Directive, to branches: inout [Bool], _ disabledCount: inout Int
  ) {
    switch directive {
    case .begin(let isDisabled):
      branches.append(isDisabled)
      disabledCount += isDisabled ? 1 : 0
    case .next:
      if branches.last == true {
        branches[branches.count - 1] = false
        disabledCount -= 1
      }
    case .end:
      if branches.popLast() == true { disabledCount -= 1 }
    }
  }
}
