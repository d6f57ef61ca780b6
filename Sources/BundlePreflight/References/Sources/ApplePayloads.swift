/// The payloads for Apple's devices in a source of JavaScript.
enum ApplePayloads {
  /// The maximum number of places that are looked at; a crafted source may have more.
  private static let limit = 256

  /// Whether a source sends messages to Apple's devices alone. Then its messages to Android alone are
  /// intended. A message that has a notification for Android, too, does not count.
  static func standAlone(in unit: SourceUnit) -> Bool {
    let tokens = unit.tokens
    guard tokens.mentions.applePayloads, tokens.language == .javaScript else { return false }
    var count = 0
    return tokens.tokens.indices.contains { index in
      guard (3...6).contains(tokens.tokens[index].end - tokens.tokens[index].start),
        let name = tokens.word(index) ?? tokens.string(index), name == "apns" || name == "aps"
      else { return false }
      count += 1
      // Too many to look at, or no member of an object: what it is for is not known.
      guard count <= limit, tokens.isMark(index + 1, ":") else { return true }
      return name == "apns"
        ? !hasNotificationForAndroid(besides: index, unit)
        : !MemberPath(of: index, unit).keys.contains("apns")
    }
  }

  private static func hasNotificationForAndroid(besides index: Int, _ unit: SourceUnit) -> Bool {
    guard let object = unit.tokens.enclosing(index).first else { return false }
    return unit.elements(in: object).contains { element in
      guard element.label == "android", case .bracket(let android) = element.value else {
        return false
      }
      return unit.has(["notification"], in: android)
    }
  }
}
