/// The folders in which this system keeps sounds.
public struct SoundPlaces: Hashable, Sendable {
  /// The user's data, an absolute path.
  public var dataHome: String
  /// The system's data, most important first.
  public var dataFolders: [String]
  /// Folders with the sounds that Tocsin ships, beside those in `tocsin/sounds` of the data
  /// folders.
  public var shipped: [String]

  /// Places by their absolute paths.
  public init(dataHome: String, dataFolders: [String], shipped: [String] = []) {
    self.dataHome = dataHome
    self.dataFolders = dataFolders
    self.shipped = shipped
  }

  /// The places in the variables of the XDG Base Directory Specification. Values that are not
  /// absolute paths are ignored, as it demands.
  public init(environment: [String: String], shipped: [String] = []) {
    func absolute(_ path: String?) -> String? { path.flatMap { $0.hasPrefix("/") ? $0 : nil } }
    let home = absolute(environment["HOME"]) ?? "/nonexistent"
    let folders = (environment["XDG_DATA_DIRS"] ?? "").split(separator: ":").map(String.init)
      .filter { $0.hasPrefix("/") }
    self.init(
      dataHome: absolute(environment["XDG_DATA_HOME"]) ?? home + "/.local/share",
      dataFolders: folders.isEmpty ? ["/usr/local/share", "/usr/share"] : folders,
      shipped: shipped)
  }

  /// The user's folder, then the system's.
  var allData: [String] { [dataHome] + dataFolders }
}

/// Whose sound is looked for.
public struct SoundOwner: Hashable, Sendable {
  /// The app's identifier, which is also the name of its folder in the user's data.
  public var app: String
  /// The identifiers of the groups whose folders it shares with other apps.
  public var groups: [String]
  /// The absolute path of the app's own resources, if the app has reported it.
  public var bundle: String?

  /// An app; without a bundle only the folders of the user's data are its own.
  public init(app: String, groups: [String] = [], bundle: String? = nil) {
    self.app = app
    self.groups = groups
    self.bundle = bundle
  }
}

/// A folder in which sounds are looked for.
public struct SoundFolder: Hashable, Sendable {
  /// The kind of place that it is.
  public let place: ResolvedSound.Place
  /// Its absolute path; it need not exist.
  public let path: String
}

extension SoundPlaces {
  /// The folders that are searched for a sound of `owner`, in their order.
  public func folders(for owner: SoundOwner) -> [SoundFolder] {
    SoundPlace.all(for: owner, in: self).map { place in
      let path = ([place.base] + place.steps.map(\.text)).joined(separator: "/")
      return SoundFolder(place: place.origin, path: path)
    }
  }
}

/// One folder of the search.
struct SoundPlace: Hashable, Sendable {
  let origin: ResolvedSound.Place
  /// The part of the path that is trusted.
  let base: String
  let steps: [PlainName]

  /// The folders for `owner`'s sounds in Apple's order: the app's `Library/Sounds`, those of its
  /// groups, the app's bundle, then the sounds of the system.
  static func all(for owner: SoundOwner, in places: SoundPlaces) -> [SoundPlace] {
    let library = ["Library", "Sounds"]
    var found = [make(.library, places.dataHome, [owner.app] + library)]
    found += owner.groups.map { make(.group, places.dataHome, [$0] + library) }
    if let bundle = owner.bundle, bundle.hasPrefix("/") { found.append(make(.bundle, bundle, [])) }
    // The folders of sounds that packages install for the app, searched where its bundle would be.
    found += places.dataFolders.map { make(.bundle, $0, [owner.app, "sounds"]) }
    return found.compactMap(\.self) + system(in: places)
  }

  /// The folders of the sounds that belong to no app.
  static func system(in places: SoundPlaces) -> [SoundPlace] {
    (places.allData.map { $0 + "/tocsin/sounds" } + places.shipped)
      .map { SoundPlace(origin: .system, base: $0, steps: []) }
  }

  /// nil where a step is not a plain name: such an app has no folder.
  private static func make(
    _ origin: ResolvedSound.Place, _ base: String, _ steps: [String]
  ) -> SoundPlace? {
    let names = steps.compactMap(PlainName.init)
    guard names.count == steps.count else { return nil }
    return SoundPlace(origin: origin, base: base, steps: names)
  }
}
