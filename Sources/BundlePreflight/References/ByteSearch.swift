import Glibc

extension Collection where Element == UInt8 {
  /// Whether the bytes of `text`, which has at least one, stand somewhere in these.
  func contains(bytesOf text: StaticString) -> Bool {
    let found = withContiguousStorageIfAvailable { bytes in
      memmem(bytes.baseAddress, bytes.count, text.utf8Start, text.utf8CodeUnitCount) != nil
    }
    return found ?? false
  }
}
