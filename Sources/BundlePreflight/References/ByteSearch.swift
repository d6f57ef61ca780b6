extension Collection where Element == UInt8 {
  /// Whether the bytes of `text`, which has at least one, stand somewhere in these.
  ///
  /// Horspool's search: it looks at about every n-th byte for a text of n.
  func contains(bytesOf text: StaticString) -> Bool {
    let sought = UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount)
    let length = sought.count
    var shifts = [Int](repeating: length, count: 256)
    for (index, byte) in sought.dropLast().enumerated() { shifts[Int(byte)] = length - 1 - index }
    let found = withContiguousStorageIfAvailable { bytes in
      var end = length
      while end <= bytes.count {
        if bytes[(end - length)..<end].elementsEqual(sought) { return true }
        end += shifts[Int(bytes[end - 1])]
      }
      return false
    }
    return found ?? false
  }
}
