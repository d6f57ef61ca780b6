/// The sounds that servers send to devices, in languages that are not parsed otherwise: Python, Ruby,
/// Go, PHP, C#, Elixir, Rust, shell, YAML, property lists, and Java and Kotlin on servers.
///
/// In all of them `sound` is near `aps`, or near `notification` in a message of Firebase, and a
/// quoted name follows. The app that receives the message is not known, so a fault is at most a
/// warning.
struct ServerScan {
  private let bytes: [UInt8]
  private let isForFirebase: Bool
  private let isForExpo: Bool
  /// Whether the source sends with a library whose messages are for Apple's devices.
  private let isOfLibrary: Bool
  static let suffixes: Set<String> = [
    "py", "rb", "go", "php", "ex", "exs", "rs", "sh", "bash", "yml", "yaml", "plist",
  ]

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    isForFirebase = Self.sendsToFirebase(bytes)
    isForExpo = Self.sendsToExpo(bytes)
    isOfLibrary = Self.sendsToApple(bytes)
  }

  /// Whether the source may have such a sound.
  static func mayAsk(_ bytes: [UInt8]) -> Bool {
    bytes.contains(bytesOf: "ound")
      && (bytes.contains(bytesOf: "aps") || bytes.contains(bytesOf: "Aps")
        || bytes.contains(bytesOf: "APS") || bytes.contains(bytesOf: "apns")
        || bytes.contains(bytesOf: "Apns::") || bytes.contains(bytesOf: "APNS")
        || bytes.contains(bytesOf: "_sound")
        || sendsToFirebase(bytes) || sendsToExpo(bytes) || sendsToApple(bytes))
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
  }

  func run(_ hits: inout ReferenceHits) {
    let sought: BytePattern = "ound"
    var at = 0
    while let end = bytes.end(of: sought, from: at), end < bytes.count {
      at = end
      guard at >= 5, bytes[at - 5] | 0x20 == UInt8(ascii: "s"), hits.mayLook() else { continue }
      look(from: at - 5, after: at, &hits)
    }
    ServerTemplates(bytes).run(&hits)
  }

  /// `"sound": "ding.caf"`, `sound="ding.caf"`, `Sound("ding.caf")`, `:sound => 'ding.caf'`,
  /// `<key>sound</key><string>ding.caf</string>`, `sound: ding.caf`.
  private func look(from start: Int, after end: Int, _ hits: inout ReferenceHits) {
    guard !bytes.isInComment(start), let message = message(around: start) else { return }
    if message.platform != .android, isCritical(after: end) { hits.note(.critical, at: start) }
    var at = end
    // The name of a call or member may continue: `SoundName`, `set_sound_name`.
    for _ in 0..<8 where at < bytes.count && Lexer.isWord(bytes[at]) { at += 1 }
    guard var value = valueStart(from: at) else { return }
    // `CriticalSound(name="ding.caf")`, `sound: { name: "ding.caf" }`
    if let label = bytes.end(ofLabel: "name", at: value) {
      guard let inner = valueStart(from: label) else { return }
      value = inner
    }
    value = skipTag(value, from: at)
    guard value < bytes.count else { return }
    let name = message.needsExtension ? name(at: value) : resource(at: value)
    guard let name else { return }
    hits.ask(
      for: name, at: value, .server, on: message.platform, isCertain: true,
      library: message.isByFirebase ? .firebase : nil)
  }

  /// Whether the sound is a critical one: `CriticalSound(name="ding.caf", critical=True)`,
  /// `"sound": { "critical": 1 }`.
  private func isCritical(after end: Int) -> Bool {
    let rest = bytes[end...].prefix(160).prefix { !"});".utf8.contains($0) }
    guard let word = Array(rest).end(of: "ritical", from: 0) else { return false }
    let value = rest.dropFirst(word).prefix(8).drop { !Lexer.isWord($0) }
    return ["1", "true", "True"].contains { value.starts(with: $0.utf8) }
  }

  /// The first byte of the name after a label; nil where the statement or the object ends before it.
  private func valueStart(from start: Int) -> Int? {
    let ends = [UInt8(ascii: ";"), UInt8(ascii: "}"), UInt8(ascii: ",")]
    var (value, marks) = (start, 0)
    while value < bytes.count, value - start < 96, marks < 24, !Self.isNameStart(bytes[value]) {
      if ends.contains(bytes[value]) { return nil }
      marks += bytes[value] > 0x20 ? 1 : 0
      value += 1
    }
    return value
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
    if bytes.names("android_", before: start, within: 8) { return Message(platform: .android) }
    let apple = ["aps", "Aps", "APS", "Apns::"].compactMap {
      bytes.distance(to: $0, before: start + 6)
    }.min()
    let android = isForFirebase ? bytes.distance(to: "ndroid", before: start) : nil
    if let apple, apple < android ?? .max {
      return Message(platform: .apple, needsExtension: true)
    }
    if isForExpo || isOfLibrary { return Message(platform: .apple, needsExtension: true) }
    // `default_sound`, and what an app finds among a message's data.
    guard isForFirebase, start == 0 || !Lexer.isWord(bytes[start - 1]) || android != nil,
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
      Lexer.isWord(bytes[end]) || [0x2D, 0x2E].contains(bytes[end])
    {
      end += 1
    }
    guard end < bytes.count, bytes[end] == bytes[start - 1] else { return nil }
    let name = String(decoding: bytes[start..<end], as: UTF8.self)
    return name.contains("$") ? nil : name
  }

  /// The offset after `</key><string>` of a property list.
  private func skipTag(_ value: Int, from start: Int) -> Int {
    let tag = Array("/key>".utf8)
    guard value + 5 < bytes.count, value > start,
      bytes[value..<(value + 5)].elementsEqual(tag)
    else { return value }
    var at = value + 5
    while at < bytes.count, at - value < 64, bytes[at] <= 0x20 { at += 1 }
    let string = Array("<string>".utf8)
    guard at + 8 < bytes.count, bytes[at..<(at + 8)].elementsEqual(string) else {
      return bytes.count
    }
    return at + 8
  }

  private static func isNameStart(_ byte: UInt8) -> Bool {
    Lexer.isWord(byte) || byte == UInt8(ascii: "/") || byte == UInt8(ascii: "$")
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

extension [UInt8] {
  /// Whether the line of a server's source starts as a comment does, before `start`.
  func isInComment(_ start: Int) -> Bool {
    var line = start
    while line > 0, self[line - 1] != 0x0A, start - line < 512 { line -= 1 }
    let head = self[line..<start].drop { $0 == 0x20 || $0 == 0x09 }
    return head.first == UInt8(ascii: "#") || head.starts(with: "//".utf8)
      || head.first == UInt8(ascii: "*") || head.starts(with: "<!--".utf8)
  }

  /// The offset after `label` at a place and the mark that follows it: `name=`, `"name":`, `name =>`.
  fileprivate func end(ofLabel label: String, at start: Int) -> Int? {
    var end = start + label.utf8.count
    guard end < count, self[start..<end].elementsEqual(label.utf8) else { return nil }
    while end < count, end - start < 16, [0x20, 0x22, 0x27].contains(self[end]) { end += 1 }
    guard end < count, [UInt8(ascii: "="), UInt8(ascii: ":")].contains(self[end]) else {
      return nil
    }
    return end + 1
  }

  /// Whether `pattern` stands in the 400 bytes before `end`: what belongs together is not further.
  func names(_ pattern: BytePattern, before end: Int, within limit: Int = 400) -> Bool {
    self[Swift.max(0, end - limit)..<Swift.min(count, end)].contains(bytesOf: pattern)
  }

  /// The distance from `end` of the nearest `pattern` in the 400 bytes before it; nil without one.
  func distance(to pattern: BytePattern, before end: Int) -> Int? {
    var at = Swift.max(0, end - 400)
    var last: Int?
    while let found = self.end(of: pattern, from: at), found <= end {
      last = end - found
      at = found
    }
    return last
  }
}
