/// The systems that the details of notifications are for, in flutter_local_notifications:
/// `NotificationDetails(iOS: darwin, macOS: DarwinNotificationDetails(…))`.
struct DartSystems {
  private let tokens: SourceTokens
  /// By the names of variables: the places where they are given to a system.
  private var uses: [String: [(index: Int, system: SoundReference.AppleSystem)]] = [:]
  /// The uses of one name that are remembered: a crafted file may have a million.
  private static let limit = 32

  init(_ tokens: SourceTokens) {
    self.tokens = tokens
    guard tokens.language == .dart else { return }
    for index in tokens.tokens.indices {
      guard let system = system(labelled: index), let name = tokens.word(index + 2),
        uses[name, default: []].count < Self.limit
      else { continue }
      uses[name, default: []].append((index, system))
    }
  }

  /// The systems of the details around a member of theirs; none if they are not told apart.
  func systems(around index: Int) -> Set<SoundReference.AppleSystem> {
    guard let bracket = tokens.enclosing(index).first, let callee = tokens.word(bracket - 1) else {
      return []
    }
    switch callee {
    case "IOSNotificationDetails": return [.iOS]
    case "MacOSNotificationDetails": return [.macOS]
    case "DarwinNotificationDetails": return systems(ofCall: bracket - 1)
    default: return []
    }
  }

  private func systems(ofCall callee: Int) -> Set<SoundReference.AppleSystem> {
    let before = tokens.isWord(callee - 1, "const") ? callee - 2 : callee - 1
    if let system = system(labelled: before - 1) { return [system] }
    guard tokens.isMark(before, "="), let name = tokens.word(before - 1) else { return [] }
    // Where the variable is known: to the end of the block that declares it.
    let scope = Int(tokens.tokens[callee].parent)
    let end = scope >= 0 ? Int(tokens.tokens[scope].partner) : tokens.tokens.count
    return Set((uses[name] ?? []).filter { scope < $0.index && $0.index < end }.map(\.system))
  }

  /// The system whose argument is labelled by the word at `index`.
  private func system(labelled index: Int) -> SoundReference.AppleSystem? {
    guard tokens.isMark(index + 1, ":") else { return nil }
    if tokens.isWord(index, "iOS") { return .iOS }
    return tokens.isWord(index, "macOS") ? .macOS : nil
  }
}
