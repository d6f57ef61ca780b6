import FoundationEssentials
import Glibc

/// Reads any bytes as what an editor sends: whole messages until the end, or an error with a text.
/// Each message, sent again, is read as itself.
func checkEditor(_ input: [UInt8]) {
  let messages = editorMessages(input)
  var again: [UInt8] = []
  for message in messages {
    guard let body = try? JSONEncoder().encode(message) else {
      fatalError("a message that was read cannot be written")
    }
    again += Array("Content-Length: \(body.count)\r\n\r\n".utf8) + body
  }
  claim(editorMessages(again) == messages, "a message that was sent again is another one")
}

/// The messages that are read before the end or the first error.
private func editorMessages(_ bytes: [UInt8]) -> [EditorValue] {
  let file = ScratchFile.shared
  file.replace(with: bytes)
  let descriptor = open(file.path, O_RDONLY)
  guard descriptor >= 0 else { fatalError("the scratch file cannot be opened, errno \(errno)") }
  defer { close(descriptor) }
  var channel = EditorChannel(reading: descriptor)
  var messages: [EditorValue] = []
  do throws(EditorChannel.Failure) {
    while let message = try channel.next() { messages.append(message) }
  } catch {
    claim(!error.description.isEmpty, "an error without a text")
  }
  return messages
}
