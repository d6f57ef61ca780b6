import Glibc

/// A text to search for in bytes, with the table of Horspool's search, which for a text of n bytes
/// examines about every n-th byte.
struct BytePattern: ExpressibleByStringLiteral, Sendable {
  private let text: StaticString
  /// By the byte at the end of the compared place: how far the search moves on.
  private let shifts: [UInt8]

  /// - Parameter text: of 1 to 255 bytes.
  init(stringLiteral text: StaticString) {
    self.text = text
    let length = text.utf8CodeUnitCount
    var shifts = [UInt8](repeating: UInt8(length), count: 256)
    for index in 0..<(length - 1) {
      shifts[Int(text.utf8Start[index])] = UInt8(length - 1 - index)
    }
    self.shifts = shifts
  }

  /// The end of the first place in `bytes` that starts at `from` or later.
  fileprivate func end(in bytes: UnsafeBufferPointer<UInt8>, from: Int) -> Int? {
    guard let start = bytes.baseAddress else { return nil }
    let length = text.utf8CodeUnitCount
    let lastOfText = text.utf8Start[length - 1]
    return shifts.withUnsafeBufferPointer { shifts in
      var end = from + length
      while end <= bytes.count {
        let last = start[end - 1]
        // Calling `memcmp` for each place would take most of the time.
        if last == lastOfText, memcmp(start + (end - length), text.utf8Start, length) == 0 {
          return end
        }
        end += Int(shifts[Int(last)])
      }
      return nil
    }
  }
}

extension Collection where Element == UInt8 {
  /// Whether these bytes contain those of `pattern`.
  func contains(bytesOf pattern: BytePattern) -> Bool {
    withContiguousStorageIfAvailable { pattern.end(in: $0, from: 0) != nil } ?? false
  }

  /// The end of the first place of `pattern` that starts at least `offset` bytes after the first
  /// byte.
  func end(of pattern: BytePattern, from offset: Int) -> Int? {
    withContiguousStorageIfAvailable { pattern.end(in: $0, from: offset) } ?? nil
  }
}
