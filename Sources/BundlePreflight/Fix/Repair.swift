import AlertSounds

/// One fix that is safe to make without a question.
public struct Repair: Hashable, Sendable {
  enum Action: Hashable {
    /// The sound is written again under its name.
    case convert(ConversionRequest)
    /// The name at a place of a payload becomes another.
    case rename(line: Int, column: Int, to: String)
    /// The name in a line of source code becomes another.
    case edit(TextEdit)
  }

  /// The file that changes, as a path that can be opened.
  public let file: String
  let action: Action
  /// The change, as a phrase: `MP3 becomes CAF, ima4`.
  public let what: String
}

/// The choice of the repairs that need a decision.
public struct RepairOptions: Hashable, Sendable {
  /// Whether sounds of 30 s and more are cut.
  public var trims = false
  /// Whether names in payloads are changed.
  public var renames = false
  /// Whether names in source code are changed. Only a compiler knows their meaning for certain.
  public var changesSources = false
  /// Whether a sound may lose frames, channels or bytes by its repair.
  public var allowsLoss = false

  /// Only the repairs that need no decision.
  public init() {}
}
