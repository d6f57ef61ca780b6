import AlertSounds
import Files

/// The rules about projects and archives, by their stable identifiers.
///
/// The rules about one sound are in `AlertSounds`.
enum PreflightRule: String, CaseIterable, Sendable {
  case soundMissing = "sound-missing"
  case soundNameCase = "sound-name-case"
  case soundNameExtension = "sound-name-extension"
  case soundNamePath = "sound-name-path"
  case soundFolder = "sound-folder"
  case soundTarget = "sound-target"
  case soundUnshipped = "sound-unshipped"
  case soundUnused = "sound-unused"
  case soundDuplicate = "sound-duplicate"
  case soundIgnored = "sound-ignored"
  case resourceMissing = "resource-missing"
  case moduleBundle = "module-bundle"
  case androidName = "android-name"
  case androidFormat = "android-format"
  case androidTwin = "android-twin"
  case androidChannel = "android-channel"
  case androidChannelMissing = "android-channel-missing"
  case androidChannelSound = "android-channel-sound"
  case androidShrinking = "android-shrinking"
  case payloadMalformed = "payload-malformed"
  case payloadSound = "payload-sound"
  case payloadAppleSilent = "payload-apple-silent"
  case criticalEntitlement = "critical-entitlement"
  case projectUnreadable = "project-unreadable"
  case projectUnknown = "project-unknown"
  case archiveUnreadable = "archive-unreadable"
  case archiveEntryName = "archive-entry-name"
  case archiveLimit = "archive-limit"
  case archiveNested = "archive-nested"
  case siblingLoudness = "sibling-loudness"

  /// The default severity of the rule.
  var severity: Finding.Severity {
    switch self {
    case .soundMissing, .soundNameCase, .soundNameExtension, .soundNamePath, .soundFolder,
      .soundTarget, .resourceMissing, .androidName, .androidFormat, .payloadMalformed,
      .projectUnreadable, .archiveUnreadable, .archiveEntryName, .archiveLimit, .soundDuplicate:
      .error
    case .soundUnshipped, .soundIgnored, .payloadSound, .siblingLoudness, .androidChannel,
      .androidShrinking,
      .androidChannelMissing, .androidChannelSound, .projectUnknown, .payloadAppleSilent,
      .criticalEntitlement:
      .warning
    case .soundUnused, .moduleBundle, .androidTwin, .archiveNested: .note
    }
  }

  /// A finding of this rule in `file`.
  /// - Parameters:
  ///   - isCertain: a doubtful finding is a note.
  ///   - severity: nil for the rule's own.
  func finding(
    _ message: String, fix: String? = nil, file: String, line: Int? = nil, column: Int? = nil,
    byteOffset: Int64? = nil, replacement: String? = nil, edit: TextEdit? = nil,
    isCertain: Bool = true,
    severity: Finding.Severity? = nil
  ) -> PreflightFinding {
    PreflightFinding(
      Finding(
        rule: rawValue, severity: isCertain ? severity ?? self.severity : .note, message: message,
        fix: fix,
        byteOffset: byteOffset),
      file: file, line: line, column: column, replacement: replacement, edit: edit)
  }
}
