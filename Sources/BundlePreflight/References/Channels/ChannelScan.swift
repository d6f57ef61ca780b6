/// Finds in one source the channels of Android's notifications: those that it creates, and those
/// that its notifications and pushes name.
struct ChannelScan {
  let tokens: SourceTokens
  let values: SoundValues
  private let sinks: SinkScan
  let setters: SoundSetters
  let given: GivenSounds
  private let callers: CallingFunctions

  init(_ sinks: SinkScan) {
    self.sinks = sinks
    (tokens, values) = (sinks.tokens, sinks.values)
    setters = SoundSetters(tokens)
    given = GivenSounds(values)
    callers = CallingFunctions(values)
  }

  func run(_ hits: inout ReferenceHits) {
    for index in tokens.tokens.indices {
      let token = tokens.tokens[index]
      guard token.kind != .mark, (7...36).contains(token.end - token.start),
        let word = tokens.word(index) ?? tokens.string(index)
      else { continue }
      switch tokens.language {
      case .kotlin, .java: lookAtAndroid(word, index, &hits)
      case .dart: lookAtDart(word, index, &hits)
      case .javaScript: lookAtJavaScript(word, index, &hits)
      case .cSharp: lookAtCSharp(word, index, &hits)
      case .swift, .objectiveC: return
      }
    }
  }

  /// The first argument of the call whose name is at `index`.
  func argument(after index: Int) -> Int? {
    tokens.isMark(index + 1, "(") && index + 2 < tokens.tokens.count ? index + 2 : nil
  }

  // MARK: Dart

  private func lookAtDart(_ word: String, _ index: Int, _ hits: inout ReferenceHits) {
    switch word {
    case "AndroidNotificationChannel":
      guard let first = argument(after: index), !isDeclaration(first), !isUnused(index) else {
        return
      }
      take(named("id", in: first) ?? unlabelled(first), .made, dartSound(first), &hits)
    case "AndroidNotificationDetails":
      guard let first = argument(after: index), !isDeclaration(first) else { return }
      let value = named("channelId", in: first) ?? unlabelled(first)
      let channel = identifier(ofChannelAt: value) ?? value
      take(channel, at: Int(tokens.tokens[value].start), .shown, dartSound(first), &hits)
    case "NotificationChannel":
      guard let first = argument(after: index), let key = named("channelKey", in: first) else {
        return
      }
      take(key, .made, .unknown, &hits)
    case "channelKey":
      // A notification of awesome_notifications.
      guard tokens.isMark(index + 1, ":"), let bracket = tokens.enclosing(index).first,
        tokens.isWord(bracket - 1, "NotificationContent")
      else { return }
      take(index + 2, .posted, .unknown, &hits)
    case "channelId", "channel_id", "android_channel_id":
      lookAtPush(word, index, &hits)
    default: break
    }
  }

  /// `AndroidNotificationChannel(this.id, …)` declares the initializer of a class.
  private func isDeclaration(_ first: Int) -> Bool {
    tokens.isWord(first, "this") || tokens.isMark(first, "{") || tokens.isMark(first, ")")
      || tokens.word(first) != nil && tokens.word(first + 1) != nil
  }

  /// The first argument without a label, which may stand after others; `first` where there is none.
  private func unlabelled(_ first: Int) -> Int {
    tokens.parts(of: first - 1).map(\.lowerBound).first { !tokens.isMark($0 + 1, ":") } ?? first
  }

  /// Whether the channel of the call at `index` stands in a variable that the block never uses.
  private func isUnused(_ index: Int) -> Bool {
    let start = ["const", "new"].contains(tokens.word(index - 1)) ? index - 1 : index
    guard tokens.isMark(start - 1, "="), let name = tokens.word(start - 2),
      !tokens.isMark(start - 3, "."), tokens.word(start - 3) != nil,
      let block = tokens.enclosing(index).first, tokens.isMark(block, "{"),
      values.outline.typeOfBracket[block] == nil
    else { return false }
    let rest = index..<max(index, Int(tokens.tokens[block].partner))
    return rest.count <= Self.blockLimit && !rest.contains { tokens.isWord($0, name) }
  }

  /// The maximum number of tokens in which a variable's use is sought: a crafted block may have a
  /// million, and as many variables.
  private static let blockLimit = 4096

  /// The identifier of the channel in a variable: `channel.id`, after
  /// `channel = AndroidNotificationChannel('bells', …)`.
  private func identifier(ofChannelAt index: Int) -> Int? {
    guard tokens.isMark(index + 1, "."), tokens.isWord(index + 2, "id"),
      SoundValues.ends(index + 3, tokens) || tokens.isWord(index + 4, "toString"),
      let place = values.declared(at: index, inChain: true)
    else { return nil }
    let maker = ["const", "new"].contains(tokens.word(place)) ? place + 1 : place
    guard tokens.isWord(maker, "AndroidNotificationChannel"), let first = argument(after: maker)
    else { return nil }
    return named("id", in: first) ?? first
  }

