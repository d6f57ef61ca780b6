import Files

extension RepairPlan {
  /// The changes of texts in the form that `git apply` and `patch -p1` read; for a sound, only a
  /// line that it differs. Nothing is written.
  ///
  /// Files are named from the working folder; those outside of it, from the path among `paths` that
  /// has them, for neither program leaves its folder.
  public var diff: String {
    Dictionary(grouping: repairs, by: \.file).sorted { $0.key < $1.key }
      .map { file, repairs in Self.diff(file, as: name(of: file), repairs) }.joined()
  }

  /// The folders outside of the working folder from which files of the diff are named.
  public var foldersOfDiff: [String] {
    repairs.map(\.file).compactMap(folder).withoutRepeats()
  }

  private static func diff(_ file: String, as name: String, _ repairs: [Repair]) -> String {
    guard let source = try? FileSource(path: file),
      let old = try? source.bytes(at: 0, count: Int(source.byteCount)),
      let new = try? changed(old, by: repairs), old != new,
      let before = String(validating: old, as: UTF8.self),
      let after = String(validating: new, as: UTF8.self)
    else { return "Binary files a/\(name) and b/\(name) differ\n" }
    return UnifiedDiff(lines(before), lines(after)).text(name: name)
  }

  private static func changed(_ bytes: [UInt8], by repairs: [Repair]) throws -> [UInt8] {
    // From the last place to the first, so that the positions of earlier ones stay valid.
    try repairs.sorted { $0.position > $1.position }
      .reduce(bytes) { bytes, repair in try repair.changed(bytes) }
  }

  /// A path below the top, as it appears on both sides of a diff.
  private func name(of file: String) -> String {
    let top = AbsolutePath.of(folder(of: file) ?? ".").text
    return printable(String(AbsolutePath.of(file).text.dropFirst(top.count).drop { $0 == "/" }))
  }

  /// The folder from which a file outside of the working folder is named; nil for all others.
  private func folder(of file: String) -> String? {
    let whole = AbsolutePath.of(file)
    guard !whole.isBelow(AbsolutePath.of(".")) else { return nil }
    let path = paths.first { whole.isBelow(AbsolutePath.of($0)) } ?? "/"
    guard AbsolutePath.of(path) == whole else { return path }
    let folder = TreePath(path).folder.text
    return folder.isEmpty ? "/" : folder
  }

  /// The lines with their line ends.
  private static func lines(_ text: String) -> [Substring] {
    var lines: [Substring] = []
    var rest = text[...]
    while let end = rest.utf8.firstIndex(of: 0x0A) {
      let next = rest.utf8.index(after: end)
      lines.append(rest[..<next])
      rest = rest[next...]
    }
    return rest.isEmpty ? lines : lines + [rest]
  }
}

/// The difference of two texts with equal numbers of lines, in the unified format of diff (POSIX,
/// "diff -u").
struct UnifiedDiff {
  private static let context = 3
  private let old: [Substring]
  private let new: [Substring]

  init(_ old: [Substring], _ new: [Substring]) {
    (self.old, self.new) = (old, new)
  }

  func text(name: String) -> String {
    // A tab marks the end of a name with blanks.
    let end = name.contains(" ") ? "\t\n" : "\n"
    return "--- a/\(name)\(end)+++ b/\(name)\(end)" + hunks.map(text(of:)).joined()
  }

  /// The lines that differ, with their context; adjacent hunks are merged.
  private var hunks: [Range<Int>] {
    var hunks: [Range<Int>] = []
    for index in old.indices where index < new.count && old[index] != new[index] {
      let around = max(0, index - Self.context)..<min(old.count, index + Self.context + 1)
      if let last = hunks.last, last.upperBound >= around.lowerBound {
        hunks[hunks.count - 1] = last.lowerBound..<around.upperBound
      } else {
        hunks.append(around)
      }
    }
    return hunks
  }

  private func text(of hunk: Range<Int>) -> String {
    var text = "@@ -\(hunk.lowerBound + 1),\(hunk.count) +\(hunk.lowerBound + 1),\(hunk.count) @@\n"
    var index = hunk.lowerBound
    while index < hunk.upperBound {
      guard old[index] != new[index] else {
        text += line(" ", old[index])
        index += 1
        continue
      }
      let end = (index..<hunk.upperBound).first { old[$0] == new[$0] } ?? hunk.upperBound
      text += (index..<end).map { line("-", old[$0]) }.joined()
      text += (index..<end).map { line("+", new[$0]) }.joined()
      index = end
    }
    return text
  }

  private func line(_ mark: String, _ line: Substring) -> String {
    mark + line + (line.utf8.last == 0x0A ? "" : "\n\\ No newline at end of file\n")
  }
}
