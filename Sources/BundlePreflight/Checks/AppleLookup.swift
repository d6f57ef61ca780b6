/// What a device finds under a name: it looks at the top of the app's own bundle, for exactly this
/// name.
enum AppleLookup {
  case found
  /// The name has folders in it; `name` is what may be meant.
  case isPath(name: String, isShipped: Bool)
  /// The name is the path of a sound in the bundle, letter by letter.
  case isFittingPath(ShippedSound)
  /// Shipped as `name`, which differs in upper and lower case.
  case otherCase(name: String)
  case withoutExtension(name: String)
  case inSubfolder(ShippedSound)
  case inOtherBundle(ShippedSound, SoundBundle)
  /// The file is there, but no bundle ships it.
  case unshipped(file: String)
  /// `similar` is a shipped name that differs in a letter or two.
  case missing(similar: String?)

  init(_ name: String, in bundles: [SoundBundle], unshipped files: [String]) {
    let apps = Self.searched(bundles)
    let sounds = apps.flatMap(\.sounds)
    let lower = name.lowercased()
    if sounds.contains(where: { $0.name == name && !name.contains("/") }) {
      self = .found
    } else if name.contains("/"), let sound = sounds.first(where: { $0.name == name }) {
      self = .isFittingPath(sound)
    } else if name.contains("/") {
      let last = TreePath.lastPart(name)
      self = .isPath(name: last, isShipped: sounds.contains { $0.name == last })
    } else if let sound = sounds.first(where: { $0.name.lowercased() == lower }) {
      self = .otherCase(name: sound.name)
    } else if let sound = sounds.first(where: { Self.isStem(lower, of: $0.name.lowercased()) }) {
      self = .withoutExtension(name: sound.name)
    } else if let sound = sounds.first(where: { TreePath.lastPart($0.name).lowercased() == lower })
    {
      self = .inSubfolder(sound)
    } else if let (sound, bundle) = Self.find(lower, in: bundles) {
      self = .inOtherBundle(sound, bundle)
    } else if let file = files.first(where: { TreePath.lastPart($0).lowercased() == lower }) {
      self = .unshipped(file: file)
    } else {
      let names = sounds.map { TreePath.lastPart($0.name) }
      self = .missing(similar: names.first { Spelling.isClose($0.lowercased(), lower) })
    }
  }

  /// The bundles where the system looks. A Swift package that belongs to no app here is taken for
  /// the app: who uses it copies its sounds.
  private static func searched(_ bundles: [SoundBundle]) -> [SoundBundle] {
    let apps = bundles.filter { $0.role == .app }
    return apps.isEmpty ? bundles.filter { $0.role == .module } : apps
  }

  private static func isStem(_ name: String, of sound: String) -> Bool {
    !sound.contains("/") && TreePath.stem(sound) == name
  }

  private static func find(
    _ lower: String, in bundles: [SoundBundle]
  ) -> (ShippedSound, SoundBundle)? {
    for bundle in bundles where bundle.role != .app {
      let sound = bundle.sounds.first { TreePath.lastPart($0.name).lowercased() == lower }
      if let sound { return (sound, bundle) }
    }
    return nil
  }
}
