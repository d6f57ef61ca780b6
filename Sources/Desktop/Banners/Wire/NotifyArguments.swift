import NotificationTypes

/// The arguments of `org.freedesktop.Notifications.Notify` that show a banner on one server
/// (Desktop Notifications Specification 1.2, Basic Design and Hints).
struct NotifyArguments {
  var appName: String
  var icon: String
  var summary: String
  var body: String
  /// Keys and titles by turns.
  var actions: [String]
  var hints: [(key: String, value: BusValue)]
  /// Milliseconds; -1 is the server's own, 0 is never.
  var expiry: Int32
  /// The meaning of the keys in ``actions``.
  var offer: ActionOffer

  init(_ banner: Banner, on server: ServerProfile) {
    appName = PlainText.clean(banner.appName, limit: PlainText.longestLine)
    icon = Self.icon(banner.icon)
    let title = PlainText.clean(banner.title, limit: PlainText.longestLine)
    summary = title.isEmpty ? appName : title
    let lines = [banner.subtitle, banner.body].filter { !$0.isEmpty }.joined(separator: "\n")
    let plain = PlainText.clean(lines, limit: PlainText.longestBody)
    body = server.readsMarkup ? PlainText.escaped(plain) : plain
    offer = ActionOffer(banner.actions, minimal: banner.minimalActions, on: server)
    actions = offer.wireForm
    hints = Self.hints(banner) + offer.hints
    expiry = Self.milliseconds(banner.expiry)
  }

  func write(to message: OutgoingMessage, replacing number: UInt32) throws(BusError) {
    try message.append(appName)
    try message.append(number)
    try message.append(icon)
    try message.append(summary)
    try message.append(body)
    try message.append(actions)
    try message.append(hints)
    try message.append(expiry)
  }

  private static func icon(_ icon: String) -> String {
    let text = PlainText.clean(icon, limit: PlainText.longestBody)
    return text.hasPrefix("/") ? PlainText.fileURI(text) : text
  }

  private static func hints(_ banner: Banner) -> [(key: String, value: BusValue)] {
    var hints: [(key: String, value: BusValue)] = [
      ("urgency", .byte(urgency(banner.interruptionLevel))),
      // The sound is ours to play: a server that plays another one beside it is wrong.
      ("suppress-sound", .bool(true)),
    ]
    let app = PlainText.clean(banner.id.app, limit: PlainText.longestLine)
    if !app.isEmpty { hints.append(("desktop-entry", .string(app))) }
    let category = PlainText.clean(banner.category, limit: PlainText.longestLine)
    if !category.isEmpty { hints.append(("category", .string(hint(category)))) }
    if let picture = banner.picture, picture.hasPrefix("/") {
      hints.append(("image-path", .string(PlainText.fileURI(picture))))
    }
    return hints
  }

  /// Only critical notifications may break through the desktop's own Do Not Disturb.
  private static func urgency(_ level: InterruptionLevel) -> UInt8 {
    switch level {
    case .passive: 0
    case .active, .timeSensitive: 1
    case .critical: 2
    }
  }

  /// The category of an app's own under a prefix of its vendor, as the specification wants it; one
  /// of the specification's own classes (such as `email.arrived`) as it is.
  private static func hint(_ category: String) -> String {
    let known = ["call", "device", "email", "im", "network", "presence", "transfer"]
    let first = category.prefix { $0 != "." }
    return known.contains(String(first)) || first.hasPrefix("x-") ? category : "x-app." + category
  }

  private static func milliseconds(_ expiry: Banner.Expiry) -> Int32 {
    switch expiry {
    case .serverDefault: -1
    case .never: 0
    case .after(let time):
      Int32(min(max(time / .milliseconds(1), 1), Double(Int32.max)))
    }
  }
}
