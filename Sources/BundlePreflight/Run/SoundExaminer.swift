import AlertSounds
import AudioFormats
import Files
import Glibc

/// Examines one sound.
struct SoundExaminer {
  /// The maximum size (bytes) of a sound read from an archive: more than the largest allowed one,
  /// so that the rule about sizes can report it.
  static let byteLimit: Int64 = 32 << 20

  private let preflight: Preflight

  init(_ preflight: Preflight) { self.preflight = preflight }

  func examine(
    _ source: Result<any ByteSource, FileError>, as path: String, byteCount: Int64,
    _ depth: SoundSelection.Depth, isShared: Bool
  ) -> SoundExamination {
    let readsSamples = depth == .full && preflight.examinesSamples
    let validator = SoundValidator(
      readsSamples ? .allRules : .rulesWithoutSamples,
      limits: preflight.configuration.limits, isShared: isShared)
    switch source {
    case .success(let source):
      var examination = validator.examine(source, path: path)
      if preflight.previews == nil {
        examination.measurements = examination.measurements?.withoutWaveform
      }
      if readsSamples, let previews = preflight.previews,
        let wave = SoundPreview.wave(of: source, path: path)
      {
        previews.add(wave, of: path)
      }
      return examination
    case .failure(let error) where error.reason == .system(EFBIG):
      return SoundExamination(unread: path, moreThan: Self.byteLimit)
    case .failure(let error):
      return SoundExamination(unreadable: path, error)
    }
  }
}
