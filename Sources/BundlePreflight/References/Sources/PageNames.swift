/// Variables of a Cordova page with the address of a sound among the app's pages. A condition
/// chooses the address, `var sound = isAndroid ? 'file://a.mp3' : 'file://b.caf'`, or statements
/// compose it, `let sound = 'file://'` and `sound += 'a.mp3'`.
struct PageNames {
  private let tokens: SourceTokens
  /// By name: the tokens after `=` and after `+=`.
  private var values: [String: [Int]] = [:]
  private var additions: [String: [Int]] = [:]

  init(_ tokens: SourceTokens) {
    self.tokens = tokens
    guard tokens.mentions.pages else { return }
    for index in tokens.tokens.indices where tokens.isMark(index, "=") {
      if tokens.isMark(index - 1, "+"), let name = tokens.word(index - 2) {
        additions[name, default: []].append(index + 1)
      } else if let name = tokens.word(index - 1), !tokens.isMark(index + 1, "=") {
        values[name, default: []].append(index + 1)
      }
    }
  }

  /// The possible values of the variable `name` at the token `use`; nil if its scope assigns more
  /// than one value, or another kind of value.
  func choice(_ name: String, for use: Int) -> SoundValue.Branches? {
    guard let all = values[name], all.count <= 16 else { return nil }
    for scope in tokens.enclosing(use) + [-1] {
      let here = all.filter { parent($0) == scope }
      guard let value = here.first else { continue }
      return here.count == 1
        ? Alternatives(at: value, tokens, literal)?.branches ?? sums(name, value, scope) : nil
    }
    return nil
  }

  private func literal(_ index: Int) -> SoundValue {
    tokens.string(index).map { .name($0, Int(tokens.tokens[index].start)) } ?? .choice([])
  }

  private func parent(_ index: Int) -> Int? {
    tokens.tokens.indices.contains(index) ? Int(tokens.tokens[index].parent) : nil
  }

  /// One name for each string that a branch appends.
  private func sums(_ name: String, _ value: Int, _ scope: Int) -> SoundValue.Branches? {
    guard let start = tokens.string(value), start.hasPrefix(SoundReference.pageScheme),
      let added = additions[name], added.count <= 8
    else { return nil }
    let parts: SoundValue.Branches = added.compactMap { index in
      guard let part = tokens.string(index), SoundValues.ends(index + 1, tokens),
        scope == -1 || tokens.enclosing(index).dropFirst().contains(scope)
      else { return nil }
      return (.name(start + part, Int(tokens.tokens[index].start)), nil)
    }
    return parts.isEmpty || parts.count != added.count ? nil : parts
  }
}

extension SoundReference {
  static let pageScheme = "file://"

  /// The path below Cordova's `www`, for a name that is the address of one of the app's pages.
  var pagePath: String? {
    guard name.hasPrefix(Self.pageScheme) else { return nil }
    let path = String(name.dropFirst(Self.pageScheme.count))
    return path.hasPrefix("/") || !SoundFileName.isSound(path) ? nil : path
  }
}
