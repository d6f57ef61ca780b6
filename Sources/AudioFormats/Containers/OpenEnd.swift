import Files

/// Recognizes audio whose length was never written: that of a pipe, or of a recorder that was
/// interrupted. Such audio ends with the file.
struct OpenEnd {
  /// A size that is this many bytes greater than the file is a placeholder, not damage: a download
  /// that breaks off does not lose so much of an alert sound.
  static let placeholderExcess: Int64 = 1 << 30

  /// Bytes of the file.
  let byteCount: Int64
  /// The end that the outer form states; nil for a container without one.
  let formEnd: Int64?

  /// Whether a file could have this at all: most need no second walk.
  var isPossible: Bool { isPlaceholder(form: formEnd) || (formEnd ?? 0) < byteCount }

  /// Whether the audio that starts at `start` ends with the file.
  /// - Parameters:
  ///   - field: the size field of the audio's chunk.
  ///   - start: the offset after the chunk's header.
  ///   - header: bytes between the chunk's header and the audio.
  func holds(
    _ field: UInt64, from start: Int64, header: Int64, _ source: some ByteSource
  ) throws(FileError) -> Bool {
    let left = byteCount - start
    guard left > header, field != UInt64(left) else { return false }
    let isEmpty = field == 0 || field == UInt64(header)
    if isPlaceholder(form: formEnd), isEmpty || isPlaceholder(field) { return true }
    // The header was written, and nothing after it: the form ends where the audio starts.
    guard isEmpty, formEnd == nil || formEnd == start + Int64(field) else { return false }
    let next = try source.bytes(at: start + Int64(field), count: 4)
    return !next.allSatisfy { (0x20..<0x7F).contains($0) }
  }

  /// Sox writes 7FFFF000 into a pipe and ffmpeg FFFFFFFF, however long the sound becomes.
  private func isPlaceholder(_ size: UInt64) -> Bool {
    (0x7FFF_F000...0x7FFF_FFFF).contains(size) || size == 0xFFFF_FFFF
      || size >= UInt64(byteCount + Self.placeholderExcess)
  }

  /// The form's size counts neither its ID nor itself: 8 bytes.
  private func isPlaceholder(form end: Int64?) -> Bool {
    end.map { $0 == 8 || isPlaceholder(UInt64($0 - 8)) } ?? false
  }

  /// The finding about audio of `byteCount` bytes.
  static func note(_ byteCount: Int, at position: Int64) -> Irregularity {
    Irregularity(
      .unknownLength, at: position,
      "the header has no length, as from a pipe or an unfinished recording: the \(byteCount) bytes "
        + "up to the end of the file are taken")
  }
}
