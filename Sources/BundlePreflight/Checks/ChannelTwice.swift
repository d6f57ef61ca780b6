import AlertSounds

/// Finds the channels that several places of an app make, each with another sound: the place that
/// comes first on a device decides for ever. A channel that is deleted and made anew has its old
/// sound again.
struct ChannelTwice {
  private let world: PreflightWorld

  init(_ world: PreflightWorld) { self.world = world }

  /// The app of a maker: those of other apps never meet.
  private struct Place: Hashable {
    let identifier: String
    let root: TreePath
  }

  func findings() -> [TreeFinding] {
    let scope = ReferenceScope(world)
    let makers = world.channels.filter { $0.isCertain && $0.role == .made && !$0.isConstant }
    let places = Dictionary(grouping: makers) { use in
      Place(
        identifier: use.identifier, root: scope.project(for: use.file, on: .android)?.root ?? .top)
    }
    return places.values.flatMap(Self.groups).compactMap(finding)
  }

  /// The makers that run in one app: native code, with each language of scripts beside it.
  private static func groups(_ makers: [ChannelUse]) -> [[ChannelUse]] {
    let groups = Dictionary(grouping: makers) { use in
      let language = SourceLanguage(suffix: use.file.suffix)
      return language == .kotlin || language == .java ? nil : language
    }
    let native = groups[nil] ?? []
    let scripts = groups.filter { $0.key != nil }.map { $0.value + native }
    return scripts.isEmpty ? [native] : scripts
  }

  private func finding(_ makers: [ChannelUse]) -> TreeFinding? {
    let makers = makers.filter(\.sound.isKnown)
      .sorted { ($0.file, $0.line, $0.column) < ($1.file, $1.line, $1.column) }
    guard let first = makers.first, let other = makers.first(where: { $0.sound != first.sound })
    else { return nil }
    let place = first.file == other.file ? "line \(first.line)" : printed(first.file)
    return Rule.androidChannelSound.finding(
      "the channel \(printed(other.identifier)) is created with another sound in \(place): Android keeps "
        + "the sound of the first one",
      fix: "make it in one place, or a channel for each sound", at: other)
  }
}
