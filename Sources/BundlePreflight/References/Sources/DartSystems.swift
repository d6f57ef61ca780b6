extension SinkScan {
  /// The systems that the details of a notification are for around a member of theirs, in
  /// flutter_local_notifications: `NotificationDetails(iOS: darwin, macOS: DarwinNotificationDetails(…))`.
  /// Empty if the code does not distinguish them.
  func systems(around index: Int) -> Set<SoundReference.AppleSystem> {
    guard let bracket = tokens.enclosing(index).first else { return [] }
    switch tokens.word(bracket - 1) {
    case "IOSNotificationDetails": return [.iOS]
    case "MacOSNotificationDetails": return [.macOS]
    case "DarwinNotificationDetails":
      let details = MadeThing(bracket - 1, bracket, values.unit)
      return Set(([details.start] + details.uses).compactMap(system))
    default: return []
    }
  }

  /// The system with which a value is labelled.
  private func system(_ value: Int) -> SoundReference.AppleSystem? {
    guard tokens.isMark(value - 1, ":") else { return nil }
    switch tokens.word(value - 2) {
    case "iOS": return .iOS
    case "macOS": return .macOS
    default: return nil
    }
  }
}
