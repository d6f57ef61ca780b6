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
      // Reading the text of each token would take most of the time.
      guard sinks.rows.names.contains(tokens.content(index)), let name = tokens.key(index) else {
        continue
      }
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
