/// The number on an app's icon, as a dock reads it from `com.canonical.Unity.LauncherEntry`: KDE's
/// task manager, Dash to Dock, Plank and others do.
struct LauncherEntry {
  static let interface = "com.canonical.Unity.LauncherEntry"

  let app: String
  let count: Int

  /// The app by the URI of its desktop file.
  var uri: String { "application://\(PlainText.clean(app, limit: PlainText.longestLine)).desktop" }

  /// Each app has an object of its own, named by a hash of its URI (Bernstein's, as in libunity).
  var path: String {
    let hash = uri.utf8.reduce(UInt32(5381)) { $0 &* 33 &+ UInt32($1) }
    return "/com/canonical/unity/launcherentry/\(hash)"
  }

  func write(to message: OutgoingMessage) throws(BusError) {
    let count = max(count, 0)
    try message.append(uri)
    try message.append(["count": .int64(Int64(count)), "count-visible": .bool(count > 0)])
  }
}
