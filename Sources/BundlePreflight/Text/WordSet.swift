/// Words that are sought in many texts.
struct WordSet: Sendable {
  private let hashes: Set<UInt64>
  /// A bit for each hash's last bits: most words of a text are none of these, and hashing them once
  /// more for the set would take most of the time.
  private let bits: [UInt64]

  init(_ sets: [WordSet]) { self.init(hashes: sets.reduce(into: []) { $0.formUnion($1.hashes) }) }

  init(_ words: Set<String>) { self.init(hashes: Set(words.map { Self.hash($0.utf8) })) }

  private init(hashes: Set<UInt64>) {
    self.hashes = hashes
    var bits = [UInt64](repeating: 0, count: 64)
    for hash in hashes { bits[Int(hash >> 6 & 63)] |= 1 << (hash & 63) }
    self.bits = bits
  }

  private static let start: UInt64 = 0xCBF2_9CE4_8422_2325
  private static let factor: UInt64 = 0x100_0000_01B3

  private static let isWord = (0...255).map { Lexer.isWord(UInt8($0)) }

  private static func hash(_ word: some Sequence<UInt8>) -> UInt64 {
    word.reduce(start) { ($0 ^ UInt64($1)) &* factor }
  }

  private func contains(hash: UInt64) -> Bool {
    bits[Int(hash >> 6 & 63)] & 1 << (hash & 63) != 0 && hashes.contains(hash)
  }

  /// Whether a text is one of them.
  func contains(_ word: ArraySlice<UInt8>) -> Bool { contains(hash: Self.hash(word)) }

  /// Whether a folder around a path is called so.
  func hasFolder(of path: TreePath) -> Bool {
    var hash = Self.start
    for byte in path.text.utf8 {
      if byte == UInt8(ascii: "/") {
        if contains(hash: hash) { return true }
        hash = Self.start
      } else {
        hash = (hash ^ UInt64(byte)) &* Self.factor
      }
    }
    return false
  }

  /// Whether a text has one of them.
  func isIn(_ bytes: [UInt8]) -> Bool {
    let isWord = Self.isWord
    return bytes.withUnsafeBufferPointer { bytes in
      var hash = Self.start
      for byte in bytes {
        if isWord[Int(byte)] {
          hash = (hash ^ UInt64(byte)) &* Self.factor
        } else if hash != Self.start {
          if contains(hash: hash) { return true }
          hash = Self.start
        }
      }
      return hash != Self.start && contains(hash: hash)
    }
  }
}
