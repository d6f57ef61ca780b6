/// The remedy of a finding: what somebody can do, and what `tocsin fix` does.
public struct Fix: Hashable, Sendable {
  /// What somebody can do.
  public enum Step: Hashable, Sendable {
    /// A phrase that says it.
    case advice(String)
    /// A command; `purpose` says what it is for, or what comes before it, and may be empty.
    case command(Command, purpose: String = "")
    /// The file gets another name.
    case renameFile(to: String)

    /// The step as people read and type it: names of files are quoted for a shell.
    public var text: String {
      switch self {
      case .advice(let text): text
      case .command(let command, ""): command.text
      case .command(let command, let purpose): purpose + ": " + command.text
      case .renameFile(let name): "rename it to " + shellWord(name)
      }
    }
  }

  /// What `tocsin fix` does. The repairs of one sound are made in one conversion.
  public enum Repair: Hashable, Sendable {
    /// The sound gets another container or data format, which devices are sure to play.
    case recode
    /// The sound gets the container that its name says.
    case repack
    /// The container is written again.
    case rewrite
    /// The sample rate becomes a usual one.
    case resample
    /// The sound is cut to less than 30 s.
    case cut
    /// Only the audio is kept, in few bytes.
    case shrink
    /// The name at the finding's place becomes that of a shipped sound. There is no edit where the
    /// text does not contain the old name literally.
    case rename(to: String, TextEdit?)
  }

  /// What somebody can do; nil if nothing is certain to help.
  public let step: Step?
  /// What `tocsin fix` does; nil if somebody has to decide.
  public let repair: Repair?

  /// A fix that somebody makes, or `tocsin fix`, or either.
  public init(_ step: Step?, _ repair: Repair? = nil) {
    self.step = step
    self.repair = repair
  }

  /// The fix as people read and type it; nil if it has no step.
  public var text: String? { step?.text }

  /// The change of a text that makes the fix.
  public var edit: TextEdit? {
    if case .rename(_, let edit) = repair { edit } else { nil }
  }
}

extension Fix: ExpressibleByStringInterpolation {
  /// Advice.
  public init(stringLiteral text: String) { self.init(.advice(text)) }
}
