/// The sounds and channels that servers send to devices: in Python, Ruby, Go and PHP, in C#, Java and
/// Kotlin on servers, and in texts that are not parsed, such as Elixir's, Rust's, shell and YAML.
///
/// In all of them `sound` is near `aps`, or near `notification` in a message of Firebase, and a
/// name follows; `channel_id`, or one of its spellings, is near `android` or in a file that sends to
/// Expo. The app that receives the message is not known, so a fault is at most a warning.
struct ServerScan {
  private let bytes: [UInt8]
  private var values: SoundValues
  /// The offset at which the source of the values starts in the file.
  private var base = 0
  /// The number of texts around it.
  private var depth = 0
  private let service: Service
  private var tokens: SourceTokens { values.tokens }

  init(_ values: SoundValues, in bytes: [UInt8]) {
    (self.values, self.bytes) = (values, bytes)
    service = Service(bytes)
  }

  /// What a whole source sends with; most sources are never asked.
  private final class Service {
    private let bytes: [UInt8]

    private(set) lazy var isForFirebase = ServerScan.sendsToFirebase(bytes)
    private(set) lazy var isForExpo = ServerScan.sendsToExpo(bytes)
    /// Whether the source sends with a library whose messages are for Apple's devices.
    private(set) lazy var isOfLibrary = ServerScan.sendsToApple(bytes)
    private(set) lazy var sendsChannels = ServerScan.mayName(bytes)
    /// Whether the source has no word for a channel.
    private(set) lazy var isWithoutChannels = !bytes.contains(bytesOf: "hannel")

    init(_ bytes: [UInt8]) { self.bytes = bytes }
  }

  /// Whether the source may have such a sound or channel.
  static func mayAsk(_ bytes: [UInt8]) -> Bool {
    mayName(bytes)
      || bytes.contains(bytesOf: "ound")
        && (bytes.contains(bytesOf: "aps") || bytes.contains(bytesOf: "Aps")
          || bytes.contains(bytesOf: "APS") || bytes.contains(bytesOf: "apns")
          || bytes.contains(bytesOf: "Apns::") || bytes.contains(bytesOf: "APNS")
          || bytes.contains(bytesOf: "_sound")
          || sendsToFirebase(bytes) || sendsToExpo(bytes) || sendsToApple(bytes))
  }

  private static func mayName(_ bytes: [UInt8]) -> Bool {
    bytes.contains(bytesOf: "hannel")
      && (sendsToExpo(bytes)
        || bytes.contains(bytesOf: "ndroid")
          && (bytes.contains(bytesOf: "fcm") || bytes.contains(bytesOf: "FCM")
            || bytes.contains(bytesOf: "essaging")))
  }

  private static func sendsToApple(_ bytes: [UInt8]) -> Bool {
    Sink.serverWords.isIn(bytes)
  }

  /// Whether a source of a parsed language is that of a server, which sends with Firebase's library.
  static func isServer(_ bytes: [UInt8], _ language: SourceLanguage) -> Bool {
    switch language {
    case .cSharp: mayAsk(bytes)
    case .java, .kotlin:
      (bytes.contains(bytesOf: "ApnsConfig") || bytes.contains(bytesOf: "AndroidConfig"))
        && mayAsk(bytes)
    default: false
    }
  }

  private static func sendsToFirebase(_ bytes: [UInt8]) -> Bool {
    bytes.contains(bytesOf: "otification")
      && (bytes.contains(bytesOf: "fcm") || bytes.contains(bytesOf: "FCM")
        || bytes.contains(bytesOf: "essaging") || bytes.contains(bytesOf: "AndroidConfig"))
  }

  private static func sendsToExpo(_ bytes: [UInt8]) -> Bool {
    bytes.contains(bytesOf: "exp.host") || bytes.contains(bytesOf: "exponent_server_sdk")
      || bytes.contains(bytesOf: "PushToken[")
  }

  func run(_ hits: inout ReferenceHits) {
    for index in tokens.tokens.indices where tokens.tokens[index].kind != .mark {
      let range = tokens.range(index)
      guard range.count >= 5, bytes[base + range.lowerBound..<base + range.upperBound].mayAsk else {
        continue
      }
      // A key that is not UTF-8 is longer than its token: its places are not those of the source.
      if let key = tokens.key(index), key.utf8.allSatisfy(Lexer.isWord),
        key.utf8.count <= range.count
      {
        guard hits.mayLook(), !bytes.isInComment(base + range.lowerBound) else { continue }
        look(at: index, key, &hits)
      } else if depth < 2, tokens.word(index) == nil, hits.mayLook() {
        // A text of a source may be a message.
        var inner = self
        inner.values = SoundValues(SourceTokens(Array(tokens.content(index)), .text))
        inner.base += range.lowerBound + Int(tokens.tokens[index].prefix)
        inner.depth += 1
        inner.run(&hits)
      }
    }
  }

