import AlertSounds

/// Finds the sinks of a source, and what they are given.
struct SinkScan {
  /// A sink in a source.
  struct Place {
    let sink: Sink
    /// The token of the callee or of the member.
    let index: Int
    /// The first token of the value; that of the callee for a mention.
    let value: Int
  }

  let tokens: SourceTokens
  let values: SoundValues
  let rows: SinkRows
  private var outline: Outline { values.outline }
  private let branches: PlatformBranches
  private let mentions: Memo<String, Bool> = Memo()
  private let paths: Memo<Int, MemberPath> = Memo()

  init(_ values: SoundValues) {
    self.values = values
    tokens = values.tokens
    rows = SinkRows.of(tokens.language)
    branches = PlatformBranches(tokens)
  }

  // MARK: Places

  /// The sinks whose callee or member is a token with a name.
  func places(of name: String, at index: Int) -> [Place] {
    var found: [Place] = []
    for sink in rows.calls[name] ?? [] where tokens.tokens[index].kind == .word && counts(sink) {
      guard isCallee(index, of: sink) else { continue }
      for argument in sink.arguments {
        guard let value = self.value(argument, of: sink, at: index) else { continue }
        found.append(Place(sink: sink, index: index, value: value))
        break
      }
    }
    for sink in rows.types[name] ?? [] where sink.kind == .made && counts(sink) {
      guard let value = valueOfType(index) else { continue }
      found.append(Place(sink: sink, index: index, value: value))
    }
    for sink in rows.members[name] ?? [] where counts(sink) {
      guard let value = valueOfMember(index, sink) else { continue }
      if case .member(_, let outer, _) = sink.arguments[0],
        !path(of: index).keys.starts(
          with: outer, by: { $0 == $1 || $1 == "android" && $0.hasPrefix($1) })
      {
        continue
      }
      found.append(Place(sink: sink, index: index, value: value))
    }
    return found
  }

  private func counts(_ sink: Sink) -> Bool { !sink.isOnlyWith || has(sink) }

  /// The path of a member, for all that look at it one after the other.
  func path(of index: Int) -> MemberPath {
    if paths.count > 8 { paths.removeAll() }
    return paths.value(for: index) { MemberPath(of: index, values.unit) }
  }

  /// Whether the source has one of the words that the sink asks for.
  func has(_ sink: Sink) -> Bool {
    guard let words = sink.words else { return true }
    return mentions.value(for: sink.callee + sink.library) { words.isIn(tokens.bytes) }
  }

  private func isCallee(_ index: Int, of sink: Sink) -> Bool {
    // The library's own source, or a function of the same name.
    if ["class", "fun", "func", "function"].contains(tokens.word(index - 1))
      || isDeclaration(index + 1)
    {
      return false
    }
    guard let owner = sink.owner else {
      return !sink.isAfterDot || tokens.isMark(index - 1, ".")
    }
    guard sink.isGiven else {
      return tokens.isWord(tokens.isMark(index - 1, ".") ? index - 2 : index - 1, owner)
    }
    return tokens.isMark(index - 1, ".") && tokens.isWord(index - 3, owner)
      && (tokens.isMark(index - 2, "=") || tokens.isMark(index - 2, ":"))
      && (!sink.isAfterDot || tokens.isMark(index - 4, "."))
  }

  /// The first token of what an argument of the callee at `index` is given; nil if it is not given.
  private func value(_ argument: Sink.Argument, of sink: Sink, at index: Int) -> Int? {
    switch argument {
    case .mention: return index
    case .assigned:
      return isAssigned(index) && tokens.isMark(index - 1, ".") ? index + 2 : nil
    case .place(let place):
      if tokens.language == .objectiveC { return tokens.isMark(index + 1, ":") ? index + 2 : nil }
      guard let list = list(of: index) else { return nil }
      let given = values.unit.elements(in: list).filter { $0.label == nil }
      return given.indices.contains(place) ? given[place].range.lowerBound : nil
    case .label(let label):
      return [list(of: index), initializer(of: index)].lazy.compactMap(\.self)
        .flatMap(values.unit.elements).first { $0.label == label }?.range.lowerBound
    case .member(_, _, let isDeep):
      guard isDeep, sink.kind == .made || sink.kind == .shown else { return nil }
      return initializer(of: index) ?? list(of: index)
    case .beside: return nil
    }
  }

  /// Whether a list is one of parameters: `AndroidNotificationChannel(this.id, {this.sound})`.
  private func isDeclaration(_ list: Int) -> Bool {
    guard tokens.isMark(list, "(") else { return false }
    let first = list + 1
    if tokens.language == .dart {
      return tokens.isWord(first, "this") || tokens.isMark(first, "{") || tokens.isMark(first, ")")
        || !["await", "const", "new"].contains(tokens.word(first) ?? "new")
          && !["as", "is"].contains(tokens.word(first + 1) ?? "as")
    }
    return tokens.language == .javaScript && outline.parameterLists.contains(list)
  }

