/// What a notification server says that it is and can do.
struct ServerProfile: Sendable, Hashable {
  var name: String
  var version: String
  var capabilities: Set<String>

  var description: String { version.isEmpty ? name : "\(name) \(version)" }

  /// The body is read as markup, so what is none must be escaped.
  var readsMarkup: Bool { capabilities.contains("body-markup") }

  /// The user can write an answer into the banner (KDE's extension of the specification).
  var takesReplies: Bool { capabilities.contains("inline-reply") }

  /// So many buttons fit; what is more the server drops.
  ///
  /// GNOME Shell has room for three (`MAX_NOTIFICATION_BUTTONS` in its messageTray.js).
  var buttonCount: Int {
    guard capabilities.contains("actions") else { return 0 }
    return name == "gnome-shell" ? 3 : .max
  }
}
