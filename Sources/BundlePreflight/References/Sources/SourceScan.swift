/// Finds the sounds that one source asks for.
struct SourceScan {
  let tokens: SourceTokens

  init(_ tokens: SourceTokens) {
    self.tokens = tokens
  }

  func run(_ hits: inout ReferenceHits) {
    let values = SoundValues(tokens)
    hits.language = tokens.language
    SharedConstantScan(tokens).run(&hits)
    if tokens.mentions.channels { ChannelScan(tokens: tokens, values: values).run(&hits) }
    switch tokens.language {
    case .swift: SwiftScan(tokens: tokens, values: values).run(&hits)
    case .objectiveC: ObjectiveCScan(tokens: tokens, values: values).run(&hits)
    case .javaScript, .dart: CrossPlatformScan(tokens: tokens, values: values).run(&hits)
    case .kotlin, .java: AndroidScan(tokens: tokens, values: values).run(&hits)
    case .cSharp:
      AndroidScan(tokens: tokens, values: values).run(&hits)
      CSharpScan(tokens: tokens, values: values).run(&hits)
    }
  }
}

extension ReferenceHits {
  /// What is known of a reference besides its name and its platform.
  struct Details: Sendable {
    var isCertain = true
    var systems: Set<SoundReference.AppleSystem> = []
    var library: SoundReference.Library?
    /// Whether the text is the address of a resource, and not a name.
    var isAddress = false
  }

  /// Adds the references of a value. The parts of a computed value that look like sounds are
  /// doubtful references; names that a condition chooses from are as certain as a single name.
  mutating func ask(
    for value: SoundValue, _ origin: SoundReference.Origin, on platform: SoundBundle.Platform?,
    isCertain: Bool
  ) {
    ask(for: value, origin, on: platform, Details(isCertain: isCertain))
  }

  mutating func ask(
    for value: SoundValue, _ origin: SoundReference.Origin, on platform: SoundBundle.Platform?,
    _ details: Details
  ) {
    switch value {
    case .name(let name, let offset):
      if details.isCertain, name.hasPrefix(SoundReference.anyName) { noteComputed() }
      ask(
        for: name, at: offset, origin, on: platform, isCertain: details.isCertain,
        systems: details.systems, library: details.library)
    case .choice(let branches):
      for branch in branches {
        let own = platform ?? branch.platform
        guard branch.platform == nil || own == branch.platform else { continue }
        ask(for: branch.value, origin, on: own, details)
      }
    case .constant(let type, let name):
      if details.isCertain {
        noteComputed()
        use(constant: type, name, origin, on: platform)
      }
    case .unknown(let index):
      guard details.isCertain else { return }
      noteComputed()
      note(OpenAsk(index: index, origin: origin, platform: platform, details: details))
    case .parts(let parts):
      if details.isCertain { noteComputed() }
      for part in parts {
        ask(for: part.name, at: part.offset, origin, on: platform, isCertain: false)
      }
    }
  }
}
