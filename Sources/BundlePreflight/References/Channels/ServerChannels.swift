/// The channels that servers in Python, Ruby, Go, PHP, C# and their like name in pushes to Android.
///
/// In all of them `channel_id`, or one of its spellings, is near `android` or in a file that sends
/// to Expo, and the quoted identifier follows.
struct ServerChannels {
  private let bytes: [UInt8]
  private let isForExpo: Bool
  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    isForExpo = Self.sendsToExpo(bytes)
  }

  static func mayName(_ bytes: [UInt8]) -> Bool {
    bytes.contains(bytesOf: "hannel") && (sendsToExpo(bytes) || sendsToFirebase(bytes))
  }

  private static func sendsToExpo(_ bytes: [UInt8]) -> Bool {
    bytes.contains(bytesOf: "exp.host") || bytes.contains(bytesOf: "PushToken[")
      || bytes.contains(bytesOf: "exponent_server_sdk")
  }

  private static func sendsToFirebase(_ bytes: [UInt8]) -> Bool {
    (bytes.contains(bytesOf: "ndroid"))
      && (bytes.contains(bytesOf: "fcm") || bytes.contains(bytesOf: "FCM")
        || bytes.contains(bytesOf: "essaging"))
  }

  func run(_ hits: inout ReferenceHits) {
    let sought: BytePattern = "hannel"
    var at = 0
    while let end = bytes.end(of: sought, from: at), end < bytes.count {
      at = end
      guard hits.mayLook() else { return }
      look(from: at - 7, after: at, &hits)
    }
  }

  /// `"channel_id": "bells"`, `channel_id='bells'`, `ChannelID: "bells"`, `'channelId' => 'bells'`.
  private func look(from start: Int, after end: Int, _ hits: inout ReferenceHits) {
    guard start >= 0, let value = value(after: end), !bytes.isInComment(start),
      isForExpo || bytes.names("ndroid", before: start)
    else { return }
    var close = value + 1
    while close < bytes.count, close - value < 128, bytes[close] != bytes[value],
      Lexer.isWord(bytes[close]) || [0x2D, 0x2E, 0x20].contains(bytes[close])
    {
      close += 1
    }
    guard close < bytes.count, bytes[close] == bytes[value], close > value + 1 else { return }
    let name = String(decoding: bytes[(value + 1)..<close], as: UTF8.self)
    guard !name.contains("$") else { return }
    hits.note(channel: name, .pushed, .unknown, at: value)
  }

  /// The quotation mark of the value after `…_id`, `…Id` or `…ID`; nil if another word is there.
  private func value(after end: Int) -> Int? {
    var at = end
    if at < bytes.count, bytes[at] == UInt8(ascii: "_") { at += 1 }
    guard at + 1 < bytes.count, bytes[at] | 0x20 == UInt8(ascii: "i"),
      bytes[at + 1] | 0x20 == UInt8(ascii: "d")
    else { return nil }
    at += 2
    let first = at
    var hasMark = false
    while at < bytes.count, at - first < 12 {
      switch bytes[at] {
      case UInt8(ascii: "\""), UInt8(ascii: "'"):
        if hasMark { return at }
      case UInt8(ascii: ":"), UInt8(ascii: "="), UInt8(ascii: "("): hasMark = true
      case UInt8(ascii: ">"), UInt8(ascii: "]"), 0x20, 0x09: break
      default: return nil
      }
      at += 1
    }
    return nil
  }

}
