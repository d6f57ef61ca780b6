import AudioTypes

/// `text` as one word of a shell command.
func shellWord(_ text: String) -> String {
  let word = text.hasPrefix("-") ? "./" + text : text
  guard !word.isEmpty, word.utf8.allSatisfy(isPlain) else {
    let parts = printable(word).split(separator: "'", omittingEmptySubsequences: false)
    return "'" + parts.joined(separator: "'\\''") + "'"
  }
  return word
}

/// Whether no shell gives `byte` a meaning of its own.
private func isPlain(_ byte: UInt8) -> Bool {
  switch byte {
  case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
    UInt8(ascii: "0")...UInt8(ascii: "9"):
    true
  default: "._-/+,:@%".utf8.contains(byte)
  }
}
