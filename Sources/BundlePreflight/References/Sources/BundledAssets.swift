/// The sound files that JavaScript takes from its bundler: of `require('./bell.mp3')` and
/// `import bell from './bell.mp3'` the value is the bundler's, and no name that a system knows.
struct BundledAssets {
  private let tokens: SourceTokens
  /// The variables with such a value.
  private var names: Set<String> = []

  init(_ tokens: SourceTokens) {
    self.tokens = tokens
    guard tokens.language == .javaScript else { return }
    for index in tokens.tokens.indices where names.count < 1000 {
      if tokens.isWord(index, "import"), tokens.isWord(index + 2, "from"), isSound(index + 3),
        let name = tokens.word(index + 1)
      {
        names.insert(name)
      } else if tokens.isMark(index, "="), isRequired(index + 1), let name = tokens.word(index - 1)
      {
        names.insert(name)
      }
    }
  }

  /// Whether the expression at `index` is such a file.
  func isOne(_ index: Int) -> Bool {
    if isRequired(index) { return true }
    guard let name = tokens.word(index), names.contains(name) else { return false }
    return SoundValues.ends(index + 1, tokens)
  }

  private func isRequired(_ index: Int) -> Bool {
    tokens.isWord(index, "require") && tokens.isMark(index + 1, "(") && isSound(index + 2)
      && SoundValues.ends(index + 4, tokens)
  }

  private func isSound(_ index: Int) -> Bool {
    tokens.string(index).map(SoundNames.hasSoundSuffix) == true
  }
}
