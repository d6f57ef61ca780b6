/// The result of a device's search for a name: it searches the top level of the app's own bundle
/// for exactly this name.
enum AppleLookup {
  case found
  /// The name contains folders; `name` is the probably intended one.
  case isPath(name: String, isShipped: Bool)
  /// The name is exactly the path of a sound in the bundle.
  case isFittingPath(ShippedSound)
  /// The sound is shipped as `name`, which differs in case.
  case otherCase(name: String)
  case withoutExtension(name: String)
  case inSubfolder(ShippedSound)
  case inOtherBundle(ShippedSound, SoundBundle)
  /// The file exists, but no bundle ships it.
  case unshipped(file: TreePath)
  /// No such sound exists; `similar` is a shipped name that differs in at most two letters.
  case missing(similar: String?)

  init(_ name: String, in bundles: [SoundBundle], unshipped files: [TreePath]) {
    let apps = Self.searched(bundles)
    let sounds = apps.flatMap(\.sounds)
    let lower = name.lowercased()
    if sounds.contains(where: { $0.name == name && !name.contains("/") }) {
      self = .found
    } else if name.contains("/"), let sound = sounds.first(where: { $0.name == name }) {
      self = .isFittingPath(sound)
    } else if name.contains("/") {
      let last = name.fileName
      self = .isPath(name: last, isShipped: sounds.contains { $0.name == last })
    } else if let sound = sounds.first(where: { $0.name.lowercased() == lower }) {
      self = .otherCase(name: sound.name)
    } else if let sound = sounds.first(where: { Self.isStem(lower, of: $0.name.lowercased()) }) {
      self = .withoutExtension(name: sound.name)
    } else if let sound = sounds.first(where: { $0.name.fileName.lowercased() == lower }) {
      self = .inSubfolder(sound)
    } else if let (sound, bundle) = Self.find(lower, in: bundles) {
      self = .inOtherBundle(sound, bundle)
    } else if let file = files.first(where: { $0.name.lowercased() == lower }) {
      self = .unshipped(file: file)
    } else {
      let names = sounds.map(\.name.fileName)
      self = .missing(similar: names.first { Spelling.isClose($0.lowercased(), lower) })
    }
  }

  /// The bundles that the system searches. A Swift package without an app in the tree counts as the
  /// app, because the apps that use it copy its sounds.
  static func searched(_ bundles: [SoundBundle]) -> [SoundBundle] {
    let apps = bundles.filter { $0.role == .app }
    return apps.isEmpty ? bundles.filter { $0.role == .module } : apps
  }

  private static func isStem(_ name: String, of sound: String) -> Bool {
    !sound.contains("/") && sound.fileStem == name
  }

  private static func find(
    _ lower: String, in bundles: [SoundBundle]
  ) -> (ShippedSound, SoundBundle)? {
    for bundle in bundles where bundle.role != .app {
      let sound = bundle.sounds.first { $0.name.fileName.lowercased() == lower }
      if let sound { return (sound, bundle) }
    }
    return nil
  }
}
