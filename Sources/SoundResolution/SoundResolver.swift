/// Finds the sound that a notification names, or the one that plays in its place.
///
/// It always returns a sound: if no file can be read, the program's own bell. Its calls read files;
/// a caller that must not wait for a disk uses a `SoundLibrary`.
public struct SoundResolver: Sendable {
  private let places: SoundPlaces
  private let defaultSound: DefaultSound
  private let theme: SoundThemeSelection
  private let reader: SoundFileReader

  /// A resolver for these places; files are read later.
  public init(
    _ places: SoundPlaces, defaultSound: DefaultSound = .standard,
    theme: SoundThemeSelection = SoundThemeSelection()
  ) {
    self.init(places, defaultSound: defaultSound, theme: theme, reader: SoundFileReader())
  }

  init(
    _ places: SoundPlaces, defaultSound: DefaultSound = .standard,
    theme: SoundThemeSelection = SoundThemeSelection(), reader: SoundFileReader
  ) {
    self.places = places
    self.defaultSound = defaultSound
    self.theme = theme
    self.reader = reader
  }

  /// The sound called `name` for `owner`, with or without its extension.
  /// - Parameters:
  ///   - name: nil, and Apple's `default`, are the default sound.
  ///   - owner: the app whose folders are searched first.
  ///   - isCritical: whether the default is the one that cannot be switched off.
  public func resolve(
    _ name: String?, for owner: SoundOwner, isCritical: Bool = false
  ) -> ResolvedSound {
    guard let name, name != "default" else { return resolveDefault(isCritical: isCritical) }
    do throws(SoundFallback) {
      return try find(name, for: owner)
    } catch {
      return resolveDefault(isCritical: isCritical).instead(because: error)
    }
  }

  /// The sound called `name` for `owner`, or the reason why it cannot be found; never another
  /// sound.
  /// - Throws: ``SoundFallback``.
  public func find(
    _ name: String, for owner: SoundOwner
  ) throws(SoundFallback) -> ResolvedSound {
    try find(name, in: SoundPlace.all(for: owner, in: places))
  }

  /// The default sound. The one for critical alerts is the system's `critical`, never a theme's,
  /// which could be silence.
  public func resolveDefault(isCritical: Bool = false) -> ResolvedSound {
    var notes: [String] = []
    if !isCritical, case .theme(let name) = defaultSound {
      if let found = resolveInTheme(name, &notes) { return found }
    }
    var names = ["default"]
    if isCritical {
      names = ["critical", "default"]
    } else if case .named(let name) = defaultSound, name != "default" {
      names = [name, "default"]
    }
    for name in names {
      do throws(SoundFallback) {
        var found = try find(name, in: SoundPlace.system(in: places))
        found.isDefault = true
        found.notes = notes
        return found
      } catch { notes.append("\(error)") }
    }
    return ResolvedSound(
      sound: BuiltInBell.sound, place: .builtIn, path: nil, isDefault: true, notes: notes)
  }

  /// The first file of the name decides, even if it is bad: another folder's file could be a quite
  /// different sound.
  private func find(
    _ name: String, in folders: [SoundPlace]
  ) throws(SoundFallback) -> ResolvedSound {
    guard let plain = PlainName(name) else { throw .invalidName(name) }
    for folder in folders {
      for file in plain.candidates.compactMap(PlainName.init) {
        let steps = folder.steps + [file]
        let path = ([folder.base] + steps.map(\.text)).joined(separator: "/")
        let content: [UInt8]?
        do throws(SoundFileRefusal) {
          content = try reader.read(steps, beneath: folder.base)
        } catch {
          throw .refused(path: path, error)
        }
        guard let content else { continue }
        return ResolvedSound(
          sound: try DecodedSound.decode(content, path: path), place: folder.origin, path: path)
      }
    }
    throw .notFound(name: name)
  }

  private func resolveInTheme(_ name: String, _ notes: inout [String]) -> ResolvedSound? {
    var search = SoundThemeSearch(theme, places, reader)
    let result = search.find(name)
    notes += search.notes
    switch result {
    case .disabled(let path):
      return ResolvedSound(sound: nil, place: .theme, path: path, isDefault: true, notes: notes)
    case .file(let path, let bytes):
      do throws(SoundFallback) {
        return ResolvedSound(
          sound: try DecodedSound.decode(bytes, path: path), place: .theme, path: path,
          isDefault: true, notes: notes)
      } catch {
        notes.append("\(error)")
        return nil
      }
    case .nothing:
      notes.append("no theme has a sound called '\(name)' that can be read")
      return nil
    }
  }
}
