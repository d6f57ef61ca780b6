/// React Native Firebase's first calls, which build channels and notifications setter by setter:
/// `new firebase.notifications.Notification().android.setChannelId('bells')`.
extension ChannelScan {
  func lookAtBuilt(_ word: String, _ index: Int, _ hits: inout ReferenceHits) {
    guard tokens.mentions.builtNotifications, let first = argument(after: index) else { return }
    if word == "setChannelId", tokens.isMark(index - 1, ".") {
      take(first, .required, .unknown, &hits)
    } else if word == "Channel", tokens.isWord(index - 2, "Android") {
      take(first, .made, soundBuilt(after: Int(tokens.tokens[index + 1].partner)), &hits)
    }
  }

  /// The sound that one of the setters after a call is given; a later one is not seen.
  private func soundBuilt(after end: Int) -> ChannelUse.Sound {
    var last = end
    for _ in 0..<16 where last >= 0 && tokens.isMark(last + 1, ".") && tokens.isMark(last + 3, "(")
    {
      if tokens.isWord(last + 2, "setSound") { return sound(at: last + 4) }
      last = tokens.after(last + 3) - 1
    }
    return .unknown
  }
}
