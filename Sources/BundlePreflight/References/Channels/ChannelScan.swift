import AlertSounds

/// Finds in one source the channels of Android's notifications: those that it makes, and those
/// that its notifications and pushes name.
struct ChannelScan {
  private let sinks: SinkScan
  private let values: SoundValues
  private let callers: CallingFunctions
  private let called = Memo<String, Bool>()
  private var tokens: SourceTokens { values.tokens }

  init(_ sinks: SinkScan) {
    self.sinks = sinks
    values = sinks.values
    callers = CallingFunctions(values)
  }

  /// Whether any channel gets a sound: `setSound(uri, attributes)`.
  private var setsSounds: Bool { isCalled("setSound", withSeveral: true) }
  /// Whether any notification is given a channel: a source may build those for Android before 8, which
  /// has no channels, apart.
  private var namesChannels: Bool {
    isCalled("setChannelId") || isCalled("setChannel") || isCalled("Builder", withSeveral: true)
  }

  /// - Parameter isWithSeveral: whether the call must have several arguments.
  private func isCalled(_ name: String, withSeveral isWithSeveral: Bool = false) -> Bool {
    called.value(for: name) {
      values.outline.calls[name]?.contains { !isWithSeveral || tokens.parts(of: $0).count > 1 }
        == true
    }
  }

  /// Looks at a token with its name and the sinks there.
  func look(
    at index: Int, _ name: String, _ places: [SinkScan.Place], _ hits: inout ReferenceHits
  ) {
    if let place = places.first(where: { $0.sink.role != nil && $0.sink.role != .pushed }) {
      if hits.mayLook() { take(place, &hits) }
    } else if sinks.rows.channels.contains(name),
      let value = tokens.valueOfMember(index), hits.mayLook()
    {
      let isPushed = places.contains { $0.sink.role == .pushed }
      lookAtMember(index, value, isPushed, &hits)
    }
  }

  /// `channelId` of a push by Firebase or Expo, or of a notification of the app itself.
  private func lookAtMember(
    _ index: Int, _ value: Int, _ isPushed: Bool, _ hits: inout ReferenceHits
  ) {
    let path = sinks.path(of: index)
    var sound = ChannelUse.Sound.unknown
    if let bracket = path.bracket { sound = ChannelSound(values).sound(in: [bracket]).sound }
    if isPushed {
      take(value, .pushed, sound, &hits)
    } else if path.isExpoMessage {
      take(value, .pushed, .unknown, &hits)
    } else if let role = role(ofNotification: path) {
      // What has no sound asks for none, so it does not contradict its channel.
      take(value, role, sound == .standard ? .unknown : sound, &hits)
    }
  }

  /// The use that a notification of the app itself makes of its channel; nil if it is none, or names
  /// its channel elsewhere.
  private func role(ofNotification path: MemberPath) -> ChannelUse.Role? {
    sinks.sink(around: path) { [.posted, .required].contains($0.kind) }?.role
      // In a list that is scheduled later: `list.push({ id, title, channelId: 'bells' })`.
      ?? (path.isCapacitorNotification ? .posted : nil)
  }

  private func take(_ place: SinkScan.Place, _ hits: inout ReferenceHits) {
    guard let role = place.sink.role else { return }
    let members = Set(place.sink.arguments.compactMap(\.member))
    guard members.isEmpty else { return take(members, of: place, role, &hits) }
    guard let list = sinks.initializer(of: place.index) ?? sinks.list(of: place.index) else {
      return
    }
    let made = MadeThing(place.index, list, values.unit)
    guard place.value > place.index else {
      if !namesChannels { hits.note(channel: "", .bare, .unknown, at: start(place.index)) }
      return
    }
    if tokens.language == .dart, made.isUnused { return }
    take(place.value, role, sound(of: place, role, list, made, &hits), &hits)
  }

  private func start(_ index: Int) -> Int { Int(tokens.tokens[index].start) }

  /// The sound beside a channel's identifier, or that its maker is given by a setter.
  private func sound(
    of place: SinkScan.Place, _ role: ChannelUse.Role, _ list: Int, _ made: MadeThing,
    _ hits: inout ReferenceHits
  ) -> ChannelUse.Sound {
    let reader = ChannelSound(values)
    if tokens.language == .javaScript, place.sink.owner == nil {
      // `setNotificationChannelAsync('bells', { sound: 'bell' })`
      guard let options = tokens.parts(of: list).dropFirst().first,
        case .bracket(let bracket)? = values.only(at: options.lowerBound)
      else { return .unknown }
      return sound(in: [bracket], reader, &hits)
    }
    guard let setter = made.setting(of: "setSound") else {
      guard tokens.language == .kotlin || tokens.language == .java else {
        return sound(in: [list], reader, &hits)
      }
      return role == .made && (!setsSounds || made.isWhole) ? .standard : .unknown
    }
    if role == .made, !reader.isNothing(setter.value) {
      complainOfImportance(in: [list], nil, &hits)
      complainOfNumber(setter.value, &hits)
      if made.isHandedOver(before: setter), values.outline.calls["deleteNotificationChannel"] == nil
      {
        hits.complain(
          .androidChannelSound,
          "setSound after createNotificationChannel has no effect: Android keeps the sound with which "
            + "the channel was created",
          fix: "set the sound before, under a new channel id", at: start(setter.start))
        return .unknown
      }
    }
    if role == .made, values.differs(at: setter.value) { return .given }
    let condition = made.condition(of: setter)
    guard condition == .none || role != .made && condition == .other else { return .unknown }
    return reader.sound(at: setter.value)
  }

