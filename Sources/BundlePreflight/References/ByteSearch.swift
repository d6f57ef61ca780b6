import Glibc

/// A text that is sought in bytes, with what Horspool's search knows of it: for a text of n bytes it
/// looks at about every n-th byte.
struct BytePattern: ExpressibleByStringLiteral, Sendable {
  private let text: StaticString
  /// How far a byte at the end of the text's place moves it.
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

  fileprivate func isIn(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    guard let start = bytes.baseAddress else { return false }
    let length = text.utf8CodeUnitCount
    return shifts.withUnsafeBufferPointer { shifts in
      var end = length
      while end <= bytes.count {
        if memcmp(start + (end - length), text.utf8Start, length) == 0 { return true }
        end += Int(shifts[Int(start[end - 1])])
      }
      return false
    }
  }
}

extension Collection where Element == UInt8 {
  /// Whether the bytes of `pattern` stand somewhere in these.
  func contains(bytesOf pattern: BytePattern) -> Bool {
    withContiguousStorageIfAvailable { pattern.isIn($0) } ?? false
  }
}
