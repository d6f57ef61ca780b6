/// A place in code that gives a library a sound or a channel: one row of ``table``.
struct Sink: Sendable {
  enum Kind: String, Sendable {
    case sound, critical, foreign, resource
    case made, shown, posted, required, pushed
  }

  /// What an argument is given by.
  enum Argument: Hashable, Sendable {
    case place(Int)
    case label(String)
    /// What the callee itself is given: `content.soundName = …`.
    case assigned
    /// A member of an object, and the members around it, from inside out.
    case member(String, in: [String], isDeep: Bool)
    /// A member beside another one.
    case beside(String, member: String)
    case mention

    var member: String? {
      switch self {
      case .member(let name, _, _), .beside(_, let name): name
      default: nil
      }
    }

    var label: String? { if case .label(let name) = self { name } else { nil } }
  }

  /// nil for servers, whose sounds are found by the words around them.
  let language: SourceLanguage?
  /// The word before the callee: a type, or the member that is given the call.
  let owner: String?
  /// The last word of the callee; empty for any.
  let callee: String
  let isAfterDot: Bool
  /// Whether the owner is a member that is given the call: `sound = .init(…)`.
  let isGiven: Bool
  /// Whether the object of the call must speak of notifications.
  let isCommon: Bool
  /// Whether the callee is the declared type of an object.
  let isType: Bool
  let arguments: [Argument]
  let kind: Kind
  /// nil for both.
  let platform: SoundBundle.Platform?
  /// Whether the name shows which platform it is for.
  let isEither: Bool
  let form: SoundForm
  /// Words of which a source must have one.
  let words: WordSet?
  /// Whether the place is none without them, and not only a doubtful one.
  let isOnlyWith: Bool
  let library: String

  /// nil where the line is not a row.
  init?(_ line: Substring) {
    var columns = line.split(separator: " ")[...]
    guard columns.count >= 6, columns[0] == "server" || Self.languages[columns[0]] != nil,
      let kind = Kind(rawValue: String(columns[3]))
    else { return nil }
    (language, self.kind) = (Self.languages[columns[0]], kind)
    var callee = columns[1]
    isType = callee.hasPrefix(":")
    isCommon = callee.hasPrefix("…")
    isAfterDot = callee.hasPrefix(".")
    if isType || isCommon || isAfterDot { callee = callee.dropFirst() }
    isGiven = callee.contains("=")
    let parts = callee.split { $0 == "." || $0 == "=" }
    owner = parts.count > 1 ? String(parts[0]) : nil
    self.callee = ["*", "-"].contains(callee) ? "" : String(parts.last ?? "")
    arguments = columns[2].split(separator: "|").map(Self.argument)
    platform = ["apple": .apple, "android": .android][columns[4]]
    isEither = columns[4] == "either"
    columns = columns.dropFirst(5)
    var (form, isOnlyWith) = (SoundForm.name, false)
    var words: WordSet?
    while let option = columns.first {
      if option.hasPrefix("form:") {
        form = SoundForm(rawValue: String(option.dropFirst(5))) ?? .name
      } else if option.hasPrefix("?") || option.hasPrefix("!") {
        isOnlyWith = option.hasPrefix("!")
        words = WordSet(Set(option.dropFirst().split(separator: ",").map(String.init)))
      } else {
        break
      }
      columns = columns.dropFirst()
    }
    (self.form, self.words, self.isOnlyWith) = (form, words, isOnlyWith)
    library = columns.joined(separator: " ")
  }

  private static let languages: [Substring: SourceLanguage] = [
    "swift": .swift, "objc": .objectiveC, "js": .javaScript, "dart": .dart, "kotlin": .kotlin,
    "cs": .cSharp,
  ]

  private static func argument(_ text: Substring) -> Argument {
    if let place = Int(text) { return .place(place) }
    if text == "=" { return .assigned }
    if text == "-" { return .mention }
    if let plus = text.firstIndex(of: "+") {
      return .beside(String(text[..<plus]), member: String(text[text.index(after: plus)...]))
    }
    var keys = text.split(separator: ".").map(String.init)
    let isDeep = keys.first == "*"
    guard keys.count > 1, let name = keys.popLast() else { return .label(String(text)) }
    return .member(name, in: isDeep ? [] : keys.reversed(), isDeep: isDeep)
  }

  /// The words of the callee by which a source is found to be of interest. The longer one is enough, as
  /// `init` is in most sources, and so is the member that is given a call. Sources of Android are read
  /// widely: each text in them may be the name of a resource that a release build keeps.
  fileprivate func gateWords(_ language: SourceLanguage) -> [String] {
    guard let owner else { return [callee] }
    if language == .kotlin || language == .java { return [owner, callee] }
    if isGiven { return [owner] }
    return [callee.utf8.count > owner.utf8.count ? callee : owner]
  }

