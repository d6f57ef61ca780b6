import AlertSounds
import Files
import Foundation
import Glibc
import HTTPTypes
import SoundResolution

/// Work on sound files that are not trusted, which ``SoundProcess`` does.
enum SoundTask: Codable, Sendable {
  /// A ``SoundRecord`` for each file: a line of JSON.
  case describe([SoundPath])
  /// A sound as every browser plays it: the bytes of a WAVE file.
  case preview(path: String)
  /// Puts a file into a folder of sounds; the answer is JSON.
  case add(SoundIntake)

  /// Whether a program may convert the file: one that the user hands over, and none that lies in a
  /// folder.
  var runsPrograms: Bool {
    if case .add = self { true } else { false }
  }

  /// Milliseconds without output after which the process is killed. A sound of 30 s is drawn in less
  /// than one second.
  var maximumSilence: Int32 { runsPrograms ? 120_000 : 5_000 }

  /// Does the work in this process.
  /// - Parameters:
  ///   - bytes: the file that is added; empty for other tasks.
  ///   - write: takes the answer.
  /// - Throws: ``Refusal``, and any error of a file.
  func perform(_ bytes: Data, write: (Data) -> Void) throws {
    switch self {
    case .describe(let paths):
      for path in paths { write(try JSON.encode(SoundRecord(describing: path)) + Data([0x0A])) }
    case .preview(let path):
      guard let wave = SoundPreview.wave(of: try FileSource(path: path), path: path) else {
        throw Refusal(.unprocessableContent, "The sound cannot be decoded.")
      }
      write(Data(wave))
    case .add(let intake): write(try JSON.encode(try intake.take(bytes)))
    }
  }
}

/// A file in a folder of sounds.
struct SoundPath: Codable, Hashable, Sendable {
  /// The index of the folder in the order of the search.
  let folder: Int
  let place: ResolvedSound.Place
  /// The absolute path of the folder.
  let folderPath: String
  let name: String

  var path: String { folderPath + "/" + name }
}

/// A sound as the page shows it.
struct SoundRecord<Report: Encodable & Sendable>: Encodable, Sendable {
  let folder: Int
  let place: ResolvedSound.Place
  let path: String
  let name: String
  let report: Report
  /// The shape as a path of SVG, 0 to `columns` wide and -100 to 100 high; empty where the sound
  /// cannot be decoded.
  let shape: String
  let columns: Int
  /// Names and values of its measurements.
  let numbers: [[String]]

  fileprivate init(_ file: SoundPath, _ report: Report, _ picture: SoundPicture? = nil) {
    folder = file.folder
    place = file.place
    path = file.path
    name = file.name
    self.report = report
    shape = picture.map { WaveformShape.path($0.columns, fullScale: 100) } ?? ""
    columns = picture?.columns.count ?? 0
    numbers = picture?.numbers.map { [$0.name, $0.value] } ?? []
  }
}

extension SoundRecord<SoundReport> {
  /// Validates, measures and draws a file.
  init(describing file: SoundPath) {
    let report = SoundValidator().validate(path: file.path)
    let picture =
      report.container == nil
      ? nil
      : try? SoundPicture(
        of: SoundFile(path: file.path, decoders: .own), columnCount: 240)
    self.init(file, report, picture)
  }
}

/// The report about a file whose reader has ended early.
struct UnreadReport: Encodable, Sendable {
  let file: String
  let findings: [Finding]
}

extension SoundRecord<UnreadReport> {
  init(unread file: SoundPath, reason: String) {
    let finding = Finding(
      rule: "file-unreadable", severity: .error, message: "the file cannot be read: \(reason)")
    self.init(file, UnreadReport(file: file.path, findings: [finding]))
  }
}
