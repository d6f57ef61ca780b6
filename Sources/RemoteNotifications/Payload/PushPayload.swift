public import NotificationTypes

/// A provider's push: a notification's content, and instructions for its delivery (Apple,
/// "Generating a remote notification").
///
/// A value of the wrong type is ignored, as an unknown key is; both stay in the content's
/// `userInfo`, which has the whole payload.
public struct PushPayload: Sendable, Hashable {
  /// The content that the user sees and hears; texts with a `loc-key` are looked up when it is
  /// delivered.
  public let content: NotificationContent
  /// `content-available`: the app is to be woken.
  public let isContentAvailable: Bool
  /// `mutable-content`: an extension of the app may change it before it is shown.
  public let isMutable: Bool

  /// Whether the user is to notice anything: a text, a sound or a number on the icon.
  public var isNoticeable: Bool { hasAlert || content.sound != nil || content.badge != nil }

  /// Whether there is a text to show.
  public var hasAlert: Bool {
    !(content.title + content.subtitle + content.body).isEmpty || !content.localization.isEmpty
  }

  /// Reads a payload.
  /// - Parameters:
  ///   - bytes: JSON in UTF-8.
  ///   - type: decides the maximum size.
  /// - Throws: ``PayloadError``.
  public init(parsing bytes: [UInt8], type: PushType = .alert) throws(PayloadError) {
    guard !bytes.isEmpty else { throw .empty }
    guard bytes.count <= type.maximumPayloadSize else {
      throw .tooLarge(bytes.count, maximum: type.maximumPayloadSize)
    }
    guard let payload = try PlainJSON.parse(bytes).dictionary else { throw .notDictionary }
    if let aps = payload["aps"], aps.dictionary == nil { throw .notDictionary }
    self.init(payload)
  }

  private init(_ payload: [String: UserInfoValue]) {
    let aps = payload["aps"]?.dictionary ?? [:]
    var content = NotificationContent(
      badge: aps["badge"]?.integer.flatMap { $0 < 0 ? nil : $0 },
      sound: aps["sound"].flatMap(NotificationSound.init(payload:)),
      categoryIdentifier: aps["category"]?.text ?? "",
      threadIdentifier: aps["thread-id"]?.text ?? "", userInfo: payload,
      interruptionLevel: aps["interruption-level"]?.text
        .flatMap(InterruptionLevel.init(rawValue:)) ?? .active,
      relevance: aps["relevance-score"]?.number ?? 0)
    content.targetContentIdentifier = aps["target-content-id"]?.text
    content.filterCriteria = aps["filter-criteria"]?.text
    if let alert = aps["alert"] { PayloadAlert(alert).fill(&content) }
    self.content = content
    isContentAvailable = aps["content-available"]?.isOne ?? false
    isMutable = aps["mutable-content"]?.isOne ?? false
  }
}

extension NotificationSound {
  /// A name, or the dictionary of a critical alert. An empty name is silence.
  fileprivate init?(payload: UserInfoValue) {
    func name(_ text: String) -> String? { text == "default" ? nil : text }
    if let text = payload.text {
      guard !text.isEmpty else { return nil }
      self.init(name: name(text))
    } else if let values = payload.dictionary {
      self.init(
        name: values["name"]?.text.flatMap { $0.isEmpty ? nil : name($0) },
        isCritical: values["critical"]?.isOne ?? false, volume: values["volume"]?.number)
    } else {
      return nil
    }
  }
}
