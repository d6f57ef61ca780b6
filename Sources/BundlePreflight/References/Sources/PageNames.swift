/// Variables of a Cordova page with the address of a sound among the app's pages, which statements
/// compose: `let sound = 'file://'`, and in branches `sound += 'a.mp3'`.
struct PageNames {
  private let tokens: SourceTokens
  private let bindings: Bindings

  init(_ tokens: SourceTokens, _ bindings: Bindings) {
    self.tokens = tokens
    self.bindings = bindings
  }

  /// One name for each text that a branch adds to the variable `name`; nil if it is no such one.
  func choice(_ name: String, for use: Int) -> SoundValue.Branches? {
    let added = bindings.added(name)
    guard tokens.mentions.pages, !added.isEmpty, added.count <= 8,
      let value = bindings.value(name, for: use), let start = tokens.string(value),
      start.hasPrefix(SoundReference.pageScheme)
    else { return nil }
    let scope = Int(tokens.tokens[value].parent)
    let parts: SoundValue.Branches = added.compactMap { index in
      guard let part = tokens.string(index), SoundValues.ends(index + 1, tokens),
        scope == -1 || tokens.enclosing(index).dropFirst().contains(scope)
      else { return nil }
      return (.name(start + part, Int(tokens.tokens[index].start)), nil)
    }
    return parts.count == added.count ? parts : nil
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
