/// Decides from its surroundings whether a member `sound` belongs to a notification.
struct SoundMember {
  enum Judgement {
    case certain(SoundBundle.Platform?)
    case doubtful(SoundBundle.Platform?)
    /// Certainly not a notification's sound.
    case foreign
  }

  let path: MemberPath
  /// The sinks of the member itself.
  let places: [SinkScan.Place]
  let sinks: SinkScan
  private var tokens: SourceTokens { sinks.tokens }

  var judgement: Judgement {
    if let literal = places.first(where: { $0.sink.kind == .sound }) {
      return .certain(literal.sink.platform)
    }
    if let sink = sinks.sink(around: path, where: { $0.kind == .sound }) {
      return .certain(platform ?? sink.platform)
    }
    if let call = path.calls.first?.last, sinks.rows.calls[call]?.first?.kind == .foreign {
      return .foreign
    }
    if let type = path.type, let sink = sinks.rows.types[type]?.first {
      return .certain(platform ?? sink.platform)
    }
    if path.keys.first == "notification", isAddressed || tokens.mentions.addressedCalls {
      return .certain(nil)
    }
    if path.isExpoMessage { return .certain(.apple) }
    if tokens.mentions.channels, path.hasSibling("channelId") {
      return .certain(platform ?? (path.isCapacitorNotification ? nil : .android))
    }
    return .doubtful(platform)
  }

  /// The platform whose member contains this one.
  private var platform: SoundBundle.Platform? {
    for key in path.keys {
      switch key {
      case "ios", "iOS", "apns", "apple", "darwin": return .apple
      case "android": return .android
      default: continue
      }
    }
    return nil
  }

  /// Whether a message of Firebase's legacy interface is around `notification`.
  private var isAddressed: Bool {
    guard let bracket = path.bracket else { return false }
    return MemberPath(of: bracket, sinks.values.unit).hasSibling(
      "to", "token", "tokens", "topic", "condition", "registration_ids")
  }
}

extension SinkScan {
  /// Members of a notification for the app that gets it, or for its looks: what stands in them is not
  /// the library's.
  private static let ownMembers: Set<String> = [
    "attachments", "data", "extra", "extras", "payload", "style", "userInfo",
  ]

  /// The sink that the innermost known call of `path` is.
  func sink(around path: MemberPath, where isSought: (Sink) -> Bool) -> Sink? {
    guard path.members.isDisjoint(with: Self.ownMembers) else { return nil }
    for call in path.calls {
      let sink = rows.calls[call.last ?? ""]?.first { sink in
        isSought(sink) && sink.arguments[0] != .assigned && sink.arguments[0] != .place(0)
          && (!sink.isCommon || isOfNotifications(call.dropLast()))
      }
      if let sink { return sink }
    }
    return nil
  }

  /// Whether the object with a call of a common name is that of a library of notifications:
  /// `PushNotification`, `firebase.notifications().android`, `cordova.plugins.notification.local`. A
  /// call without an object, and one of `this`, is that of a wrapper.
  private func isOfNotifications(_ owners: ArraySlice<String>) -> Bool {
    let owners = owners.map { $0.lowercased() }
    guard let last = owners.last, last != "this" else { return true }
    return owners.contains { owner in
      owner.contains("notif") || owner.contains("push") || owner == "android"
    }
  }
}
