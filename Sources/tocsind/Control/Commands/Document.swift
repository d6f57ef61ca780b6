import Foundation

/// A document that a command was given.
/// - Parameter file: a path; - is standard input.
func document(at file: String) throws -> Data {
  let maximumSize = 64 << 20
  let handle = file == "-" ? .standardInput : FileHandle(forReadingAtPath: file)
  let content = Result { try handle?.read(upToCount: maximumSize + 1) ?? Data() }
  guard handle != nil, case .success(let data) = content else {
    throw Failure("cannot read '\(file)'")
  }
  guard data.count <= maximumSize else { throw Failure("'\(file)' is larger than 64 MiB") }
  return data
}
