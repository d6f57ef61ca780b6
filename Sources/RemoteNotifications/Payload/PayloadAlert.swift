import NotificationTypes

/// The texts of a payload: `alert`, a body or a dictionary.
struct PayloadAlert {
  private let values: [String: UserInfoValue]

  init(_ alert: UserInfoValue) {
    values = alert.dictionary ?? alert.text.map { ["body": .string($0)] } ?? [:]
  }

  func fill(_ content: inout NotificationContent) {
    content.launchImage = text("launch-image")
    (content.title, content.localization.title) = entry("title", "title-loc-")
    (content.subtitle, content.localization.subtitle) = entry("subtitle", "subtitle-loc-")
    (content.body, content.localization.body) = entry("body", "loc-")
  }

  private func text(_ key: String) -> String { values[key]?.text ?? "" }

  /// A text, and the key by which it is looked up. If no table has the key, the text is used, or
  /// else the key itself, as on Apple's systems.
  private func entry(_ name: String, _ prefix: String) -> (String, LocalizedText?) {
    let plain = text(name)
    guard let key = values[prefix + "key"]?.text, !key.isEmpty else { return (plain, nil) }
    let text = LocalizedText(key: key, arguments: arguments(prefix + "args"))
    return (plain.isEmpty ? key : plain, text)
  }

  /// The arguments in their order; a value that is neither text nor a number leaves its placeholder
  /// empty.
  private func arguments(_ name: String) -> [LocalizedText.Argument] {
    guard case .array(let values)? = values[name] else { return [] }
    return values.map { value in
      switch value {
      case .string(let text): .text(text)
      case .integer(let number): .integer(number)
      case .number(let number): .number(number)
      default: .text("")
      }
    }
  }
}
