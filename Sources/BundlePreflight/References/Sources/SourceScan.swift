/// Finds the sounds that one source asks for.
struct SourceScan {
  let tokens: SourceTokens

  init(_ tokens: SourceTokens) {
    self.tokens = tokens
  }

  func run(_ hits: inout ReferenceHits) {
    let sinks = SinkScan(SoundValues(tokens))
    ChannelScan(sinks).run(&hits)
    switch tokens.language {
    case .javaScript, .dart: CrossPlatformScan(sinks).run(&hits)
    case .swift, .objectiveC, .kotlin, .java, .cSharp: sinks.run(&hits)
    }
  }
}

extension ReferenceHits {
  /// What is known of a reference besides its name and its platform.
  struct Details: Sendable {
    var isCertain = true
    var systems: Set<SoundReference.AppleSystem> = []
    var library: SoundReference.Library?
    var form = SoundForm.name
  }

  /// Adds the references of a value; names that a condition chooses from are as certain as a single
  /// one.
  mutating func ask(
    for value: SoundValue, _ origin: SoundReference.Origin, on platform: SoundBundle.Platform?,
    _ details: Details = .init()
  ) {
    for name in value.names {
      if details.isCertain, name.isAny { noteComputed() }
      for (text, own) in details.form.names(name.text, on: platform, givenOn: name.platform) {
        ask(
          for: text, at: name.offset, origin, on: own, isCertain: details.isCertain,
          systems: details.systems, library: details.library)
      }
    }
    guard let index = value.openAt, details.isCertain else { return }
    noteComputed()
    note(OpenAsk(index: index, target: .sound(origin, platform, details)))
  }
}
