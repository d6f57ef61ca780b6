/// Finds the sounds that one source asks for.
struct SourceScan {
  let tokens: SourceTokens

  init(_ tokens: SourceTokens) {
    self.tokens = tokens
  }

  func run(_ hits: inout ReferenceHits) {
    let sinks = SinkScan(SoundValues(tokens))
    let channels = ChannelScan(sinks)
    let crossPlatform = CrossPlatformScan(sinks)
    let isCross = tokens.language == .javaScript || tokens.language == .dart
    for index in tokens.tokens.indices where tokens.tokens[index].kind != .mark && !hits.isFull {
      guard let name = tokens.key(index), !name.isEmpty else { continue }
      let places = sinks.places(of: name, at: index)
      channels.look(at: index, name, places, &hits)
      if isCross {
        crossPlatform.look(at: index, name, places, &hits)
      } else {
        sinks.look(at: places, &hits)
      }
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
