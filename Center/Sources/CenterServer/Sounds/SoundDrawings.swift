import Foundation
import Glibc
import SoundResolution
import Synchronization

/// Reports and shapes of files as JSON, each made once as long as the file stays the same.
final class SoundDrawings: Sendable {
  private struct Version: Hashable {
    let file: SoundPath
    let inode: UInt64
    let size: Int
    let seconds: Int
    let nanoseconds: Int
  }

  /// Files that one process reads.
  private static let groupSize = 25
  private static let limit = 1_000
  private let known = Mutex<[Version: Data]>([:])

  /// A ``SoundRecord`` as JSON for each file.
  /// - Throws: ``Refusal`` where no process can be started to read them.
  func records(of files: [SoundPath]) throws -> [Data] {
    let versions = files.map(Self.version)
    var records = known.withLock { known in versions.map { $0.flatMap { known[$0] } } }
    var missing = records.indices.filter { records[$0] == nil }[...]
    while !missing.isEmpty {
      let group = missing.prefix(Self.groupSize)
      let made = try Self.read(group.map { files[$0] })
      for (index, record) in zip(group, made) {
        records[index] = record.json
        if record.isFinal { keep(record.json, of: versions[index]) }
      }
      missing = missing.dropFirst(Self.groupSize)
    }
    return records.compactMap(\.self)
  }

  private func keep(_ record: Data, of version: Version?) {
    guard let version else { return }
    known.withLock { known in
      if known.count >= Self.limit { known = [:] }
      known[version] = record
    }
  }

  /// Each file that ends its reader is reported as unreadable, and the next reader goes on after it.
  private static func read(_ files: [SoundPath]) throws -> [(json: Data, isFinal: Bool)] {
    var records: [(Data, Bool)] = []
    var rest = files[...]
    while !rest.isEmpty {
      let end = try SoundProcess.run(.describe(Array(rest)))
      var lines = end.output.split(separator: 0x0A, omittingEmptySubsequences: false)[...]
      // After the last end of a line: what the reader has not written completely.
      lines = lines.dropLast()
      records += lines.prefix(rest.count).map { (Data($0), true) }
      rest = rest.dropFirst(lines.count)
      guard let broken = rest.first else { break }
      let reason = end.reason ?? "its reader gave no answer"
      records.append(
        (try JSON.encode(SoundRecord(unread: broken, reason: reason)), !end.wasSilent))
      rest = rest.dropFirst()
    }
    return records
  }

  private static func version(of file: SoundPath) -> Version? {
    var status = stat()
    guard stat(file.path, &status) == 0 else { return nil }
    return Version(
      file: file, inode: UInt64(status.st_ino), size: Int(status.st_size),
      seconds: status.st_mtim.tv_sec, nanoseconds: status.st_mtim.tv_nsec)
  }
}
