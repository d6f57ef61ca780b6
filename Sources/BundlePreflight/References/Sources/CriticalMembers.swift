/// Members of JavaScript's objects that make a notification critical on Apple's devices:
/// `ios: { critical: true }` of notifee, `sound: { critical: 1 }` of a payload,
/// `interruptionLevel: 'critical'`.
struct CriticalMembers {
  let sinks: SinkScan
  private var tokens: SourceTokens { sinks.tokens }

  static let names: Set<String> = [
    "critical", "isCritical", "interruptionLevel", "interruption-level",
  ]

  /// Looks at the member `name` at `index`, before its colon.
  func look(at index: Int, _ name: String, _ hits: inout ReferenceHits) {
    guard tokens.language == .javaScript, isOn(index + 2, name) else { return }
    let path = sinks.path(of: index)
    let isPayload = path.keys.starts(with: name == "critical" ? ["sound", "aps"] : ["aps"])
    guard isPayload || isNotification(path, name) else { return }
    hits.note(.critical, at: Int(tokens.tokens[index].start))
  }

  /// Notes the sound that expo-notifications plays as a critical one.
  func look(atSound value: EvaluatedTexts, at index: Int, _ hits: inout ReferenceHits) {
    guard tokens.language == .javaScript, value.only?.text == "defaultCritical" else {
      return
    }
    hits.note(.critical, at: Int(tokens.tokens[index].start))
  }

  private func isOn(_ value: Int, _ name: String) -> Bool {
    name.hasPrefix("interruption")
      ? tokens.string(value) == "critical"
      : tokens.isWord(value, "true") || tokens.isWord(value, "1")
  }

  /// Whether the member belongs to a notification of the app itself.
  private func isNotification(_ path: MemberPath, _ name: String) -> Bool {
    guard !path.keys.contains("android"),
      let sink = sinks.sink(around: path, where: { $0.kind == .sound }), sink.platform != .android
    else { return false }
    // notifee reads the members of `ios` alone.
    return name != "critical" || path.keys.first == "ios"
  }
}
