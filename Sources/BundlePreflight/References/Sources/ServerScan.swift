/// The sounds that servers send to Apple's devices, in languages that are not parsed otherwise:
/// Python, Ruby, Go, PHP, C#, Elixir, Rust, shell, YAML, property lists.
///
/// In all of them `sound` is near `aps`, and a quoted file name follows. The app that receives the
/// message is not known, so a fault is at most a warning.
struct ServerScan {
  private let bytes: [UInt8]
  static let suffixes: Set<String> = [
    "py", "rb", "go", "php", "ex", "exs", "rs", "sh", "bash", "yml", "yaml", "plist",
  ]

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// Whether the source may have such a sound.
  static func mayAsk(_ bytes: [UInt8]) -> Bool {
    bytes.contains(bytesOf: "ound")
      && (bytes.contains(bytesOf: "aps") || bytes.contains(bytesOf: "Aps")
        || bytes.contains(bytesOf: "APS") || bytes.contains(bytesOf: "apns")
        || bytes.contains(bytesOf: "APNS"))
  }

  func run(_ hits: inout ReferenceHits) {
    let sought: BytePattern = "ound"
    var at = 0
    while let end = bytes.end(of: sought, from: at), end < bytes.count {
      at = end
      guard at >= 5, bytes[at - 5] | 0x20 == UInt8(ascii: "s"), hits.mayLook() else { continue }
      look(from: at - 5, after: at, &hits)
    }
  }

  /// `"sound": "ding.caf"`, `sound="ding.caf"`, `Sound("ding.caf")`, `:sound => 'ding.caf'`,
  /// `<key>sound</key><string>ding.caf</string>`, `sound: ding.caf`.
  private func look(from start: Int, after end: Int, _ hits: inout ReferenceHits) {
    guard !bytes.isInComment(start),
      ["aps", "Aps", "APS"].contains(where: { bytes.names($0, before: start + 6) })
    else { return }
    var at = end
    // The name of a call or member may continue: `SoundName`, `set_sound_name`.
    for _ in 0..<8 where at < bytes.count && Lexer.isWord(bytes[at]) { at += 1 }
    var value = at
    while value < bytes.count, value - at < 24, !Self.isNameStart(bytes[value]) {
      // The end of a statement or of an object.
      if [UInt8(ascii: ";"), UInt8(ascii: "}"), UInt8(ascii: ",")].contains(bytes[value]) {
        return
      }
      value += 1
    }
    value = skipTag(value, from: at)
    guard value < bytes.count, let name = name(at: value) else { return }
    hits.ask(for: name, at: value, .server, on: .apple, isCertain: true)
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

  /// Whether `pattern` stands in the 400 bytes before `end`: what belongs together is not further.
  func names(_ pattern: BytePattern, before end: Int) -> Bool {
    self[Swift.max(0, end - 400)..<Swift.min(count, end)].contains(bytesOf: pattern)
  }
}
