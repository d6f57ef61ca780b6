extension SourceTokens {
  /// Whether the token is a platform's name, as in `Platform.OS === 'ios'` and `Platform.isAndroid`.
  func namesPlatform(_ index: Int) -> Bool {
    switch (string(index) ?? word(index))?.lowercased() {
    case "ios", "isios", "android", "isandroid", "macos", "ismacos": true
    default: false
    }
  }

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
