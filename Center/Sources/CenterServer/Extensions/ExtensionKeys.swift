import Synchronization

/// The secret names under which the pages of apps are served.
///
/// A page in a sandboxed frame has no origin, so what it loads comes without the cookie and as from
/// another site. Its address is the secret instead, one for each page: no page can name the files of
/// another one, and no other site any.
final class ExtensionKeys: Sendable {
  /// A page of an app.
  struct Place: Sendable, Hashable {
    let app: String
    /// The absolute path of the page's file.
    let page: String
  }

  /// More pages than the apps of one person have; of more the oldest is forgotten.
  private static let limit = 256
  private let entries = Mutex<[(key: String, place: Place)]>([])

  /// The name of a page, the same for as long as this process runs.
  func key(of place: Place) -> String {
    entries.withLock { entries in
      if let known = entries.first(where: { $0.place == place }) { return known.key }
      let key = Secret.make()
      entries.append((key, place))
      if entries.count > Self.limit { entries.removeFirst() }
      return key
    }
  }

  /// The page of a name.
  func place(_ key: String) -> Place? {
    entries.withLock { entries in entries.filter { Secret.isSame($0.key, key) }.first?.place }
  }
}
