import AlertSounds

/// The results of a scan, with offsets in its text.
struct ReferenceHits {
  private struct Complaint {
    let rule: Rule
    let message: String
    let fix: Fix?
    let isCertain: Bool
  }

  /// The maximum number of results of each kind in one file; a crafted file may have a million.
  private static let limit = 1000

  /// The maximum number of places that are examined in one file; each costs some microseconds.
  private static let lookLimit = 4_000

  private var lookCount = 0
  /// Whether no more places are examined.
  var isFull: Bool { lookCount > Self.lookLimit }
  /// A literal may be asked for on each platform: a second one has its own place.
  private struct Place: Hashable {
    let offset: Int
    var second: SoundBundle.Platform?
  }

  private var hits: [Place: SoundReference] = [:]
  private var complaints: [(offset: Int, item: Complaint)] = []
  private var channels: [(offset: Int, item: ChannelUse)] = []
  private var concerns: [Int: SoundConcern.Kind] = [:]
  private var open: [Int: OpenAsk] = [:]
  private var unfollowed: Set<Int> = []
  /// Whether the file asks for an alert sound whose name is computed.
  private(set) var asksForComputed = false

  /// Whether no reference was found so far.
  var isEmpty: Bool { hits.isEmpty }

  mutating func noteComputed() { asksForComputed = true }

  /// The channels whose identifiers are computed.
  private(set) var computedChannels: Set<ComputedChannel> = []

  mutating func note(_ channel: ComputedChannel) {
    if computedChannels.count < Self.limit { computedChannels.insert(channel) }
  }

  mutating func note(_ ask: OpenAsk) {
    if open.count < Self.limit { open[ask.index] = ask }
  }

  mutating func note(_ concern: SoundConcern.Kind, at offset: Int) {
    guard concerns.count < Self.limit else { return }
    concerns[offset] = concern
  }

  mutating func note(
    channel identifier: String, _ role: ChannelUse.Role, _ sound: ChannelUse.Sound,
    callers: Set<String> = [], isConstant: Bool = false, at offset: Int
  ) {
    guard channels.count < Self.limit, identifier.utf8.count <= 256 else { return }
    let use = ChannelUse(
      identifier: identifier, isConstant: isConstant, role: role, sound: sound, callers: callers,
      isCertain: true, file: "", line: 0, column: 0)
    channels.append((offset, use))
  }

  /// Notes a place that asks for a sound which no source shows.
  mutating func noteUnfollowed(at offset: Int) { unfollowed.insert(offset) }

  /// Counts one more place; returns whether it may be examined.
  mutating func mayLook() -> Bool {
    lookCount += 1
    return lookCount <= Self.lookLimit
  }

  /// What is known of a reference besides its name and its platform.
  struct Details: Sendable {
    var isCertain = true
    var systems: Set<SoundReference.AppleSystem> = []
    var library: SoundReference.Library?
    var form = SoundForm.name
  }

  /// Adds the references of what an expression may be; names that a condition chooses from are as
  /// certain as a single one.
  /// - Parameter index: the token of the expression, which other sources may show; nil where none is
  ///   asked.
  mutating func ask(
    for found: EvaluatedTexts, at index: Int?, _ origin: SoundReference.Origin,
    on platform: SoundBundle.Platform?, _ details: Details = .init()
  ) {
    for text in found.texts {
      if details.isCertain, text.isAny { noteComputed() }
      for (name, own) in details.form.names(text, on: platform) {
        ask(
          for: name, at: text.offset, origin, on: own, isCertain: details.isCertain,
          isCompiled: text.isCompiled, systems: details.systems, library: details.library)
      }
    }
    guard let index, found.isOpen, details.isCertain else { return }
    // Most addresses of sounds are those that a device's owner has chosen.
    if details.form != .address { noteComputed() }
    note(OpenAsk(index: index, target: .sound(origin, platform, details)))
  }

  /// Adds a reference. The default sound, and the words that mean "none" to some services, are not
  /// references. Of two at the same place the more certain one is kept, else that for both platforms.
  mutating func ask(
    for name: String, at offset: Int, _ origin: SoundReference.Origin,
    on platform: SoundBundle.Platform?, isCertain: Bool, isCompiled: Bool = false,
    systems: Set<SoundReference.AppleSystem> = [], library: SoundReference.Library? = nil
  ) {
    var name = name
    if name.hasPrefix("res://") {
      // Cordova's plug-in takes the last part for the name of a resource.
      name = name.fileName
    } else if origin == .crossPlatformSource, name.utf8.contains(UInt8(ascii: ":")),
      name.contains("://"),
      !name.hasPrefix(SoundReference.pageScheme)
    {
      return
    }
    guard Self.isName(name) else { return }
    var place = Place(offset: offset)
    if let first = hits[place], first.isCertain, isCertain, let platform,
      first.platform == platform.other
    {
      place.second = platform
    }
    if isCertain, platform == nil, hits[place]?.platform != nil {
      // Asked for on one platform before, or on each, and now on both.
      for second in [nil, .apple, .android] as [SoundBundle.Platform?] {
        hits[Place(offset: offset, second: second)] = nil
      }
    }
    if let known = hits[place] {
      if known.isCertain, !known.systems.isEmpty { hits[place]?.systems.formUnion(systems) }
      if known.isCertain || !isCertain { return }
    } else if hits.count == Self.limit {
      return
    }
    hits[place] = SoundReference(
      name: name, origin: origin, platform: platform, isCertain: isCertain, isCompiled: isCompiled,
      file: "", line: 0, column: 0, systems: systems, library: library)
  }

