import FoundationEssentials
public import NotificationTypes

extension PushPayload {
  /// The payload for a content, which ``init(parsing:type:)`` reads. Attachments cannot be sent.
  ///
  /// - Parameters:
  ///   - content: its `userInfo` is put beside `aps`.
  ///   - isContentAvailable: whether the app is woken.
  ///   - isMutable: whether an extension may change it.
  /// - Throws: ``PayloadError/tooLarge(_:maximum:)``, ``PayloadError/notJSON`` for a number that
  ///   JSON cannot hold.
  public static func bytes(
    of content: NotificationContent, isContentAvailable: Bool = false, isMutable: Bool = false
  ) throws(PayloadError) -> [UInt8] {
    var aps = aps(of: content)
    if isContentAvailable { aps["content-available"] = .integer(1) }
    if isMutable { aps["mutable-content"] = .integer(1) }
    var payload = content.userInfo
    payload["aps"] = .dictionary(aps)
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    guard let data = try? encoder.encode(PlainJSON(value: .dictionary(payload))) else {
      throw .notJSON
    }
    let maximum = PushType.alert.maximumPayloadSize
    guard data.count <= maximum else { throw .tooLarge(data.count, maximum: maximum) }
    return [UInt8](data)
  }

  private static func aps(of content: NotificationContent) -> [String: UserInfoValue] {
    var aps: [String: UserInfoValue] = [:]
    func set(_ key: String, _ text: String?) {
      if let text, !text.isEmpty { aps[key] = .string(text) }
    }
    let alert = alert(of: content)
    if !alert.isEmpty { aps["alert"] = .dictionary(alert) }
    if let badge = content.badge { aps["badge"] = .integer(Int64(badge)) }
    aps["sound"] = content.sound.map(value)
    set("category", content.categoryIdentifier)
    set("thread-id", content.threadIdentifier)
    set("target-content-id", content.targetContentIdentifier)
    set("filter-criteria", content.filterCriteria)
    if content.interruptionLevel != .active {
      set("interruption-level", content.interruptionLevel.rawValue)
    }
    if content.relevance != 0 { aps["relevance-score"] = .number(content.relevance) }
    return aps
  }

  private static func alert(of content: NotificationContent) -> [String: UserInfoValue] {
    var alert: [String: UserInfoValue] = [:]
    let entries = [
      ("title", "title-loc-", content.title, content.localization.title),
      ("subtitle", "subtitle-loc-", content.subtitle, content.localization.subtitle),
      ("body", "loc-", content.body, content.localization.body),
    ]
    for (name, prefix, text, localized) in entries {
      if !text.isEmpty { alert[name] = .string(text) }
      guard let localized else { continue }
      alert[prefix + "key"] = .string(localized.key)
      if !localized.arguments.isEmpty {
        alert[prefix + "args"] = .array(localized.arguments.map(value))
      }
    }
    if !content.launchImage.isEmpty { alert["launch-image"] = .string(content.launchImage) }
    return alert
  }

  private static func value(_ argument: LocalizedText.Argument) -> UserInfoValue {
    switch argument {
    case .text(let text): .string(text)
    case .integer(let number): .integer(number)
    case .number(let number): .number(number)
    case .localized(let text): .string(text.key)
    }
  }

  private static func value(_ sound: NotificationSound) -> UserInfoValue {
    let name = UserInfoValue.string(sound.name ?? "default")
    guard sound.isCritical || sound.volume != nil else { return name }
    var values: [String: UserInfoValue] = ["name": name]
    if sound.isCritical { values["critical"] = .integer(1) }
    if let volume = sound.volume { values["volume"] = .number(volume) }
    return .dictionary(values)
  }
}
