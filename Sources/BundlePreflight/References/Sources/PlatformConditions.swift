extension SourceTokens {
  /// The platform that a condition tests, as in `Platform.OS === 'ios'` and `Platform.isIOS`; nil where
  /// it tests none or several, or that it is another one.
  func platform(in condition: Range<Int>) -> SoundBundle.Platform? {
    var found: Set<SoundBundle.Platform> = []
    for index in condition {
      if isMark(index, "!") { return nil }
      switch (string(index) ?? word(index))?.lowercased() {
      case "ios", "isios": found.insert(.apple)
      case "android", "isandroid": found.insert(.android)
      default: continue
      }
    }
    return found.count == 1 ? found.first : nil
  }

  /// The platform of the innermost branch around a token whose condition tests one:
  /// `if (device.os == 'ios') {…}`.
  func platform(ofBranchAround index: Int) -> SoundBundle.Platform? {
    for bracket in enclosing(index) where isMark(bracket, "{") {
      guard let condition = condition(before: bracket), condition.count < 64,
        isWord(condition.lowerBound - 1, "if")
      else { continue }
      if let platform = platform(in: condition) { return platform }
    }
    return nil
  }
}

extension SourceTokens {
  /// How a condition compares a value with another one.
  enum Comparison { case equal, unequal }

  /// The comparison with the value at `index`: `==`, `===`, `!=` or `!==` before it.
  func comparison(before index: Int) -> Comparison? {
    guard isMark(index - 1, "=") else { return nil }
    if isMark(index - 2, "!") { return .unequal }
    guard isMark(index - 2, "=") else { return nil }
    return isMark(index - 3, "!") ? .unequal : .equal
  }
}

/// The parts of a C# source that are for only one platform: `#if ANDROID … #endif`.
struct PlatformBranches {
  private var branches: [(range: Range<Int>, platform: SoundBundle.Platform)] = []

  init(_ tokens: SourceTokens) {
    guard tokens.language == .cSharp else { return }
    var open: (start: Int, platform: SoundBundle.Platform)?
    for index in tokens.tokens.indices where tokens.isMark(index, "#") {
      guard let directive = tokens.word(index + 1),
        ["if", "elif", "else", "endif"].contains(directive)
      else { continue }
      let start = Int(tokens.tokens[index].start)
      if let open { branches.append((open.start..<start, open.platform)) }
      let isCondition = directive == "if" || directive == "elif"
      open = isCondition ? Self.platform(tokens.word(index + 2)).map { (start, $0) } : nil
    }
  }

  private static func platform(_ symbol: String?) -> SoundBundle.Platform? {
    switch symbol {
    case "ANDROID", "__ANDROID__", "UNITY_ANDROID": .android
    case "IOS", "__IOS__", "UNITY_IOS", "MACCATALYST": .apple
    default: nil
    }
  }

  func platform(at offset: Int) -> SoundBundle.Platform? {
    branches.first { $0.range.contains(offset) }?.platform
  }
}
