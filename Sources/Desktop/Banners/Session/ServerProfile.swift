/// The name and the capabilities that a notification server reports.
struct ServerProfile: Sendable, Hashable {
  var name: String
  var version: String
  var capabilities: Set<String>

  var description: String { version.isEmpty ? name : "\(name) \(version)" }

  /// Whether the body is read as markup, so that plain text must be escaped.
  var readsMarkup: Bool { capabilities.contains("body-markup") }

  /// The user can write an answer into the banner (KDE's extension of the specification).
  var takesReplies: Bool { capabilities.contains("inline-reply") }

  /// The maximum number of buttons; the server drops further ones.
  ///
  /// GNOME Shell has room for three (`MAX_NOTIFICATION_BUTTONS` in its messageTray.js).
  var buttonCount: Int {
    guard capabilities.contains("actions") else { return 0 }
    return name == "gnome-shell" ? 3 : .max
  }
}
