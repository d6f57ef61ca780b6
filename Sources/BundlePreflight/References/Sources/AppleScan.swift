/// What Swift and Objective-C share.
protocol AppleScan {
  var tokens: SourceTokens { get }
  var values: SoundValues { get }
}

extension AppleScan {
  /// `UILocalNotification.soundName`, and CallKit's `ringtoneSound`. macOS's `NSUserNotification`
  /// also plays the system's sounds.
  func lookAtMember(_ word: String, _ index: Int, _ hits: inout ReferenceHits) {
    guard word == "soundName" || word == "ringtoneSound", tokens.isMark(index - 1, "."),
      tokens.isMark(index + 1, "=")
    else { return }
    take(
      index + 2, &hits, isCertain: word == "soundName" && tokens.mentions.localNotification)
  }

  func take(_ index: Int, _ hits: inout ReferenceHits, isCertain: Bool = true) {
    guard hits.mayLook() else { return }
    hits.ask(for: values.value(at: index), .appleSource, on: .apple, isCertain: isCertain)
    guard isCertain, let name = values.rawValues.name(at: index) else { return }
    hits.use(
      constant: name.type, "rawValue", .appleSource, on: .apple, before: name.before,
      after: name.after)
  }
}