  /// The first token of what a variable of a declared type is given: `: T = {…}`, `: T[] = […]`.
  private func valueOfType(_ index: Int) -> Int? {
    guard tokens.isMark(index - 1, ":"), tokens.word(index - 2) != nil else { return nil }
    let end = tokens.isMark(index + 1, "[") ? index + 3 : index + 1
    return tokens.isMark(end, "=") ? end + 1 : nil
  }

  private func isAssigned(_ index: Int) -> Bool {
    tokens.isMark(index + 1, "=") && !tokens.isMark(index + 2, "=")
      && !tokens.isMark(index + 2, ">")
  }

  /// The parenthesis of a call: `f(`, `T.init(`, Swift's `name: T = .init(`.
  func list(of index: Int) -> Int? {
    var at = index + 1
    if tokens.language == .swift {
      if tokens.isMark(at, "?") { at += 1 }
      if tokens.isMark(at, "=") { at += 1 }
      if tokens.isMark(at, "."), tokens.isWord(at + 1, "init") {
        at += 2
      } else if at > index + 1 {
        return nil
      }
    }
    return tokens.isMark(at, "(") && tokens.tokens[at].partner > 0 ? at : nil
  }

  /// C#'s `new T { … }` and `new T(…) { … }`.
  func initializer(of index: Int) -> Int? {
    guard tokens.language == .cSharp, tokens.isWord(index - 1, "new") else { return nil }
    let bracket = tokens.isMark(index + 1, "(") ? tokens.after(index + 1) : index + 1
    return tokens.isMark(bracket, "{") && tokens.tokens[bracket].partner > 0 ? bracket : nil
  }

  /// The value of a member of any object, or of an argument that any call may have.
  private func valueOfMember(_ index: Int, _ sink: Sink) -> Int? {
    switch sink.arguments[0] {
    case .label:
      // C#'s `["ios_sound"] = "ding.caf"`.
      if tokens.language == .cSharp {
        return tokens.isMark(index + 1, "]") && tokens.isMark(index + 2, "=") ? index + 3 : nil
      }
      if tokens.language == .kotlin || tokens.language == .java {
        let isArgument = tokens.isMark(index - 1, "(") || tokens.isMark(index - 1, ",")
        return isArgument && isAssigned(index) ? index + 2 : nil
      }
      return tokens.valueOfMember(index)
    case .member: return tokens.valueOfMember(index)
    case .beside(let other, _):
      guard let value = tokens.valueOfMember(index), let bracket = tokens.enclosing(index).first,
        tokens.list(in: bracket).contains(where: {
          tokens.string($0) == other && tokens.isMark($0 + 1, ":")
        })
      else { return nil }
      return value
    default: return nil
    }
  }

  /// Whether a sink of its own starts at a token.
  private func isSink(_ index: Int) -> Bool {
    guard let word = tokens.word(index),
      tokens.isMark(index + 1, "(") || tokens.isMark(index + 1, ".")
    else { return false }
    return (rows.calls[word] ?? []).contains {
      $0.kind == .sound && $0.arguments != [.mention] && !$0.isAfterDot
    }
      || rows.owners.contains(word)
  }

  // MARK: Sounds

  /// The sounds of Swift, Objective-C, Kotlin, Java and C#.
  func look(at places: [Place], _ hits: inout ReferenceHits) {
    // A source that defines the type does not ask for sounds: its names are those of the underlying
    // platform.
    guard !tokens.mentions.definesNotificationSound else { return }
    for place in places where [.sound, .critical].contains(place.sink.kind) && hits.mayLook() {
      take(place, &hits)
    }
  }

  private func take(_ place: Place, _ hits: inout ReferenceHits) {
    let sink = place.sink
    if sink.callee == "getDefaultUri" { return complain(place.value, &hits) }
    if sink.kind == .critical {
      hits.note(.critical, at: Int(tokens.tokens[place.index].start))
    }
    guard sink.arguments != [.mention], !isSink(place.value) else { return }
    let value =
      sink.form == .address
      ? values.resources(at: place.value) : values.value(at: place.value)
    for text in value.texts where sink.form == .address && !text.isPartial {
      guard let address = ResourceAddress(text.text) else { continue }
      hits.note(.resource(name: address.name, package: address.package), at: text.offset)
    }
    var platform = sink.platform
    if sink.isEither {
      platform = branches.platform(at: Int(tokens.tokens[place.index].start))
      // On Android the sound is the channel's, so the name of a sound file is for Apple's devices.
      if platform == nil, let name = value.only, SoundNames.hasSoundSuffix(name.text) {
        platform = .apple
      }
    }
    hits.ask(
      for: value, at: place.value, sink.origin, on: platform,
      .init(isCertain: has(sink), form: sink.form))
  }

  /// `getDefaultUri(R.raw.ding)`, whose argument is a kind of ringtone, a number.
  private func complain(_ value: Int, _ hits: inout ReferenceHits) {
    for text in values.resources(at: value).texts where text.isCompiled {
      let name = text.resource ?? ""
      hits.complain(
        .soundNamePath, "getDefaultUri takes a kind of ringtone: \(printed(name)) is not played",
        fix: "give the resource's address, android.resource://PACKAGE/raw/\(name)",
        at: text.offset)
    }
  }
}
