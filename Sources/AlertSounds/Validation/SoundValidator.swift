import AudioContainers
import AudioTypes
public import Files

/// Checks sounds against the rules for alert sounds.
///
/// Only our own readers see the file: a foreign format is told by its first bytes and refused.
public struct SoundValidator: Sendable {
  /// Which rules are asked.
  public enum Scope: Hashable, Sendable {
    /// What devices want.
    case appleRules
    /// All rules; the samples are measured.
    case allRules
    /// The rules that need no samples: nothing is decoded.
    case rulesWithoutSamples
  }

  private let scope: Scope
  private let limits: SoundLimits

  public init(_ scope: Scope = .appleRules, limits: SoundLimits = SoundLimits()) {
    self.scope = scope
    self.limits = limits
  }

  /// Validates the file `path`; a file that cannot be read is a finding too.
  public func validate(path: String) -> SoundReport { examine(path: path).report }

  /// Validates bytes under the name `path`.
  public func validate(_ source: any ByteSource, path: String) -> SoundReport {
    examine(source, path: path).report
  }

  /// Validates the file `path` and tells what was measured.
  public func examine(path: String) -> SoundExamination {
    do {
      return examine(try FileSource(path: path), path: path)
    } catch {
      return SoundExamination(unreadable: path, error)
    }
  }

  /// Validates bytes under the name `path` and tells what was measured.
  public func examine(_ source: any ByteSource, path: String) -> SoundExamination {
    let content = Result { () throws(ContainerError) in try ContainerDescription(parsing: source) }
    var sound = ExaminedSound(path: path, source: source, content: content, limits: limits)
    switch scope {
    case .appleRules: break
    case .allRules: sound.samples = .measured(measure(sound))
    case .rulesWithoutSamples: sound.samples = .left
    }
    let rules = scope == .appleRules ? SoundRules.apple : SoundRules.apple + SoundRules.shape
    let description = sound.description
    let report = SoundReport(
      file: path, container: description?.container.name,
      dataFormat: description?.dataFormat.codingName, duration: description?.duration,
      findings: rules.flatMap { $0.check(sound) })
    return SoundExamination(
      report: report, measurements: sound.measurements, byteCount: source.byteCount)
  }

  /// nil where there is nothing to measure, too much, or a bad packet, which is the packet rule's
  /// finding.
  private func measure(_ sound: ExaminedSound) -> SoundMeasurements? {
    guard sound.isReadWhole, let description = sound.description else { return nil }
    return try? SoundMeasurements(measuring: description, in: sound.source, path: sound.path)
  }
}

/// A report, and what else was learned on the way.
public struct SoundExamination: Sendable {
  public let report: SoundReport
  /// nil where the samples were not measured, or could not be.
  public var measurements: SoundMeasurements?
  /// nil where the file cannot be read.
  public let byteCount: Int64?
}

extension SoundExamination {
  /// The examination of a file that cannot be read.
  public init(unreadable path: String, _ error: FileError) {
    let report = SoundReport(
      file: path, container: nil, dataFormat: nil, duration: nil,
      findings: [UnreadableFile.finding(error)])
    self.init(report: report, measurements: nil, byteCount: nil)
  }

  /// The examination of a file of which only so much is known: it has more than `byteCount` bytes.
  public init(unread path: String, moreThan byteCount: Int64) {
    let finding = Finding(
      rule: FileSizeRule.identifier, severity: .error,
      message: "more than \(byteCount >> 20) MiB: no alert sound has so many")
    let report = SoundReport(
      file: path, container: nil, dataFormat: nil, duration: nil, findings: [finding])
    self.init(report: report, measurements: nil, byteCount: nil)
  }
}
