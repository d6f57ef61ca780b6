/// The sound that code gives a channel or a notification in one, as far as it shows it.
struct ChannelSound {
  private let values: SoundValues
  private var tokens: SourceTokens { values.tokens }
  /// Whether the sound is the address of a resource, of which each source shows a part.
  private var isAddress: Bool { tokens.language == .kotlin || tokens.language == .java }

  init(_ values: SoundValues) { self.values = values }

  private static let names: [SourceLanguage: Set<String>] = [
    .javaScript: ["sound", "soundName"], .dart: ["sound", "soundSource"], .cSharp: ["Sound"],
  ]

  /// The sound among the members or arguments in brackets, and whether one is given.
  func sound(in brackets: [Int]) -> (sound: ChannelUse.Sound, isGiven: Bool) {
    let elements = brackets.flatMap(values.unit.elements)
    let names = Self.names[tokens.language] ?? []
    let given = elements.first { names.contains($0.label ?? "") }
    if let plays = elements.first(where: { $0.label == "playSound" })?.range.lowerBound,
      !tokens.isWord(plays, "true")
    {
      let isOff = tokens.isWord(plays, "false") && SoundValues.ends(plays + 1, tokens)
      let isMuted = isOff && given.map { !isNothing($0.range.lowerBound) } == true
      return (isMuted ? .muted : .unknown, true)
    }
    guard let given else {
      let isRead = brackets.contains(where: values.unit.spreads)
      return (isRead ? .unknown : .standard, isRead)
    }
    return (sound(at: given.range.lowerBound), true)
  }

  func isNothing(_ index: Int) -> Bool {
    if case .nothing = values.unit.expression(at: index) { true } else { false }
  }

  /// The sound that the expression at a token is.
  func sound(at index: Int) -> ChannelUse.Sound {
    if isNothing(index) { return isAddress ? .silent : .unknown }
    let (found, isComplete) = values.identifiers(at: index)
    let texts = found.texts.filter { $0.platform != .apple }
    let isOpen =
      found.isOpen || !isComplete && !isAddress
      || texts.contains { $0.isPartial && $0.resource == nil }
    let sounds = Set(texts.compactMap(sound))
    if !isOpen, sounds.count == 1, isAddress || texts.count == 1 { return sounds.first ?? .unknown }
    guard !isAddress else { return sounds.isEmpty ? .unknown : .computed }
    // One of several names is given as a parameter is.
    let start = values.declared(at: index) ?? index
    let expression = values.unit.expression(at: start)
    let isGiven = root(of: expression).map(values.isGiven) == true
    let names = Set(texts.compactMap { ReferenceHits.isName($0.text) ? sound($0) : nil })
    if isGiven || names.count > 1 { return .given }
    return values.isResource(start) ? .computed : .unknown
  }

  private func sound(_ text: EvaluatedText) -> ChannelUse.Sound? {
    if let resource = text.resource { return .named(resource.fileStem) }
    guard !text.isPartial else { return nil }
    switch text.text {
    case TextCalls.settings + "notification_sound": return .standard
    case TextCalls.settings + "alarm_alert": return .device(.alarm)
    case TextCalls.settings + "ringtone": return .device(.ringtone)
    case "default" where tokens.language == .javaScript: return .standard
    case _ where text.text.hasPrefix("resource://raw/"):
      return .named(String(text.text.dropFirst("resource://raw/".count)))
    case let name where name.utf8.contains(UInt8(ascii: ":")) && name.contains("://"):
      return .named(name)
    case let name: return isAddress || !ReferenceHits.isName(name) ? nil : .named(name.fileStem)
    }
  }

  /// The name with which a chain of members starts, also one in Dart's `RawResource…(tone.file)`.
  private func root(of expression: Expression) -> Int? {
    switch expression {
    case .name(_, let index): index
    case .member(let base?, _, _): root(of: base)
    case .call(.name(let name, _), let list, _) where TextCalls.identities.contains(name):
      values.unit.elements(in: list).first.flatMap { root(of: $0.value) }
    default: nil
    }
  }
}
