/// The limits on reading an archive, which may come from anyone.
struct ArchiveLimits: Sendable {
  /// The maximum number of entries: that of a zip file without its 64-bit extension; a large app
  /// has 20,000.
  var entryCount = 65_535
  /// The maximum number of bytes inflated from a compressed tar file: reaching its last entry means
  /// inflating all of it.
  var inflatedBytes: Int64 = 1 << 30
  /// The maximum size (bytes) of all project files together, which are kept in memory.
  var projectBytes = 64 << 20
  /// The maximum size (bytes) of all entries that are read; enough for 1,000 sounds of 30 s.
  var readBytes: Int64 = 2 << 30
}
