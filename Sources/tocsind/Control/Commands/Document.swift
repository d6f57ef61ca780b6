import FoundationEssentials
import Glibc
import NotificationTypes

/// A document that a command was given.
/// - Parameter file: a path; - is standard input.
func document(at file: String) throws -> Data {
  let maximumSize = 64 << 20
  let descriptor = file == "-" ? STDIN_FILENO : open(file, O_RDONLY | O_CLOEXEC)
  defer { if descriptor != STDIN_FILENO { close(descriptor) } }
  guard let data = Data(reading: descriptor, upTo: maximumSize + 1) else {
    throw Failure("cannot read '\(file)'")
  }
  guard data.count <= maximumSize else { throw Failure("'\(file)' is larger than 64 MiB") }
  return data
}
