import NotificationTypes

/// The actions of one banner as they go over the bus.
///
/// The keys are ours: a key `default` or `inline-reply` of an app would have a special meaning.
struct ActionOffer: Sendable {
  static let defaultKey = "default"
  static let replyKey = "inline-reply"

  /// Key, identifier and title of each, in order.
  private var buttons: [(key: String, identifier: String, title: String)] = []
  private var reply: (identifier: String, input: NotificationAction.TextInput)?

  /// The part of `actions` that the server can show. If it cannot take text, actions with a text
  /// input are left out, because their response would lack the text. A second action with a text
  /// input is left out, too. If not all fit, `minimal` is shown, or the first two.
  init(
    _ actions: [NotificationAction], minimal: [NotificationAction] = [], on server: ServerProfile
  ) {
    guard server.buttonCount > 0 else { return }
    buttons.append((Self.defaultKey, NotificationAction.defaultIdentifier, "Open"))
    var shown = Self.writable(actions, on: server)
    // Rather the two that the app thinks most relevant than those that happen to fit.
    if shown.count > server.buttonCount {
      shown = Array((minimal.isEmpty ? shown : Self.writable(minimal, on: server)).prefix(2))
    }
    for (index, action) in shown.enumerated() {
      let title = PlainText.clean(action.title, limit: PlainText.longestLine)
      buttons.append(
        (action.textInput == nil ? "action-\(index)" : Self.replyKey, action.identifier, title))
      if let input = action.textInput { reply = (action.identifier, input) }
    }
  }

  private static func writable(
    _ actions: [NotificationAction], on server: ServerProfile
  ) -> [NotificationAction] {
    var shown: [NotificationAction] = []
    for action in actions.prefix(NotificationCategory.greatestActionCount) {
      if action.textInput != nil {
        guard server.takesReplies, !shown.contains(where: { $0.textInput != nil }) else { continue }
      }
      shown.append(action)
    }
    return shown
  }

  /// Keys and titles by turns.
  var wireForm: [String] { buttons.flatMap { [$0.key, $0.title] } }

  /// The texts of the reply field, by the names of KDE's extension.
  var hints: [(key: String, value: BusValue)] {
    guard let input = reply?.input else { return [] }
    let texts = [
      ("x-kde-reply-placeholder-text", input.placeholder),
      ("x-kde-reply-submit-button-text", input.buttonTitle),
    ]
    return texts.filter { !$0.1.isEmpty }.map {
      ($0.0, .string(PlainText.clean($0.1, limit: PlainText.longestLine)))
    }
  }

  /// The identifier of the action whose button has this key; nil where there is none. The reply's
  /// key does not identify an action, because its text arrives separately.
  func identifier(of key: String) -> String? {
    key == Self.replyKey ? nil : buttons.first { $0.key == key }?.identifier
  }

  /// The identifier of the action that takes text, where one was offered.
  var replyIdentifier: String? { reply?.identifier }
}
