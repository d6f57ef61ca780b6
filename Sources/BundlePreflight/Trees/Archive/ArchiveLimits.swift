/// What an archive may cost: it comes from anywhere.
struct ArchiveLimits: Sendable {
  /// As many as a zip file without its 64-bit extension can hold; a large app has 20,000.
  var entryCount = 65_535
  /// Bytes of a compressed tar file, which has to be inflated to reach its last entry.
  var inflatedBytes: Int64 = 1 << 30
  /// Bytes of all project files together, which are kept while the archive is looked at.
  var projectBytes = 64 << 20
  /// Bytes of all entries that are read; a thousand sounds of half a minute.
  var readBytes: Int64 = 2 << 30
}
