/// Words that are sought in many texts.
struct WordSet: Sendable {
  private let hashes: Set<UInt64>

  init(_ sets: [WordSet]) { hashes = sets.reduce(into: []) { $0.formUnion($1.hashes) } }

  init(_ words: Set<String>) { hashes = Set(words.map { Self.hash($0.utf8) }) }

  private static func hash(_ word: some Sequence<UInt8>) -> UInt64 {
    word.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
  }

  /// Whether a text has one of them.
  func isIn(_ bytes: [UInt8]) -> Bool {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    var isInWord = false
    for byte in bytes {
      if Lexer.isWord(byte) {
        hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3
        isInWord = true
      } else if isInWord {
        if hashes.contains(hash) { return true }
        hash = 0xCBF2_9CE4_8422_2325
        isInWord = false
      }
    }
    return isInWord && hashes.contains(hash)
  }
}
