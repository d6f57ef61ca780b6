/// The values in string catalogues, `.strings` files and an app's `Info.plist` that are names of
/// alert sounds.
///
/// Which of them code passes to a notification is not known: they are doubtful references.
struct NamedResources {
  private let bytes: [UInt8]

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// Whether a file is of one of these kinds.
  static func isWanted(_ path: TreePath) -> Bool {
    ["strings", "xcstrings"].contains(path.suffix) || path.name.hasSuffix("Info.plist")
  }

  private static let endings: [BytePattern] = [".caf", ".aif", ".wav"]
  private static let anyEnding = PatternSet([[".caf", ".aif", ".wav"]])

  func run(_ hits: inout ReferenceHits) {
    guard Self.anyEnding.found(in: bytes)[0] else { return }
    // The translations of a catalogue mostly have one name.
    var known: Set<String> = []
    for ending in Self.endings {
      var at = 0
      while let end = bytes.end(of: ending, from: at) {
        at = end
        guard hits.mayLook(), let (name, start) = value(around: end), known.insert(name).inserted
        else { continue }
        hits.ask(for: name, at: start, .appleSource, on: .apple, isCertain: false)
      }
    }
  }

  /// The whole value around an offset, and the offset where it starts.
  private func value(around offset: Int) -> (name: String, start: Int)? {
    var end = offset
    while end < bytes.count, end - offset < 4, Lexer.isWord(bytes[end]) { end += 1 }
    guard end < bytes.count, [UInt8(ascii: "\""), UInt8(ascii: "<")].contains(bytes[end]) else {
      return nil
    }
    let opening = bytes[end] == UInt8(ascii: "<") ? UInt8(ascii: ">") : UInt8(ascii: "\"")
    var start = offset
    while start > 0, offset - start < 255, bytes[start - 1] != opening, bytes[start - 1] >= 0x20 {
      start -= 1
    }
    guard start > 0, bytes[start - 1] == opening, isValue(start - 1) else { return nil }
    let name = String(decoding: bytes[start..<end], as: UTF8.self)
    guard SoundNames.isFileName(name) else { return nil }
    return (name, opening == UInt8(ascii: "\"") ? start - 1 : start)
  }

  /// Whether what opens at `opening` is a value: `"key" = "…"`, `"value" : "…"`, `<string>…`.
  private func isValue(_ opening: Int) -> Bool {
    if bytes[opening] == UInt8(ascii: ">") {
      return bytes[..<(opening + 1)].suffix(8).elementsEqual("<string>".utf8)
    }
    let before = bytes[..<opening].suffix(16).last { $0 > 0x20 }
    return before == UInt8(ascii: "=") || before == UInt8(ascii: ":")
  }
}
