/// A text that may reach a place, with the literal it comes from.
struct EvaluatedText: Hashable {
  /// In the place of what is not known of a text.
  static let gap: Character = "\u{FFFC}"
  /// In the place of the name of the app's package.
  static let package: Character = "\u{FFFB}"

  var text: String
  let file: TreePath
  /// The offset of the literal in its file.
  let offset: Int
  var platform: SoundBundle.Platform?
  /// Whether the compiler checks that the resource exists: `R.raw.bell`.
  var isCompiled = false

  /// What a text is asked for as.
  enum Form { case name, address, identifier }

  /// The text as it is asked for; nil where it is none.
  func asked(_ form: Form) -> EvaluatedText? {
    var own = self
    switch form {
    case .name:
      guard let name else { return nil }
      own.text = name
    case .address: if resource == nil { return nil }
    case .identifier: break
    }
    return own
  }

  /// Whether the name is computed except for its extension, `*.mp3`.
  var isAny: Bool { text.hasPrefix(SoundReference.anyName) }

  /// Whether a part of the text is not known.
  var isPartial: Bool { text.contains { $0 == Self.gap || $0 == Self.package } }

  /// The text as a name: one of which only the extension is known becomes `*.mp3`, one of which less
  /// is known is nil.
  var name: String? {
    guard let gap = text.lastIndex(where: { $0 == Self.gap || $0 == Self.package }) else {
      return text
    }
    let rest = text[text.index(after: gap)...]
    let suffix = "." + ("x" + rest).fileSuffix
    guard !text.contains("/"), SoundNames.hasSoundSuffix("x" + suffix) else { return nil }
    return SoundReference.anyName + suffix
  }

  /// The resource whose address the text is: `android.resource://org.example.bells/raw/bell`.
  var resource: String? {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    let isAddress = text.hasPrefix("android.resource:") || text.first == Self.gap
    guard isAddress || isCompiled, parts.count >= 2, parts[parts.count - 2] == "raw" || isCompiled,
      let name = parts.last, !name.isEmpty,
      !name.contains(where: { $0 == Self.gap || $0 == Self.package })
    else { return nil }
    return String(name)
  }
}

/// The texts that an expression may have.
struct EvaluatedTexts {
  var texts: [EvaluatedText] = []
  /// Whether it may have others, too.
  var isOpen = false

  static let unknown = EvaluatedTexts(isOpen: true)

  /// The only text, where it is known.
  var only: EvaluatedText? {
    isOpen || texts.count != 1 || texts[0].platform != nil ? nil : texts[0]
  }

  /// Whether all names have the extension of a sound file, or none has: where some have, each is for
  /// another platform.
  var isOfOneKind: Bool {
    let names = texts.filter { $0.platform == nil && ReferenceHits.isName($0.text) }
    return Set(names.map { SoundNames.hasSoundSuffix($0.text) }).count < 2
  }

  mutating func add(_ other: EvaluatedTexts) {
    for text in other.texts where !texts.contains(text) {
      guard texts.count < Evaluator.textLimit else {
        isOpen = true
        return
      }
      texts.append(text)
    }
    isOpen = isOpen || other.isOpen
  }
}
