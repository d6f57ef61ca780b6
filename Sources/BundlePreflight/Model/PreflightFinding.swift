public import AlertSounds

/// A finding and the place in a project, folder or archive that it is about.
public struct PreflightFinding: Hashable, Sendable {
  /// What the rule says, without a place.
  public let finding: Finding
  /// The file as it would be typed; after an archive's name stands the entry's:
  /// `build/App.ipa/Payload/App.app/ding.caf`.
  public let file: String
  /// From 1; nil where the file has no lines, or no one line is wrong.
  public let line: Int?
  /// From 1, in characters.
  public let column: Int?
  /// The name that is meant by the one at this place, where there is no doubt.
  public let replacement: String?

  /// The change that puts `replacement` there; nil where the name does not stand there letter by
  /// letter.
  public let edit: TextEdit?

  /// A finding at a place of `file`.
  public init(
    _ finding: Finding, file: String, line: Int? = nil, column: Int? = nil,
    replacement: String? = nil, edit: TextEdit? = nil
  ) {
    self.finding = finding
    self.file = file
    self.line = line
    self.column = column
    self.replacement = replacement
    self.edit = edit
  }
}