  /// `"sound": "ding.caf"`, `sound="ding.caf"`, `Sound("ding.caf")`, `:sound => 'ding.caf'`,
  /// `<key>sound</key><string>ding.caf</string>`, `sound: ding.caf`; `channel_id='bells'`.
  private func look(at index: Int, _ key: String, _ hits: inout ReferenceHits) {
    // ASCII alone, so that it has as many bytes as the key: some letters grow when they are lowercased.
    let lowercased = String(
      decoding: key.utf8.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }, as: UTF8.self)
    if lowercased.hasSuffix("channelid") || lowercased.hasSuffix("channel_id") {
      let start = base + Int(tokens.tokens[index].start)
      guard service.sendsChannels, service.isForExpo || bytes.names("ndroid", before: start),
        let (name, offset) = value(of: index, resource)
      else { return }
      return hits.note(channel: name, .pushed, .unknown, at: offset - 1)
    }
    // The name of a call or member may continue: `SoundName`, `set_sound_name`.
    guard let end = Array(lowercased.utf8).end(of: "sound", from: 0), key.utf8.count - end <= 8
    else { return }
    let prefix = tokens.string(index) == nil ? 0 : Int(tokens.tokens[index].prefix)
    let start = base + Int(tokens.tokens[index].start) + prefix + end - 5
    guard let message = message(around: start) else { return }
    if message.platform != .android, isCritical(after: start + 5) {
      hits.note(.critical, at: start)
    }
    guard let (name, offset) = value(of: index, message.needsExtension ? name : resource),
      !message.needsExtension || SoundNames.hasSoundSuffix(name)
    else { return }
    hits.ask(
      for: name, at: offset, .server, on: message.platform, isCertain: true,
      library: message.isByFirebase ? .firebase : nil)
    if message.isByFirebase, message.platform == .android, service.isWithoutChannels,
      ReferenceHits.isName(name)
    {
      hits.note(
        channel: FallbackChannel.firebase, .unchannelled, .named(name.fileStem), at: offset - 1)
    }
  }

  /// Whether the sound is a critical one: `CriticalSound(name="ding.caf", critical=True)`,
  /// `"sound": { "critical": 1 }`.
  private func isCritical(after end: Int) -> Bool {
    let rest = bytes[end...].prefix(160).prefix { !"});".utf8.contains($0) }
    guard let word = Array(rest).end(of: "ritical", from: 0) else { return false }
    let value = rest.dropFirst(word).prefix(8).drop { !Lexer.isWord($0) }
    return ["1", "true", "True"].contains { value.starts(with: $0.utf8) }
  }

  // MARK: Values

  /// The one text that a key is given, with the offset of its first character.
  /// - Parameter read: reads what stands in a text that is not parsed.
  private func value(of key: Int, _ read: (Int) -> String?) -> (name: String, offset: Int)? {
    if tokens.language == .text {
      return start(after: key).flatMap { start in read(start).map { ($0, start) } }
    }
    guard var at = expression(after: key) else { return nil }
    // `CriticalSound(name="ding.caf")`, `sound: { name: "ding.caf" }`
    let bracket: Int? = tokens.isMark(at - 1, "(") ? at - 1 : at
    let named = bracket.flatMap { bracket in
      ["(", "{", "["].contains { tokens.isMark(bracket, $0) }
        ? values.unit.elements(in: bracket).first { $0.label == "name" } : nil
    }
    if let named { at = named.range.lowerBound }
    let texts = values.identifiers(at: at).texts.texts
    guard texts.count == 1, let text = texts.first, !text.isPartial, !text.text.isEmpty,
      text.text.utf8.allSatisfy({ $0 != 0x24 && Lexer.isWord($0) || "-./ ".utf8.contains($0) })
    else { return nil }
    let prefix = ReferenceHits.prefix(of: text.text, at: text.offset, in: tokens.bytes)
    return (text.text, text.offset + (prefix ?? 0))
  }

  /// The first token of what a key is given; of a function that is called so, its result.
  private func expression(after key: Int) -> Int? {
    var at = key + 1
    if tokens.isMark(at, "]") { at += 1 }
    if tokens.isMark(at, "("), tokens.tokens[at].partner > 0 {
      guard tokens.isWord(key - 1, "def") else { return at + 1 }
      return (tokens.after(at)..<tokens.tokens.count).prefix(64).first {
        tokens.isWord($0, "return")
      }.map { $0 + 1 }
    }
    guard tokens.isMark(at, ":") || tokens.isMark(at, "="), !tokens.isMark(at + 1, "=") else {
      return nil
    }
    return tokens.isMark(at + 1, ">") ? at + 2 : at + 1
  }

  /// The offset of the name after a key; nil where the statement or the object ends before it.
  private func start(after key: Int) -> Int? {
    var at = key + 1
    let isTag = tokens.isMark(at, "<") && tokens.isWord(at + 2, "key")
    if isTag { at += 6 }
    while tokens.tokens.indices.contains(at), tokens.tokens[at].kind == .mark, at - key < 24,
      !";},".utf8.contains(tokens.tokens[at].mark)
    {
      at += 1
      if tokens.key(at) == "name", ["=", ":"].contains(where: { tokens.isMark(at + 1, $0) }) {
        at += 1
      }
    }
    guard tokens.tokens.indices.contains(at), at > key + 1, tokens.tokens[at].kind != .mark else {
      return nil
    }
    let prefix = tokens.word(at) == nil ? Int(tokens.tokens[at].prefix) : 0
    return base + Int(tokens.tokens[at].start) + prefix
  }

  /// What is sent at a place.
  private struct Message {
    let platform: SoundBundle.Platform?
    var isByFirebase = false
    /// Whether a name has the extension of a sound file: another text may mean anything.
    var needsExtension = false
  }

  /// The message around the word at `start`, by what stands nearest before it.
  private func message(around start: Int) -> Message? {
    if bytes.names("ios_", before: start, within: 4) { return Message(platform: .apple) }
    if bytes.names("apns_", before: start, within: 5) {
      return Message(platform: .apple, needsExtension: true)
    }
    if bytes.names("android_", before: start, within: 8) { return Message(platform: .android) }
    let apple = ["aps", "Aps", "APS", "Apns::"].compactMap {
      bytes.distance(to: $0, before: start + 6)
    }.min()
    let android = service.isForFirebase ? bytes.distance(to: "ndroid", before: start) : nil
    if let apple, apple < android ?? .max {
      return Message(platform: .apple, needsExtension: true)
    }
    if service.isForExpo || service.isOfLibrary {
      return Message(platform: .apple, needsExtension: true)
    }
    // `default_sound`, and what an app finds among a message's data.
    guard service.isForFirebase, start == 0 || !Lexer.isWord(bytes[start - 1]) || android != nil,
      let around = bytes.distance(to: "otification", before: start),
      around < bytes.distance(to: "data", before: start) ?? .max,
      !bytes.names("efault_", before: start, within: 7)
    else { return nil }
    if let android {
      return android >= around ? Message(platform: .android, isByFirebase: true) : nil
    }
    return isLegacy ? Message(platform: nil, isByFirebase: apple == nil) : nil
  }

  /// Whether the source sends Firebase's messages of the earlier form, in which `notification` has a
  /// sound for both platforms.
  private var isLegacy: Bool {
    bytes.contains(bytesOf: "fcm/send") || bytes.contains(bytesOf: "registration_ids")
  }

  /// The quoted name of a resource that starts at `start`.
  private func resource(at start: Int) -> String? {
    guard start > 0, [0x22, 0x27].contains(bytes[start - 1]) else { return nil }
    var end = start
    while end < bytes.count, end - start < 64,
      Lexer.isWord(bytes[end]) || [0x2D, 0x2E, 0x20].contains(bytes[end])
    {
      end += 1
    }
    guard end < bytes.count, bytes[end] == bytes[start - 1] else { return nil }
    let name = String(decoding: bytes[start..<end], as: UTF8.self)
    return name.contains("$") ? nil : name
  }

  /// The file name that starts at `start`; nil if it is not that of an alert sound.
  private func name(at start: Int) -> String? {
    var end = start
    while end < bytes.count, end - start < 128,
      Lexer.isWord(bytes[end]) || [0x2D, 0x2E, 0x2F, 0x20].contains(bytes[end])
    {
      end += 1
    }
    let text = String(decoding: bytes[start..<end], as: UTF8.self)
    guard !text.contains("$") else { return nil }
    let words = text.split(separator: " ")
    let isQuoted = start > 0 && [0x22, 0x27].contains(bytes[start - 1])
    let name = isQuoted ? text : words.first.map(String.init) ?? ""
    return SoundNames.hasSoundSuffix(name) ? name : nil
  }
}

