import AlertSounds

/// Finds the channels that several places of an app make, each with another sound, and those that a
/// library makes with the first notification, where notifications have different sounds: what comes
/// first on a device decides for ever. A channel that is deleted and created again keeps its old sound.
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
    let uses = world.channels.filter(\.isCertain)
    let made = uses.filter { $0.role == .made }
    let names = Set(made.map(\.identifier))
    func places(_ uses: [ChannelUse]) -> [[ChannelUse]] {
      let places = Dictionary(grouping: uses) { use in
        Place(
          identifier: use.identifier, root: scope.project(for: use.file, on: .android)?.root ?? .top
        )
      }
      return Array(places.values)
    }
    return places(made.filter { !$0.isConstant }).flatMap(Self.groups).compactMap { makers in
      finding(
        makers, "is created with", "the sound of the first one",
        fix: "make it in one place, or a channel for each sound")
    }
      + places(uses.filter { $0.role == .shown && !names.contains($0.identifier) }).compactMap {
        finding(
          $0, "has", "that of the notification that comes first",
          fix: "make a channel for each sound, with the sound in its id")
      }
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

  /// The finding about the first use whose sound is another one than that of the use before all.
  private func finding(
    _ uses: [ChannelUse], _ verb: String, _ kept: String, fix: Fix
  ) -> TreeFinding? {
    let uses = uses.filter(\.sound.isKnown)
      .sorted { ($0.file, $0.line, $0.column) < ($1.file, $1.line, $1.column) }
    guard let first = uses.first, let other = uses.first(where: { $0.sound != first.sound })
    else { return nil }
    let place = first.file == other.file ? "line \(first.line)" : printed(first.file)
    return Rule.androidChannelSound.finding(
      "the channel \(printed(other.identifier)) \(verb) another sound in \(place): Android keeps \(kept)",
      fix: fix, at: other)
  }
}
