import AlertSounds

/// Capacitor's channels.
extension ChannelScan {
  /// Capacitor has no word for the default sound of a channel: it takes any text for the name of a raw
  /// resource (`NotificationChannelManager` of its plug-ins), and no resource can be called `default`.
  func lookAtDefault(_ index: Int, _ hits: inout ReferenceHits) {
    guard tokens.mentions.capacitor, tokens.isMark(index - 1, "."),
      ["LocalNotifications", "PushNotifications"].contains(tokens.word(index - 2)),
      tokens.isMark(index + 1, "("), tokens.isMark(index + 2, "{"),
      let sound = tokens.member("sound", besides: index + 3), tokens.string(sound) == "default"
    else { return }
    hits.complain(
      .androidChannel,
      "Capacitor looks for a raw resource 'default', which no app can have: the channel is silent",
      fix: "leave sound out, under a new channel id: the channel has the default one then",
      at: Int(tokens.tokens[sound].start))
  }
}