extension ArraySlice<UInt8> {
  /// Whether a piece of a server's source may be about a sound or a channel.
  fileprivate var mayAsk: Bool {
    contains(bytesOf: "ound") || contains(bytesOf: "hannel")
  }
}

extension [UInt8] {
  /// Whether the line of a server's source starts as a comment does, before `start`.
  func isInComment(_ start: Int) -> Bool {
    var line = start
    while line > 0, self[line - 1] != 0x0A, start - line < 512 { line -= 1 }
    let head = self[line..<start].drop { $0 == 0x20 || $0 == 0x09 }
    return head.first == UInt8(ascii: "#") || head.starts(with: "//".utf8)
      || head.first == UInt8(ascii: "*") || head.starts(with: "<!--".utf8)
  }

  /// Whether `pattern` stands in the 400 bytes before `end`: what belongs together is not further.
  func names(_ pattern: BytePattern, before end: Int, within limit: Int = 400) -> Bool {
    self[Swift.max(0, end - limit)..<Swift.min(count, end)].contains(bytesOf: pattern)
  }

  /// The distance from `end` of the nearest `pattern` in the 400 bytes before it; nil without one.
  func distance(to pattern: BytePattern, before end: Int) -> Int? {
    let start = Swift.max(0, end - 400)
    let near = self[start..<Swift.min(count, end)]
    var last: Int?
    while let found = near.end(of: pattern, from: last ?? 0) { last = found }
    return last.map { end - start - $0 }
  }
}
