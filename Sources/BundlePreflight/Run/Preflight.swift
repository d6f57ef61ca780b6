import AlertSounds
import AudioTypes

/// Checks sounds, folders, app bundles, archives and projects before an app ships.
///
/// Nothing is executed, unpacked or changed. Memory grows by some hundred bytes for each sound.
public struct Preflight: Sendable {
  /// What the project wants.
  public var configuration: PreflightConfiguration
  /// Whether sounds are decoded, for the rules that need samples.
  public var examinesSamples: Bool
  /// Where previews of sounds are kept for a report with players; nil where none is written.
  public let previews: PreviewSpool?

  /// - Parameters:
  ///   - configuration: what the project wants.
  ///   - makesPreviews: whether a report with waveforms and players will be written.
  public init(configuration: PreflightConfiguration, makesPreviews: Bool = false) {
    self.configuration = configuration
    examinesSamples = configuration.examinesSamples
    previews = makesPreviews ? PreviewSpool() : nil
  }

  /// Checks what the paths lead to; together they are one world: a payload in one of them may ask
  /// for a sound in another.
  /// - Parameters:
  ///   - paths: sounds, folders, bundles, archives and payloads.
  ///   - progress: is told how many files are done, and of how many.
  public func run(
    _ paths: [String], progress: @Sendable (_ done: Int, _ total: Int) -> Void = { _, _ in }
  ) -> PreflightReport {
    let inputs = paths.map(PreflightInput.init(path:))
    let surveys = Survey.all(inputs, of: self, progress: progress)
    return PreflightAssembly(self, surveys).report()
  }
}
