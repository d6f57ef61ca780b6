extension String {
  /// A short text that stands for this one in names of files, the same in every process: FNV-1a, 64
  /// bits, in hexadecimal.
  var fingerprint: String {
    let hash = utf8.reduce(0xCBF2_9CE4_8422_2325 as UInt64) {
      ($0 ^ UInt64($1)) &* 0x100_0000_01B3
    }
    return String(hash, radix: 16)
  }
}
