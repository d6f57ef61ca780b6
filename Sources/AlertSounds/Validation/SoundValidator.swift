import AudioContainers
public import AudioTypes

/// Checks sounds against Apple's rules for alert sounds.
///
/// Only our own readers see the file: a foreign format is told by its first bytes and refused.
public struct SoundValidator: Sendable {
  public init() {}

  /// Validates the file `path`; a file that cannot be read is a finding too.
  public func validate(path: String) -> SoundReport {
    do {
      return validate(try FileSource(path: path), path: path)
    } catch {
      let finding = Finding(rule: "file-unreadable", severity: .error, message: error.reasonText)
      return SoundReport(
        file: path, container: nil, dataFormat: nil, duration: nil, findings: [finding])
    }
  }

  /// Validates bytes under the name `path`.
  public func validate(_ source: any ByteSource, path: String) -> SoundReport {
    let content = Result { () throws(ContainerError) in try ContainerDescription(parsing: source) }
    let sound = ExaminedSound(path: path, source: source, content: content)
    let description = sound.description
    return SoundReport(
      file: path, container: description?.container.name,
      dataFormat: description?.dataFormat.codingName, duration: description?.duration,
      findings: SoundRules.all.flatMap { $0.check(sound) })
  }
}
