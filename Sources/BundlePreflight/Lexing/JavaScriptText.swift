/// Finds literals in JavaScript and TypeScript, without running the code.
enum JavaScriptText {
  /// More than any configuration has; the limit is there because each value is read again.
  private static let maximumValues = 32

  /// The values after each `word` (a name or a string) and `separator`.
  ///
  /// Comments and strings that only mention the word do not count.
  static func values(
    after word: String, separator: Unicode.Scalar, in bytes: [UInt8]
  ) -> [LiteralNode] {
    var items = SourceItems(bytes, .javaScript)
    var values: [LiteralNode] = []
    while values.count < maximumValues, items.index < items.tokens.count {
      let isMeant = items.word == word
      items.skip()
      guard isMeant, items.isMark(separator) else { continue }
      var value = items
      value.skip()
      if let item = try? value.item() { values.append(LiteralNode(item)) }
    }
    return values
  }
}

extension LiteralNode {
  /// The literal that an item is; `as const` and `satisfies Config` do not change its value.
  init(_ item: SourceItem) {
    let isAlone =
      item.terms.count == 1 || item.terms.count > 1 && Self.typeWords.contains(item.terms[1])
    let value: Value =
      switch isAlone ? item.terms[0] : nil {
      case .text(let text?): .string(text)
      case .group(UInt8(ascii: "["), let items): .array(items.map(LiteralNode.init))
      // A shorthand, a spread or a method has no label.
      case .group(UInt8(ascii: "{"), let items):
        .object(
          items.compactMap { item in
            item.label.map { Entry(key: $0, value: LiteralNode(item)) }
          })
      default: .other
      }
    self.init(value: value, place: item.place)
  }

  private static let typeWords: Set<SourceItem.Term> = [.name("as"), .name("satisfies")]
}