  /// The origin of the names in it.
  var origin: SoundReference.Origin {
    switch (language, platform) {
    case (.javaScript, _), (.dart, _), (_, nil): .crossPlatformSource
    case (_, .apple): .appleSource
    case (_, .android): .androidSource
    }
  }

  /// The role of a channel; nil for a sound.
  var role: ChannelUse.Role? {
    switch kind {
    case .made: .made
    case .shown: .shown
    case .posted: .posted
    case .required: .required
    case .pushed: .pushed
    case .sound, .critical, .foreign, .resource: nil
    }
  }

  /// The words of the servers that send to Apple's devices alone.
  static let serverWords = WordSet(all.filter { $0.language == nil }.compactMap(\.words))

  static let all = table.split(separator: "\n").compactMap(Sink.init)
}

/// The sinks of one language, by the words that show them.
struct SinkRows: Sendable {
  /// By the last word of the callee.
  private(set) var calls: [String: [Sink]] = [:]
  /// The places of arguments that a callee may be given by labels, too.
  private var places: [String: [String: Int]] = [:]
  /// The members that name the channel of a notification or a push.
  private(set) var channels: Set<String> = []
  /// By the label of an argument that any call may have, and by the member of any object.
  private(set) var members: [String: [Sink]] = [:]
  private(set) var types: [String: [Sink]] = [:]
  /// The types whose functions are callees.
  private(set) var owners: Set<String> = []
  /// The words of which a source of interest has one.
  let words: WordSet
  /// The words and members at which something is looked at.
  let names: WordSet

  private init(_ language: SourceLanguage) {
    var words: Set<String> = []
    for sink in Sink.all where sink.language?.family == language.family {
      for argument in sink.arguments {
        guard let name = argument.member ?? (sink.callee.isEmpty ? argument.label : nil) else {
          continue
        }
        if sink.callee.isEmpty { members[name, default: []].append(sink) }
        // What a channel is made with stands in its maker's call, as the word `id` does in most sources.
        // The name of a critical sound, which is called so, stands in a member `sound`.
        if sink.kind != .made || sink.callee.isEmpty, name != "name" { words.insert(name) }
      }
      if [.posted, .required, .pushed].contains(sink.kind) {
        channels.formUnion(sink.arguments.compactMap(\.member))
      }
      guard !sink.callee.isEmpty else { continue }
      for case .place(let place) in sink.arguments {
        for label in sink.arguments.compactMap(\.label) {
          places[sink.callee, default: [:]][label] = place
        }
      }
      if sink.kind != .foreign { words.formUnion(sink.gateWords(language)) }
      if let owner = sink.owner, !sink.isGiven, sink.kind == .sound { owners.insert(owner) }
      if sink.isType {
        types[sink.callee, default: []].append(sink)
      } else {
        calls[sink.callee, default: []].append(sink)
      }
    }
    self.words = WordSet(words)
    names = WordSet(
      channels.union(calls.keys).union(types.keys).union(members.keys)
        .union(CriticalMembers.names).union(["sound", "soundName", "setSound"]))
  }

  /// The places of a callee's arguments by their labels.
  func labels(ofCall callee: String) -> [String: Int]? { places[callee] }

  private static let all: [SourceLanguage: SinkRows] = Dictionary(
    uniqueKeysWithValues: SourceLanguage.allCases.map { ($0, SinkRows($0)) })

  static func of(_ language: SourceLanguage) -> SinkRows { all[language] ?? SinkRows(language) }
}

extension Sink {
  /// The libraries that are known, as the documentation lists them.
  static var document: String {
    let names: [(SourceLanguage?, String)] = [
      (.swift, "Swift"), (.objectiveC, "Objective-C"), (.kotlin, "Kotlin, Java"), (.cSharp, "C#"),
      (.javaScript, "JavaScript, TypeScript"), (.dart, "Dart"),
      (nil, "Python, Ruby, Go, PHP, Elixir"),
    ]
    let rows = names.map { language, name in
      let rows = all.filter { $0.language == language && $0.kind != .foreign }
      let libraries = rows.flatMap { row in
        row.library.split(separator: ",").map { String($0.drop { $0 == " " }) }
      }
      let sorted = Set(libraries).sorted { $0.lowercased() < $1.lowercased() }
      return "| \(name) | \(sorted.joined(separator: ", ")) |"
    }
    return "| in | sounds and channels of |\n|---|---|\n" + rows.joined(separator: "\n")
  }
}
