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
  /// No such sound exists; `similar` is a shipped name that may be meant: it has another extension,
  /// or differs in at most two letters.
  case missing(similar: String?)

  /// The bundles that the system searches. A Swift package without an app in the tree counts as the
  /// app, because the apps that use it copy its sounds.
  static func searched(_ bundles: [SoundBundle]) -> [SoundBundle] {
    let apps = bundles.filter { $0.role == .app }
    return apps.isEmpty ? bundles.filter { $0.role == .module } : apps
  }
}

/// The sounds of some bundles by their names, in any case.
final class AppleNames {
  private let names: Set<String>
  /// The sounds of the bundles that the system searches; of two with one name the first.
  private var byName: [String: ShippedSound] = [:]
  private var byLowerCase: [String: ShippedSound] = [:]
  private var byStem: [String: ShippedSound] = [:]
  private var inFolders: [String: ShippedSound] = [:]
  private var inOthers: [String: (ShippedSound, SoundBundle)] = [:]
  private var byFileName: Set<String> = []
  /// The names by their length and their first letter, for the search of a similar one.
  private struct Look: Hashable {
    let length: Int
    let first: Unicode.Scalar?
  }
  private var byLook: [Look: [String]] = [:]

  init(_ bundles: [SoundBundle]) {
    let sounds = AppleLookup.searched(bundles).flatMap(\.sounds)
    names = Set(sounds.map(\.name))
    func add(_ key: String, _ sound: ShippedSound, to table: inout [String: ShippedSound]) {
      if table[key] == nil { table[key] = sound }
    }
    for sound in sounds {
      let lower = sound.name.lowercased()
      byFileName.insert(sound.name.fileName)
      add(sound.name, sound, to: &byName)
      add(lower, sound, to: &byLowerCase)
      if !sound.name.contains("/") { add(lower.fileStem, sound, to: &byStem) }
      add(lower.fileName, sound, to: &inFolders)
      let letters = lower.fileName.unicodeScalars
      byLook[Look(length: letters.count, first: letters.first), default: []]
        .append(sound.name.fileName)
    }
    for bundle in bundles where bundle.role != .app {
      for sound in bundle.sounds {
        let key = sound.name.fileName.lowercased()
        if inOthers[key] == nil { inOthers[key] = (sound, bundle) }
      }
    }
  }

  func lookUp(_ name: String, unshipped files: [String: TreePath]) -> AppleLookup {
    let lower = name.lowercased()
    if name.contains("/") {
      if let sound = byName[name] { return .isFittingPath(sound) }
      return .isPath(name: name.fileName, isShipped: names.contains(name.fileName))
    }
    if names.contains(name) { return .found }
    if let sound = byLowerCase[lower] { return .otherCase(name: sound.name) }
    if let sound = byStem[lower] { return .withoutExtension(name: sound.name) }
    if let sound = inFolders[lower] { return .inSubfolder(sound) }
    if let (sound, bundle) = inOthers[lower] { return .inOtherBundle(sound, bundle) }
    if let file = files[lower] { return .unshipped(file: file) }
    return .missing(similar: byStem[lower.fileStem]?.name ?? similar(to: lower))
  }

  /// A name of about the same length and with the same first letter, of which at most two letters
  /// differ. Of a crafted bundle with thousands of them not all are compared.
  private func similar(to lower: String) -> String? {
    let letters = lower.unicodeScalars
    return (max(0, letters.count - 2)...letters.count + 2).lazy
      .flatMap { self.byLook[Look(length: $0, first: letters.first)] ?? [] }
      .prefix(Self.comparedLimit).first { Spelling.isClose($0.lowercased(), lower) }
  }

  private static let comparedLimit = 32
}
