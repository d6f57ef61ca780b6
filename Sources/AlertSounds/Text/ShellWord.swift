import AudioFormats
import Files

/// `text` as one word of a shell command.
public func shellWord(_ text: String) -> String {
  let quote = UInt8(ascii: "'")
  let word = printable(text.utf8.first == UInt8(ascii: "-") ? "./" + text : text)
  if !word.isEmpty, word.utf8.allSatisfy(isPlain) { return word }
  // Bytes, not characters: a quote with an accent on it is a quote to a shell.
  var quoted = [quote]
  for byte in word.utf8 { quoted += byte == quote ? Array("'\\''".utf8) : [byte] }
  return String(decoding: quoted + [quote], as: UTF8.self)
}

/// Whether `byte` is a plain character in every shell.
private func isPlain(_ byte: UInt8) -> Bool {
  switch byte {
  case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
    UInt8(ascii: "0")...UInt8(ascii: "9"):
    true
  default: "._-/+,:@%".utf8.contains(byte)
  }
}
