import AlertSounds
import AudioFormats
import Files

/// The headers of an archive, read in one pass, and the findings about them.
struct ArchiveIndex {
  private(set) var files: [TreeFile] = []
  /// The content of the project files, because readers ask for them in any order.
  private(set) var projectFiles: [TreePath: [UInt8]] = [:]
  private(set) var findings: [PreflightFinding] = []

  private let archive: String
  private let limits: ArchiveLimits
  private var seen: Set<TreePath> = []
  private var inflatedBytes: Int64 = 0
  private var projectBytes = 0
  private var encryptedCount = 0
  /// A finding for each of 10,000 bad entries would hide all others.
  private static let findingsPerRule = 20
  private var findingCounts: [Rule: Int] = [:]

  /// Reads the headers of the archive at `path`.
  init(path: String, limits: ArchiveLimits) {
    archive = path
    self.limits = limits
    do {
      try walk(try ArchiveReader(path: path))
    } catch let failure as ArchiveReader.Failure {
      report(.archiveUnreadable, failure.reason, fix: "make the archive again")
    } catch let error as FileError {
      report(.archiveUnreadable, error.reasonText)
    } catch {
      report(.archiveUnreadable, String(describing: error))
    }
    if encryptedCount > 0 {
      report(
        .archiveUnreadable, "\(encryptedCount) entries are encrypted and cannot be checked",
        fix: "make the archive without a password")
    }
    files.sort { $0.path < $1.path }
  }

  private mutating func walk(_ reader: ArchiveReader) throws {
    var count = 0
    while let entry = try reader.next() {
      count += 1
      guard count <= limits.entryCount else {
        return report(
          .archiveLimit,
          "more than \(limits.entryCount) entries; only the first \(limits.entryCount) are checked")
      }
      if reader.isCompressedStream {
        inflatedBytes += max(0, entry.byteCount ?? 0)
        guard inflatedBytes <= limits.inflatedBytes else {
          return report(
            .archiveLimit, "its entries inflate to more than \(limits.inflatedBytes >> 30) GiB")
        }
      }
      guard let path = admit(entry) else { continue }
      files.append(TreeFile(path: path, byteCount: entry.byteCount ?? 0))
      try keepProjectFile(path, entry, reader)
    }
  }

  /// The path of an accepted entry; nil for a rejected one.
  private mutating func admit(_ entry: ArchiveReader.Entry) -> TreePath? {
    guard !entry.isFolder else { return nil }
    guard Self.isHarmless(entry.path) else {
      report(
        .archiveEntryName,
        "the entry '\(printable(entry.path))' leads out of the folder that it is unpacked in")
      return nil
    }
    guard entry.isRegular, let path = TreePath.top.resolving(entry.path) else { return nil }
    if entry.isEncrypted {
      encryptedCount += 1
      return nil
    }
    guard seen.insert(path).inserted else {
      report(.archiveEntryName, "the entry '\(printable(path.text))' is there twice")
      return nil
    }
    if Self.nested.contains(path.suffix) {
      report(
        .archiveNested, "'\(printable(path.text))' is an archive itself, and is not looked into")
    }
    return path
  }

  private static let nested: Set<String> = [
    "zip", "ipa", "apk", "aab", "aar", "tar", "tgz", "gz", "xz", "bz2", "zst", "7z", "rar",
  ]

  private static func isHarmless(_ path: String) -> Bool {
    !path.isEmpty && path.utf8.first != UInt8(ascii: "/") && !path.utf8.contains(UInt8(ascii: "\\"))
      && !path.pathParts.contains("..")
  }

  private mutating func keepProjectFile(
    _ path: TreePath, _ entry: ArchiveReader.Entry, _ reader: ArchiveReader
  ) throws {
    let room = limits.projectBytes - projectBytes
    guard ProjectFileNames.isOne(path), entry.byteCount ?? 0 <= Int64(room),
      let bytes = try reader.content(limit: room)
    else { return }
    projectBytes += bytes.count
    projectFiles[path] = bytes
  }

  private mutating func report(_ rule: Rule, _ message: String, fix: Fix? = nil) {
    findingCounts[rule, default: 0] += 1
    let count = findingCounts[rule] ?? 0
    guard count <= Self.findingsPerRule else { return }
    let rest = count == Self.findingsPerRule ? " (more of this kind are not listed)" : ""
    findings.append(PreflightFinding(rule.finding(message + rest, fix: fix), file: archive))
  }
}