  private func named(_ name: String, in first: Int) -> Int? {
    tokens.member(name, besides: first)
  }

  private func dartSound(_ first: Int) -> ChannelUse.Sound {
    if let plays = named("playSound", in: first), !tokens.isWord(plays, "true") {
      let isOff = tokens.isWord(plays, "false") && SoundValues.ends(plays + 1, tokens)
      let sound = named("sound", in: first)
      return isOff && sound.map { !tokens.isWord($0, "null") } == true ? .muted : .unknown
    }
    guard let at = named("sound", in: first) else { return .standard }
    return rawResource(at: at) ?? rawResource(assignedTo: at) ?? rawResource(within: at) ?? .unknown
  }

  private func rawResource(at index: Int) -> ChannelUse.Sound? {
    let at = ["const", "new"].contains(tokens.word(index)) ? index + 1 : index
    guard isResource(at), tokens.isMark(at + 1, "(") else { return nil }
    let sound = tokens.isWord(at, Self.rawResource) ? sound(at: at + 2) : address(at: at + 2)
    return sound == .unknown ? .computed : sound
  }

  /// The sound of an address: a raw resource's name, or another provider's address as it stands.
  private func address(at index: Int) -> ChannelUse.Sound {
    guard let name = values.value(at: index).only, name.text.contains("://"), !name.isAny
    else { return isParameter(index) ? .given : .unknown }
    return .named(ResourceAddress(name.text)?.name ?? name.text)
  }

  private func isResource(_ index: Int) -> Bool {
    tokens.isWord(index, Self.rawResource) || tokens.isWord(index, "UriAndroidNotificationSound")
  }

  private static let rawResource = "RawResourceAndroidNotificationSound"

  /// The resource of `final sound = RawResourceAndroidNotificationSound('bell')`, in the innermost
  /// block around the variable's use that declares it.
  private func rawResource(assignedTo index: Int) -> ChannelUse.Sound? {
    values.declared(at: index).flatMap(rawResource(at:))
  }

  /// A resource that a condition chooses: `loud ? const RawResourceAndroidNotificationSound('bell') : null`.
  private func rawResource(within start: Int) -> ChannelUse.Sound? {
    var at = start
    for _ in 0..<48 where tokens.tokens.indices.contains(at) {
      if tokens.isMark(at, ",") || tokens.isMark(at, ")") { return nil }
      if at > start, isResource(at) { return .computed }
      at = tokens.after(at)
    }
    return nil
  }

  func sound(at index: Int) -> ChannelUse.Sound {
    let value = values.value(at: index)
    if let name = value.only, ReferenceHits.isName(name.text), !name.isAny {
      return .named(name.text.fileStem)
    }
    if tokens.language == .javaScript, tokens.string(index) == "default" { return .standard }
    // One of several names, of whatever platform, is given as a parameter is.
    let names = value.names.filter { $0.platform == nil && ReferenceHits.isName($0.text) }
    return isParameter(index) || Set(names.map(\.text.fileStem)).count > 1 ? .given : .unknown
  }

  /// Whether the expression at `index` is a parameter, or a member of one, and no condition on it.
  private func isParameter(_ index: Int) -> Bool {
    values.isGiven(index)
      && SoundValues.ends(tokens.lastOfChain(index, within: 12) + 1, tokens)
  }

  // MARK: JavaScript

  private func lookAtJavaScript(_ word: String, _ index: Int, _ hits: inout ReferenceHits) {
    switch word {
    case "AndroidChannel", "ChannelObject": lookAtDescription(index, &hits)
    case "Channel", "setChannelId": lookAtBuilt(word, index, &hits)
    case "channelId", "channel_id", "android_channel_id", "androidChannelId":
      lookAtPush(word, index, &hits)
    default:
      guard let sink = sinks.rows.calls[word]?.first(where: { $0.kind == .made }) else { return }
      guard sink.arguments == [.place(0)] else { return lookAtMaker(index, &hits) }
      guard let first = argument(after: index) else { return }
      let options = tokens.next(argumentAfter: first)
      take(first, .made, options.map { sound(in: $0 + 1) } ?? .unknown, &hits)
    }
  }

  /// `createChannel({ id: 'bells', sound: 'bell' })`, or with a variable; one of which this source
  /// shows nothing is computed, unless another source describes it.
  private func lookAtMaker(_ index: Int, _ hits: inout ReferenceHits) {
    lookAtDefault(index, &hits)
    guard tokens.isMark(index + 1, "("), !tokens.isWord(index - 1, "function"),
      !takeChannels(in: index + 1, &hits)
    else { return }
    let name = tokens.isMark(index + 3, ")") ? tokens.word(index + 2) : nil
    if name != nil, let place = values.declared(at: index + 2),
      tokens.isMark(place, "{") || tokens.isMark(place, "["), takeChannels(in: place, &hits)
    {
      return
    }
    hits.note(ComputedChannel(variable: name ?? ""))
  }

