import AudioFormats
public import Files

/// Checks sounds against the rules for alert sounds.
///
/// Only our own readers see the file: a foreign format is recognized by its first bytes and
/// refused.
public struct SoundValidator: Sendable {
  /// The rules to check.
  public enum Scope: Hashable, Sendable {
    /// The requirements of devices.
    case appleRules
    /// All rules; the samples are measured.
    case allRules
    /// The rules that do not need samples: nothing is decoded.
    case rulesWithoutSamples
  }

  private let scope: Scope
  private let limits: RuleLimits
  private let isShared: Bool

  /// - Parameters:
  ///   - scope: which rules are asked.
  ///   - limits: the numbers that a project has chosen.
  ///   - isShared: whether Android plays the same files, so that a fix must not take them away from
  ///     it.
  public init(
    _ scope: Scope = .appleRules, limits: RuleLimits = RuleLimits(), isShared: Bool = false
  ) {
    self.scope = scope
    self.limits = limits
    self.isShared = isShared
  }

  /// Validates the file `path`; a file that cannot be read is a finding too.
  public func validate(path: String) -> SoundReport { examine(path: path).report }

  /// Validates bytes under the name `path`.
  public func validate(_ source: any ByteSource, path: String) -> SoundReport {
    examine(source, path: path).report
  }

  /// Validates the file `path` and returns the measurements, too.
  public func examine(path: String) -> SoundExamination {
    let limit = Int64(exactly: (limits[.fileSize] * 0x1p20).rounded(.down)) ?? .max
    do {
      return examine(try FileSource(path: path, inputLimit: limit), path: path)
    } catch {
      if case .tooLarge = error.reason { return SoundExamination(unread: path, moreThan: limit) }
      return SoundExamination(unreadable: path, error)
    }
  }

  /// Validates bytes under the name `path` and returns the measurements, too.
  public func examine(_ source: any ByteSource, path: String) -> SoundExamination {
    let content = ExaminedSound.Content(of: source)
    var sound = ExaminedSound(path: path, source: source, content: content, limits: limits)
    sound.isShared = isShared
    switch scope {
    case .appleRules: break
    case .allRules: sound.samples = .measured(measure(sound))
    case .rulesWithoutSamples: sound.samples = .left
    }
    let rules = scope == .appleRules ? SoundRules.apple : SoundRules.apple + SoundRules.shape
    let description = sound.description
    let report = SoundReport(
      file: path, container: description?.container.name,
      dataFormat: description?.dataFormat.codingName, duration: sound.duration,
      findings: rules.flatMap { $0.check(sound) })
    return SoundExamination(
      report: report, measurements: sound.measurements, byteCount: source.byteCount,
      isUnpromised: Self.isUnpromised(content), impostor: Self.impostor(content, source.byteCount))
  }

  private static func impostor(
    _ content: ExaminedSound.Content, _ byteCount: Int64
  ) -> String? {
    guard case .failure(.notAContainer(let kind)) = content else { return nil }
    if byteCount == 0 { return "nothing" }
    return kind.flatMap { $0.isSound ? nil : $0.name }
  }

  /// AAC and MP3, in their own files or in an alert container: Apple's list has neither
  /// (`UNNotificationSound`), and apps ship them as alerts all the same.
  private static func isUnpromised(_ content: ExaminedSound.Content) -> Bool {
    switch content {
    case .container(let description):
      guard case .other(let id, _, _) = description.dataFormat.coding else { return false }
      return switch id {
      case .fourCharCode(let code): code == ".mp3" || code.bytes.starts(with: "aac".utf8)
      case .waveTag(let tag): tag == 0x0055
      }
    case .failure(.notAContainer(let kind)): return [.mp3, .adts, .mpeg4].contains(kind)
    case .failure: return false
    }
  }

  /// nil if there is nothing to measure, too much, or a bad packet, which the packet rule reports.
  private func measure(_ sound: ExaminedSound) -> SoundMeasurements? {
    guard sound.isReadWhole, let description = sound.description else { return nil }
    return try? SoundMeasurements(measuring: description, in: sound.source, path: sound.path)
  }
}

/// A report, and the other results of the examination.
public struct SoundExamination: Sendable {
  /// The findings of the rules.
  public let report: SoundReport
  /// nil where the samples were not measured, or could not be.
  public var measurements: SoundMeasurements?
  /// nil where the file cannot be read.
  public let byteCount: Int64?
  /// Whether the sound is AAC or MP3, which Apple does not promise to play as an alert and which
  /// apps use all the same.
  public var isUnpromised = false
  /// The file's kind if it is not a sound, for people: `a Git LFS pointer`, `nothing`. nil if the
  /// file holds a sound, or unknown bytes.
  public var impostor: String?
}

extension SoundExamination {
  /// The examination of a file that cannot be read.
  public init(unreadable path: String, _ error: FileError) {
    // A folder is a project, or holds some.
    let fix =
      error.reason == .notRegular(.directory)
      ? Fix(.command(Fix.Command("tocsin preflight", [error.path]))) : nil
    self.init(path, Rule.fileUnreadable.finding(error.reasonText, fix: fix))
  }

  /// The examination of a file that is too large to read: it has more than `byteCount` bytes.
  public init(unread path: String, moreThan byteCount: Int64) {
    let message = "more than \(byteCount >> 20) MiB: no alert sound has so many"
    self.init(path, Rule.fileSize.finding(message, fix: Fix(nil, .shrink)))
  }

  /// The examination of a file of which nothing is known but one finding.
  private init(_ path: String, _ finding: Finding) {
    let report = SoundReport(
      file: path, container: nil, dataFormat: nil, duration: nil, findings: [finding])
    self.init(report: report, measurements: nil, byteCount: nil)
  }
}