  private func sound(
    in brackets: [Int], _ reader: ChannelSound, _ hits: inout ReferenceHits
  ) -> ChannelUse.Sound {
    let found = reader.sound(in: brackets)
    if case .named(let name) = found.sound { complainOfImportance(in: brackets, name, &hits) }
    return found.sound
  }

  /// `createChannel({ id: 'bells', sound: 'bell' })`, also with variables and lists of such objects;
  /// C#'s `new NotificationRequest { Sound = "bell", Android = { ChannelId = "bells" } }`.
  private func take(
    _ members: Set<String>, of place: SinkScan.Place, _ role: ChannelUse.Role,
    _ hits: inout ReferenceHits
  ) {
    let reader = ChannelSound(values)
    let objects = values.evaluator.objects(with: members, at: place.value, in: values.unit)
    if objects.isEmpty {
      let channel = OpenChannel(
        role: role, sound: .unknown, callers: callers(role, place.value), place: start(place.value),
        constant: nil, members: members)
      hits.note(OpenAsk(index: place.value, target: .channel(channel)))
    }
    for (unit, bracket) in objects {
      guard
        let value = unit.elements(in: bracket).first(where: { members.contains($0.label ?? "") })
      else { continue }
      var sound = sound(in: [bracket], reader, &hits)
      if role == .shown {
        let request = MadeThing(place.index, place.value, unit)
        let own = reader.sound(in: [place.value])
        let later = request.setting(of: "Sound").map { reader.sound(at: $0.value) }
        sound = own.isGiven ? own.sound : later ?? .unknown
      }
      if place.sink.library == "Capacitor" { complainOfDefault(bracket, &hits) }
      take(value.range.lowerBound, role, sound, &hits)
    }
  }

  /// Capacitor has no word for the default sound of a channel: it takes any text for the name of a raw
  /// resource (`NotificationChannelManager` of its plug-ins), and no resource can be called `default`.
  private func complainOfDefault(_ bracket: Int, _ hits: inout ReferenceHits) {
    for element in values.unit.elements(in: bracket) where element.label == "sound" {
      guard case .text("default", let index) = element.value else { continue }
      hits.complain(
        .androidChannel,
        "Capacitor looks for a raw resource 'default', which no app can have: the channel is silent",
        fix: "leave sound out, under a new channel id: the channel has the default one then",
        at: start(index))
    }
  }

  /// `IMPORTANCE_LOW` or `importance: Importance.low` where a channel gets a sound: it never plays.
  private func complainOfImportance(
    in brackets: [Int], _ name: String?, _ hits: inout ReferenceHits
  ) {
    let prefix = "importance_"
    for element in brackets.flatMap(values.unit.elements) {
      guard case .member(_, let word, let index) = element.value,
        element.label?.lowercased() == "importance"
          || element.label == nil && word.lowercased().hasPrefix(prefix)
      else { continue }
      let level = word.lowercased()
      guard ["low", "min", "none"].contains(level.dropFirst(level.hasPrefix(prefix) ? 11 : 0))
      else { continue }
      hits.complain(
        .androidChannel,
        "a channel of the importance \(printed(word)) is silent: "
          + (name.map(printed) ?? "the sound that it is given") + " never plays",
        fix: "give it the default importance or a higher one, under a new channel id",
        at: start(index))
    }
  }

  /// `android.resource://PACKAGE/` and `R.raw.bell`: the number of a resource.
  private func complainOfNumber(_ value: Int, _ hits: inout ReferenceHits) {
    for text in values.resources(at: value).texts
    where text.isCompiled && text.text.hasPrefix("android.resource:") {
      let name = text.resource ?? ""
      hits.complain(
        .androidChannelSound,
        "the number of R.raw.\(name) may change with each build, and the channel keeps the old one: "
          + "after an update another sound plays, or none",
        fix:
          "name it by text, android.resource://PACKAGE/raw/\(name), under a new channel id",
        at: text.offset)
    }
  }

  private func callers(_ role: ChannelUse.Role, _ index: Int) -> Set<String> {
    role == .made ? callers.names(around: index) : []
  }

  /// Takes a use of the channel whose identifier starts with a token.
  private func take(
    _ value: Int, _ role: ChannelUse.Role, _ sound: ChannelUse.Sound, _ hits: inout ReferenceHits
  ) {
    let channel = OpenChannel(
      role: role, sound: sound, callers: callers(role, value), place: start(value),
      constant: values.constant(at: value))
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
}
