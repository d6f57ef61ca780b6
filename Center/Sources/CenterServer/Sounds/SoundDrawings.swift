import AlertSounds
import Foundation
import Glibc
import SoundDrawing
import SoundResolution
import Synchronization

/// A sound as the page shows it.
struct SoundRecord: Encodable, Sendable {
  let folder: Int
  let place: ResolvedSound.Place
  let path: String
  let name: String
  let report: SoundReport
  /// The shape as a path of SVG, 0 to `columns` wide and -100 to 100 high; empty where the sound
  /// cannot be decoded.
  let shape: String
  let columns: Int
  /// Names and values of its measurements.
  let numbers: [[String]]
}

/// Reports and shapes of files, each made once as long as the file stays the same.
final class SoundDrawings: Sendable {
  private struct Version: Hashable {
    let path: String
    let inode: UInt64
    let size: Int
    let seconds: Int
    let nanoseconds: Int
  }

  private static let columnCount = 240
  private static let limit = 1_000
  private let known = Mutex<[Version: SoundRecord]>([:])

  func record(of name: String, _ folder: SoundFolder, _ index: Int) -> SoundRecord {
    let path = folder.path + "/" + name
    let version = Self.version(of: path)
    if let version, let record = known.withLock({ $0[version] }), record.folder == index {
      return record
    }
    let record = Self.make(name, folder, index)
    if let version {
      known.withLock { known in
        if known.count >= Self.limit { known = [:] }
        known[version] = record
      }
    }
    return record
  }

  private static func make(_ name: String, _ folder: SoundFolder, _ index: Int) -> SoundRecord {
    let path = folder.path + "/" + name
    let report = SoundValidator().validate(path: path)
    // Only our own readers see the file: a foreign decoder is for files that the user hands over.
    let picture =
      report.container == nil
      ? nil
      : try? SoundPicture(
        of: SoundFile(path: path, runsPrograms: false), columnCount: columnCount)
    return SoundRecord(
      folder: index, place: folder.place, path: path, name: name, report: report,
      shape: picture.map { WaveformShape.path($0.columns, fullScale: 100) } ?? "",
      columns: picture?.columns.count ?? 0,
      numbers: picture?.numbers.map { [$0.name, $0.value] } ?? [])
  }

  private static func version(of path: String) -> Version? {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    return Version(
      path: path, inode: UInt64(status.st_ino), size: Int(status.st_size),
      seconds: status.st_mtim.tv_sec, nanoseconds: status.st_mtim.tv_nsec)
  }
}
