import AlertSounds
import AudioFormats

/// Checks sounds, folders, app bundles, archives and projects before an app ships.
///
/// Nothing is executed, unpacked or changed. Memory grows by some hundred bytes for each sound.
public struct Preflight: Sendable {
  /// The project's settings.
  public var configuration: PreflightConfiguration
  /// Whether sounds are decoded, for the rules that need samples.
  public var examinesSamples: Bool
  /// The previews of sounds for a report with players; nil if no such report is written.
  public let previews: PreviewSpool?

  /// - Parameters:
  ///   - configuration: the project's settings.
  ///   - makesPreviews: whether a report with waveforms and players will be written.
  public init(configuration: PreflightConfiguration, makesPreviews: Bool = false) {
    self.configuration = configuration
    examinesSamples = configuration.examinesSamples
    previews = makesPreviews ? PreviewSpool() : nil
  }

  /// Checks the content of all paths together: a payload in one of them may ask for a sound in
  /// another.
  /// - Parameters:
  ///   - paths: sounds, folders, bundles, archives and payloads.
  ///   - progress: called with the number of checked files and the number of all files.
  public func run(
    _ paths: [String], progress: @Sendable (_ done: Int, _ total: Int) -> Void = { _, _ in }
  ) -> PreflightReport {
    let inputs = paths.map(PreflightInput.init(path:))
    let apps = AppParts(inputs)
    let surveys = Survey.all(inputs, apps, of: self, progress: progress)
    return PreflightAssembly(self, surveys, apps).report()
  }
}
