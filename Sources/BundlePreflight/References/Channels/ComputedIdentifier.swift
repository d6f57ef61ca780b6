/// What is known of a computed text before its first value: `"alarms_$tone"`, `\`alarms-${tone}\``,
/// `"alarms_" + tone`, `"${context.packageName}-$name"`, also in a variable.
struct ComputedIdentifier {
  private let tokens: SourceTokens
  private let bindings: Bindings

  init(_ tokens: SourceTokens, _ bindings: Bindings) {
    (self.tokens, self.bindings) = (tokens, bindings)
  }

  func channel(at index: Int) -> ComputedChannel {
    var at = index
    if let name = tokens.word(index), SoundValues.ends(index + 1, tokens) {
      guard let value = bindings.value(name, for: index) ?? bindings.only(name) else {
        return ComputedChannel()
      }
      at = value
    }
    if let text = tokens.string(at), tokens.isMark(at + 1, "+") {
      return ComputedChannel(start: text)
    }
    return computedString(from: at).map(channel(of:)) ?? ComputedChannel()
  }

  /// The text of the string with values that starts at a token. Their tokens stand before its own.
  private func computedString(from start: Int) -> String? {
    let all = tokens.tokens
    for index in (start..<max(start, all.count)).prefix(24)
    where all[index].kind == .computedString {
      guard all[index].start <= all[start].start, SoundValues.ends(index + 1, tokens) else {
        return nil
      }
      return ComposedName.text(of: all[index], tokens)
    }
    return nil
  }

  private func channel(of text: String) -> ComputedChannel {
    guard let hole = text.firstIndex(where: { "$\\{".contains($0) }) else {
      return ComputedChannel()
    }
    let value = text[hole...].dropFirst().drop { "{(".contains($0) }
      .prefix { $0.isLetter || $0.isNumber || "_.".contains($0) }
    return ComputedChannel(
      start: String(text[..<hole]),
      namesPackage: Self.packages.contains { value == $0 || value.hasSuffix("." + $0) })
  }

  /// The names of a property with the app's package.
  private static let packages = ["packageName", "APPLICATION_ID", "applicationId"]
}