  /// `const bells: AndroidChannel = { id: 'bells' }`, also a list of them.
  private func lookAtDescription(_ index: Int, _ hits: inout ReferenceHits) {
    guard tokens.isMark(index - 1, ":"), let name = tokens.word(index - 2) else { return }
    let isList = tokens.isMark(index + 1, "[") && tokens.isMark(index + 2, "]")
    let value = isList ? index + 4 : index + 2
    guard tokens.isMark(value - 1, "="), takeChannels(in: value, &hits) else { return }
    hits.note(channelObject: name)
  }

  /// Takes the channels of the objects in a bracket; false if there are none.
  private func takeChannels(in bracket: Int, _ hits: inout ReferenceHits) -> Bool {
    guard tokens.tokens.indices.contains(bracket), tokens.tokens[bracket].partner > bracket else {
      return false
    }
    var count = 0
    for at in (bracket + 1..<Int(tokens.tokens[bracket].partner)).prefix(1024) {
      guard tokens.isMark(at + 1, ":"), ["{", ","].contains(where: { tokens.isMark(at - 1, $0) }),
        let key = tokens.word(at) ?? tokens.string(at), key == "id" || key == "channelId"
      else { continue }
      take(at + 2, .made, sound(in: at), &hits)
      count += 1
    }
    return count > 0
  }

  /// The sound in the object around the token at `index`.
  private func sound(in index: Int) -> ChannelUse.Sound {
    guard tokens.tokens.indices.contains(index), let bracket = tokens.enclosing(index).first,
      tokens.isMark(bracket, "{")
    else { return .unknown }
    if let member = Self.soundKeys.lazy.compactMap({ tokens.member($0, besides: index) }).first {
      return sound(at: member)
    }
    let isRead =
      Self.soundKeys.contains { tokens.hasMember($0, besides: index) }
      || tokens.spreads(in: bracket)
    return isRead ? .unknown : .standard
  }

  private static let soundKeys = ["sound", "soundName"]

  // MARK: Pushes

  /// `android: { notification: { channelId: 'bells' } }` of FCM, `{ to, title, channelId }` of
  /// Expo, and the app's own notifications in the form of notifee.
  private func lookAtPush(_ word: String, _ index: Int, _ hits: inout ReferenceHits) {
    guard let value = tokens.valueOfMember(index), hits.mayLook() else { return }
    let path = MemberPath(of: index, tokens)
    // Also `androidConfig = { notification: {…} }`.
    let isFirebase =
      path.keys.first == "notification"
      && path.keys.dropFirst().first?.lowercased().hasPrefix("android") == true
      || word == "android_channel_id" && path.keys.first == "notification"
    let isExpo =
      tokens.mentions.expo && path.hasSibling(["to"]) && path.hasSibling(["title", "body"])
    if isFirebase || isExpo {
      take(value, .pushed, isFirebase ? sound(in: index) : .unknown, &hits)
    } else if let role = role(ofNotification: path) {
      // What has no sound asks for none, so it does not contradict its channel.
      let sound = sound(in: index)
      take(value, role, sound == .standard ? .unknown : sound, &hits)
    }
  }

  /// The use that a notification of the app itself makes of its channel; nil if it is none, or names
  /// its channel elsewhere.
  private func role(ofNotification path: MemberPath) -> ChannelUse.Role? {
    if let sink = sinks.sink(around: path, where: { [.posted, .required].contains($0.kind) }) {
      return sink.role
    }
    // In a list that is scheduled later: `list.push({ id, title, channelId: 'bells' })`.
    return path.isCapacitorNotification ? .posted : nil
  }

  /// Takes a use of the channel whose identifier starts with a token.
  /// - Parameter place: where the use is told, if not there.
  func take(
    _ value: Int, at place: Int? = nil, _ role: ChannelUse.Role, _ sound: ChannelUse.Sound,
    _ hits: inout ReferenceHits
  ) {
    guard tokens.tokens.indices.contains(value) else { return }
    let channel = OpenChannel(
      role: role, sound: sound, callers: role == .made ? callers.names(around: value) : [],
      place: place ?? Int(tokens.tokens[value].start), constant: constant(at: value))
    let (found, isComplete) = values.identifiers(at: value)
    guard isComplete else {
      return hits.note(OpenAsk(index: value, target: .channel(channel)))
    }
    let uses = channel.uses(found, isFixed: true)
    for text in uses.identifiers {
      hits.note(
        channel: text.text, role, uses.sound, callers: channel.callers,
        at: uses.isOne ? channel.place : text.offset)
    }
    for computed in channel.computed(found) { hits.note(computed) }
  }

  /// The constant of a type that the expression at a token is, also in a variable:
  /// `Channels.BELLS`, `val id = Channels.BELLS`.
  private func constant(at index: Int) -> String? {
    let start = values.declared(at: index) ?? index
    guard tokens.word(start) != nil else { return nil }
    let last = tokens.lastOfChain(start, within: 12)
    guard last > start, SoundValues.ends(last + 1, tokens), let name = tokens.word(last),
      let type = tokens.word(last - 2), type.first?.isUppercase == true
    else { return nil }
    return type + "." + name
  }
}