  /// Whether a text names a sound, and neither the default sound nor a service's word for "none".
  static func isName(_ text: String) -> Bool {
    text.contains { !$0.isWhitespace } && !namesNoSound.contains(text.lowercased())
  }

  /// The systems' names of the default sound.
  static let systemDefaults: Set<String> = [
    "UILocalNotificationDefaultSoundName", "NSUserNotificationDefaultSoundName",
  ]

  private static let namesNoSound = Set(
    ["default", "none", "nil", "null", "false", "true", "defaultcritical"]
      + systemDefaults.map { $0.lowercased() })

  mutating func complain(
    _ rule: Rule, _ message: String, fix: Fix? = nil, at offset: Int,
    isCertain: Bool = true
  ) {
    guard complaints.count < Self.limit else { return }
    complaints.append(
      (offset, Complaint(rule: rule, message: message, fix: fix, isCertain: isCertain)))
  }

  /// The number of bytes of quotation marks and raw-string marks before a name; nil if the source
  /// does not contain the name literally.
  static func prefix(of name: String, at offset: Int, in bytes: [UInt8]) -> Int? {
    var start = offset
    while start < bytes.count, start - offset < 8, "@#r\"'`".utf8.contains(bytes[start]) {
      if bytes[start...].starts(with: name.utf8) { break }
      start += 1
    }
    return bytes[start...].starts(with: name.utf8) ? start - offset : nil
  }

  /// References and findings with their lines and columns.
  func result(in text: SourceText, path: TreePath) -> ScanResult {
    let isCertain = !ScannedFiles.isTest(path) && !ScannedFiles.isExample(path)
    var result = ScanResult()
    // Of two at one offset, the first stays the first.
    let hits = hits.sorted { $0.key.second == nil && $1.key.second != nil }
    result.references = text.located(hits.map { ($0.key.offset, $0.value) }) { hit, offset, place in
      var reference = hit.placed(in: path, at: place, isCertain: isCertain)
      reference.nameColumn =
        Self.prefix(of: hit.name, at: offset, in: text.bytes).map { place.column + $0 }
      return reference
    }
    result.channels = text.located(channels) { use, _, place in
      use.placed(in: path, at: place, isCertain: isCertain)
    }
    if isCertain {
      result.open = open.isEmpty ? [:] : [path: open.values.sorted { $0.index < $1.index }]
    }
    result.concerns = text.located(concerns.map { ($0.key, $0.value) }) { kind, _, place in
      SoundConcern(
        kind: kind, isCertain: isCertain, file: path, line: place.line, column: place.column)
    }
    result.findings = text.located(complaints) { complaint, _, place in
      complaint.rule.finding(
        complaint.message, fix: complaint.fix, file: path, line: place.line, column: place.column,
        isCertain: complaint.isCertain && isCertain)
    }
    result.unfollowed = text.located(unfollowed.map { ($0, ()) }) { _, _, place in
      AskingPlace(file: path.text, line: place.line, column: place.column, names: [])
    }
    return result
  }
}

/// A place that names a sound or a channel which other sources may show.
struct OpenAsk: Sendable {
  enum Target: Sendable {
    case sound(SoundReference.Origin, SoundBundle.Platform?, ReferenceHits.Details)
    case channel(OpenChannel)
  }

  /// The token at which the expression starts.
  let index: Int
  let target: Target

  var form: EvaluatedText.Form {
    switch target {
    case .sound(_, _, let details): details.form == .address ? .address : .name
    case .channel: .identifier
    }
  }
}

/// The use of a channel whose identifier is not known from its own source alone.
struct OpenChannel: Sendable {
  let role: ChannelUse.Role
  let sound: ChannelUse.Sound
  let callers: Set<String>
  /// The offset that a finding about the use names.
  let place: Int
  /// The constant that the identifier is, as the source writes it: `Channels.bells`.
  let constant: String?
  /// The members of objects that are the identifier, where the place describes channels by objects.
  var members: Set<String> = []

  /// The uses of the channel with its possible identifiers.
  /// - Parameter isFixed: whether its source alone shows the identifier.
  func uses(_ found: EvaluatedTexts, isFixed: Bool) -> (
    identifiers: [EvaluatedText], sound: ChannelUse.Sound, isOne: Bool
  ) {
    let isOne = found.texts.count == 1 && !found.isOpen
    // Each of several channels may have its own.
    let isOwn = !(isOne && isFixed) && [.given, .computed].contains(sound)
    return (
      found.texts.filter { !$0.isPartial && !$0.text.isEmpty }, isOwn ? .unknown : sound, isOne
    )
  }

  /// What is known of the identifiers that are computed.
  func computed(_ found: EvaluatedTexts) -> [ComputedChannel] {
    guard role.makesChannel else { return [] }
    let partial = found.texts.filter(\.isPartial).map { text in
      let rest = text.text.firstIndex { $0 == EvaluatedText.gap || $0 == EvaluatedText.package }
      let end = rest ?? text.text.endIndex
      return ComputedChannel(
        start: String(text.text[..<end]),
        namesPackage: text.text[end...].first == EvaluatedText.package)
    }
    return partial + (found.isOpen ? [ComputedChannel()] : [])
  }
}

extension SourceText {
  /// What `make` says of each of `items`, in the order of their offsets.
  fileprivate func located<Item, Fact>(
    _ items: [(offset: Int, item: Item)], _ make: (Item, Int, TextPlace) -> Fact
  ) -> [Fact] {
    guard !items.isEmpty else { return [] }
    var places = TextPlaces(bytes)
    return items.sorted { $0.offset < $1.offset }.map { offset, item in
      make(item, offset, places.place(of: offset))
    }
  }
}
