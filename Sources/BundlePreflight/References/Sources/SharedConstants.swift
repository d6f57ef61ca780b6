/// A string constant of a source that other sources may use.
struct SharedConstant: Hashable, Sendable {
  /// The name as other sources write it.
  struct Name: Hashable, Sendable {
    let language: SourceLanguage
    /// The class, enumeration or object that contains it; nil at the top of a file.
    let type: String?
    let name: String
  }

  let name: Name
  /// Whether it is an argument of a call, of which several values are possible.
  let isArgument: Bool
  let value: String
  /// The place of the literal; the file is a path in the tree.
  let file: TreePath
  let line: Int
  let column: Int
}

/// A reference to a sound by a constant of another source.
struct ConstantUse: Hashable, Sendable {
  let name: SharedConstant.Name
  let origin: SoundReference.Origin
  let platform: SoundBundle.Platform?
  /// Whether only the address of a resource is one of an alert, and no other text.
  var isAddress = false
  /// The text around the value in the sound's name.
  var before = ""
  var after = ""
}

/// Finds the constants with literal values that other sources may use.
struct SharedConstantScan {
  private let tokens: SourceTokens
  private let fields: ConstructorFields
  /// The maximum length (bytes) of a value that can be a sound's name, and the maximum number of
  /// constants of one source.
  private static let lengthLimit = 96
  private static let limit = 200

  init(_ tokens: SourceTokens) {
    self.tokens = tokens
    fields = ConstructorFields(tokens)
  }

  func run(_ hits: inout ReferenceHits) {
    shareRawValues(&hits)
    var count = 0
    for index in tokens.tokens.indices where tokens.tokens[index].kind == .string {
      guard tokens.tokens[index].end - tokens.tokens[index].start <= Self.lengthLimit,
        let (constant, isArgument) = name(of: index), SoundValues.ends(index + 1, tokens),
        let value = tokens.string(index), !value.isEmpty,
        ResourceSource.isOne(value) || !value.contains(where: { "/ \n".contains($0) }),
        !isArgument || SoundNames.isFileName(value) || isResource(value, index),
        !isArgument || !SharedConstants.noSounds.contains(value)
      else { continue }
      hits.share(
        constant, isArgument: isArgument, value, at: Int(tokens.tokens[index].start))
      count += 1
      if count == Self.limit { return }
    }
  }

  private func shareRawValues(_ hits: inout ReferenceHits) {
    for index in tokens.tokens.indices where tokens.isWord(index, "enum") {
      guard hits.mayLook(), let (type, values) = RawValueNames.values(ofEnumeration: index, tokens)
      else { continue }
      let name = SharedConstant.Name(language: tokens.language, type: type, name: "rawValue")
      for value in values { hits.share(name, isArgument: true, value.value, at: value.offset) }
    }
  }

  private func name(of index: Int) -> (SharedConstant.Name, isArgument: Bool)? {
    if let (type, name) = constant(of: index) {
      return (SharedConstant.Name(language: tokens.language, type: type, name: name), false)
    }
    let arguments = CallArguments(tokens: tokens)
    if let field = fields.field(of: index) { return (arguments.name(field.type, field.name), true) }
    if let property = ComputedProperty(of: index, tokens) {
      return (arguments.name(property.type, property.name), true)
    }
    return arguments.given(at: index).map { ($0, true) }
  }

  /// Whether an argument without a label may be the name of a raw resource of Android.
  private func isResource(_ value: String, _ index: Int) -> Bool {
    (!tokens.isMark(index - 1, ":") || CallArguments(tokens: tokens).namesFileOfEnumeration(index))
      && value.utf8.allSatisfy { $0 == 0x5F || 0x30...0x39 ~= $0 || 0x61...0x7A ~= $0 }
  }

  /// The constant of the literal at `index`, and the type that contains it.
  private func constant(of index: Int) -> (type: String?, name: String)? {
    let bracket = Int(tokens.tokens[index].parent)
    if let name = Bindings.constant(of: index, tokens) {
      guard bracket >= 0 else { return (nil, name) }
      return tokens.type(of: bracket).map { ($0, name) }
    }
    // `const Sounds = { alarm: 'alarm.wav' }`, `static SOUNDS = { ALARM: 'alarm.wav' }`
    guard tokens.language == .javaScript, bracket >= 0, tokens.isMark(index - 1, ":"),
      tokens.isMark(bracket - 1, "="),
      tokens.tokens[bracket].parent < 0
        || ["static", "readonly"].contains(tokens.word(bracket - 3)),
      let name = tokens.word(index - 2), let type = tokens.word(bracket - 2)
    else { return nil }
    return (type, name)
  }
}

/// The constants of all sources of one input.
struct SharedConstants {
  private let constants: [SharedConstant.Name: [SharedConstant]]

  init(_ constants: [SharedConstant]) {
    self.constants = Dictionary(grouping: constants, by: \.name)
  }

  /// The value of a constant; nil if none has the name, or several ones have different values.
  func value(of name: SharedConstant.Name) -> String? {
    let values = Set((constants[name] ?? []).filter { !$0.isArgument }.map(\.value))
    return values.count == 1 ? values.first : nil
  }

  /// The cases of enumerations that an app asks no file for.
  static let noSounds: Set<String> = [
    "none", "default", "standard", "system", "silent", "silence", "mute", "muted", "off", "custom",
    "random", "unknown", "vibrate",
  ]

  /// The references by constants and arguments of other sources. A constant with two values is
  /// ambiguous and gives none.
  func references(_ uses: Set<ConstantUse>) -> [SoundReference] {
    uses.flatMap { use in
      let found = constants[use.name] ?? []
      let single = found.filter { !$0.isArgument }
      let isClear = single.allSatisfy { $0.value == single.first?.value }
      return (found.filter(\.isArgument) + (isClear ? single.prefix(1) : []))
        .compactMap { constant -> SoundReference? in
          let value = ResourceSource.name(constant.value, on: use.platform) ?? constant.value
          let isWhole = use.before.isEmpty && use.after.isEmpty
          guard isWhole || !Self.noSounds.contains(value.lowercased()) else { return nil }
          let name = use.before + value + use.after
          guard ReferenceHits.isName(name), !use.isAddress || ResourceSource.isOne(constant.value)
          else { return nil }
          return SoundReference(
            name: name, origin: use.origin, platform: use.platform, isCertain: true,
            file: constant.file, line: constant.line, column: constant.column)
        }
    }
  }
}
