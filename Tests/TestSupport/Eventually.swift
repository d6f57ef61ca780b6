import Foundation

/// Something that a test has waited for in vain, or found otherwise.
public struct NeverHappened: Error, CustomStringConvertible {
  /// What did not happen, and what was there instead.
  public let description: String

  /// - Parameter description: what did not happen, and what was there instead.
  public init(description: String) { self.description = description }
}

/// So many looks are in vain before a test fails. They are counted and not timed: a machine that is too
/// busy to look is too busy for what is waited for, and a test that passes does not wait at all.
private let looks = 12_000

/// Returns when `isTrue` does. After so many looks, two minutes on a quiet machine, the test fails.
public func eventually(
  _ what: @autoclosure () -> String, isolation: isolated (any Actor)? = #isolation,
  _ isTrue: () async throws -> Bool
) async throws {
  for _ in 0..<looks {
    if try await isTrue() { return }
    try await Task.sleep(for: .milliseconds(10))
  }
  throw NeverHappened(description: "waited for in vain: \(what())")
}

/// The same for a function that is not asynchronous; it holds its thread.
public func waitUntil(_ what: @autoclosure () -> String, _ isTrue: () throws -> Bool) throws {
  for _ in 0..<looks {
    if try isTrue() { return }
    usleep(10_000)
  }
  throw NeverHappened(description: "waited for in vain: \(what())")
}
