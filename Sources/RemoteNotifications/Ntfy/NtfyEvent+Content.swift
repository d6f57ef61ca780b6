package import NotificationTypes

extension NtfyEvent {
  /// The notification's content for a message. `userInfo` contains the whole message.
  package func content(for subscription: NtfySubscription) -> NotificationContent {
    let tags = NtfyTags(values["tags"])
    let title = text("title") ?? topic
    var lines = [text("message")].compactMap(\.self)
    let attachment = values["attachment"]?.dictionary
    if let link = attachment?["url"]?.text, !link.isEmpty { lines.append(link) }
    var content = NotificationContent(
      title: (tags.symbols + [title]).joined(separator: " "),
      subtitle: tags.words.joined(separator: ", "), body: lines.joined(separator: "\n"),
      sound: sound(for: subscription), threadIdentifier: topic, userInfo: values,
      interruptionLevel: level)
    content.targetContentIdentifier = text("click") ?? attachment?["url"]?.text
    return content
  }

  private func text(_ key: String) -> String? {
    values[key]?.text.flatMap { $0.isEmpty ? nil : $0 }
  }

  /// Priority 5 is critical if the user has allowed that for the topic; the delivery checks it.
  private var level: InterruptionLevel {
    switch priority {
    case 1, 2: .passive
    case 4: .timeSensitive
    case 5: .critical
    default: .active
    }
  }

  private func sound(for subscription: NtfySubscription) -> NotificationSound? {
    let own = subscription.sounds[String(priority)]
    if own == nil, priority < 3 { return nil }
    switch own ?? subscription.sound {
    case "none"?: return nil
    case nil, "default"?: return NotificationSound(isCritical: priority == 5)
    case let name?: return NotificationSound(name: name, isCritical: priority == 5)
    }
  }
}

/// The tags of a message: the short codes of emoji, and the others.
struct NtfyTags: Hashable {
  private(set) var symbols: [String] = []
  private(set) var words: [String] = []

  init(_ value: UserInfoValue?) {
    guard case .array(let tags)? = value else { return }
    for tag in tags.compactMap(\.text) where !tag.isEmpty {
      if let symbol = Self.known[tag] { symbols.append(symbol) } else { words.append(tag) }
    }
  }

  /// The most common short codes; all others stay words.
  private static let known = [
    "+1": "👍", "-1": "👎", "alarm_clock": "⏰", "arrow_down": "⬇️", "arrow_up": "⬆️",
    "battery": "🔋", "bell": "🔔", "boom": "💥", "bug": "🐛", "bulb": "💡", "calendar": "📆",
    "camera": "📷", "car": "🚗", "cd": "💿", "chart_with_upwards_trend": "📈", "clock": "🕒",
    "closed_lock_with_key": "🔐", "computer": "💻", "dog": "🐶", "door": "🚪", "droplet": "💧",
    "email": "📧", "exclamation": "❗", "eyes": "👀", "facepalm": "🤦", "fire": "🔥",
    "floppy_disk": "💾", "gear": "⚙️", "green_circle": "🟢", "hammer": "🔨", "heart": "❤️",
    "heavy_check_mark": "✔️", "hourglass": "⌛", "house": "🏠", "information_source": "ℹ️",
    "key": "🔑", "lock": "🔒", "loudspeaker": "📢", "mailbox": "📫", "memo": "📝", "moneybag": "💰",
    "mute": "🔇", "no_bell": "🔕", "no_entry": "⛔", "no_entry_sign": "🚫", "octagonal_sign": "🛑",
    "package": "📦", "partying_face": "🥳", "phone": "☎️", "question": "❓", "rainbow": "🌈",
    "red_circle": "🔴", "repeat": "🔁", "robot": "🤖", "rocket": "🚀", "rotating_light": "🚨",
    "skull": "💀", "snowflake": "❄️", "sos": "🆘", "speaker": "🔈", "star": "⭐", "stopwatch": "⏱️",
    "sunny": "☀️", "tada": "🎉", "thermometer": "🌡️", "triangular_flag_on_post": "🚩",
    "unlock": "🔓", "umbrella": "☔", "warning": "⚠️", "wastebasket": "🗑️", "wave": "👋",
    "white_check_mark": "✅", "wrench": "🔧", "x": "❌", "yellow_circle": "🟡", "zap": "⚡", "zzz": "💤",
  ]
}
