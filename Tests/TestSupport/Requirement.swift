import Foundation
public import Testing

/// What a machine must allow for a test: a container often forbids it.
public enum Requirement {
  /// Whether a facility that is missing is a failure, and no reason to skip tests
  /// (`TOCSIN_REQUIRE_FACILITIES=1`): where all of it is there, no test may go by in silence.
  public static let isStrict =
    ProcessInfo.processInfo.environment["TOCSIN_REQUIRE_FACILITIES"] == "1"
}

extension Trait where Self == ConditionTrait {
  /// Runs a test only where the machine allows what it needs; where everything is required, it runs
  /// anyway, and fails.
  public static func needs(
    _ isThere: @autoclosure @escaping @Sendable () -> Bool, _ reason: Comment
  )
    -> Self
  {
    .enabled(reason) { Requirement.isStrict || isThere() }
  }
}
