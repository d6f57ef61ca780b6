import AudioFormats
import Files

/// Looks a sound up in the desktop's themes.
struct SoundThemeSearch: Sendable {
  /// The result of a search.
  enum Result {
    case file(path: String, [UInt8])
    /// The user, or the theme, wants silence: the path of the file that disables the sound.
    case disabled(path: String)
    case nothing
  }

  let selection: SoundThemeSelection
  let places: SoundPlaces
  let reader: SoundFileReader
  /// The reason why files were passed over.
  private(set) var notes: [String] = []

  /// Themes that inherit from one another in a chain, at most.
  private static let maximumDepth = 16
  private static let defaultTheme = "freedesktop"
  private static let indexLimit: Int64 = 64 << 10
  /// In the order of the specification; of the sounds, only WAVE is read by our own reader.
  private static let suffixes = ["disabled", "oga", "ogg", "wav"]

  init(_ selection: SoundThemeSelection, _ places: SoundPlaces, _ reader: SoundFileReader) {
    self.selection = selection
    self.places = places
    self.reader = reader
  }

  /// The sound called `name`, or one with a more general name.
  mutating func find(_ name: String) -> Result {
    for theme in themes() {
      for steps in folders(of: theme) {
        if let found = find(name, in: theme, steps) { return found }
      }
    }
    return find(name, in: nil, []) ?? .nothing
  }

  /// The current theme, its ancestors, and the one that all themes inherit from, each once.
  private func themes() -> [(name: PlainName, index: SoundThemeIndex)] {
    var found: [(name: PlainName, index: SoundThemeIndex)] = []
    var waiting = [selection.name, Self.defaultTheme].compactMap(PlainName.init)
    while !waiting.isEmpty, found.count < Self.maximumDepth {
      let name = waiting.removeFirst()
      guard !found.contains(where: { $0.name == name }), let index = index(of: name) else {
        continue
      }
      found.append((name, index))
      waiting.insert(contentsOf: index.parents, at: 0)
    }
    // "freedesktop" must be the last, whichever theme inherits from it.
    guard selection.name != Self.defaultTheme else { return found }
    return found.filter { $0.name.text != Self.defaultTheme }
      + found.filter { $0.name.text == Self.defaultTheme }
  }

  /// The first `index.theme` that exists: a theme can be spread over several base folders.
  private func index(of theme: PlainName) -> SoundThemeIndex? {
    var small = reader
    small.byteLimit = Self.indexLimit
    for base in bases {
      let path = [theme, PlainName("index.theme")].compactMap(\.self)
      guard let bytes = try? small.read(path, beneath: base, links: .within) else { continue }
      return SoundThemeIndex(parsing: String(decoding: bytes, as: UTF8.self))
    }
    return nil
  }

  private var bases: [String] { places.allData.map { $0 + "/sounds" } }

  /// The folders of a theme: those for the output first, then stereo, then those for any.
  private func folders(
    of theme: (name: PlainName, index: SoundThemeIndex)
  ) -> [[PlainName]] {
    var profiles: [String?] = [selection.outputProfile]
    if selection.outputProfile != "stereo" { profiles.append("stereo") }
    profiles.append(nil)
    return profiles.flatMap { profile in
      theme.index.folders.filter { $0.outputProfile == profile }.map(\.steps)
    }
  }

  /// The sound in one folder of a theme, in whichever base folder the theme has it.
  private mutating func find(
    _ name: String, in theme: (name: PlainName, index: SoundThemeIndex)?, _ steps: [PlainName]
  ) -> Result? {
    let path = (theme.map { [$0.name] } ?? []) + steps
    for base in bases {
      for locale in selection.locales {
        let folder = path + (locale.flatMap(PlainName.init).map { [$0] } ?? [])
        if locale != nil, folder.count == path.count { continue }
        for general in Self.generalNames(name) {
          if let found = file(general, folder, base) { return found }
        }
      }
    }
    return nil
  }

  /// `name`, and the shorter names that remain when the parts after its dashes are removed one by
  /// one.
  static func generalNames(_ name: String) -> [String] {
    var names = [name]
    while let dash = names[names.count - 1].lastIndex(of: "-") {
      names.append(String(names[names.count - 1][..<dash]))
    }
    return names.filter { !$0.isEmpty }
  }

  private mutating func file(_ name: String, _ folder: [PlainName], _ base: String) -> Result? {
    for suffix in Self.suffixes {
      guard let file = PlainName("\(name).\(suffix)") else { continue }
      let path = ([base] + (folder + [file]).map(\.text)).joined(separator: "/")
      do throws(SoundFileRefusal) {
        guard let bytes = try reader.read(folder + [file], beneath: base, links: .within) else {
          continue
        }
        if suffix == "disabled" { return .disabled(path: path) }
        if suffix == "wav" { return .file(path: path, bytes) }
        notes.append("\(printable(path)) is passed over: only WAVE is read from a theme")
      } catch {
        notes.append("\(printable(path)): \(error)")
      }
    }
    return nil
  }
}
