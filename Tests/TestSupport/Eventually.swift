import Foundation

/// Something that a test has waited for in vain, or found otherwise.
public struct NeverHappened: Error, CustomStringConvertible {
  /// What did not happen, and what was there instead.
  public let description: String

  /// - Parameter description: what did not happen, and what was there instead.
  public init(description: String) { self.description = description }
}

/// How long a test waits for what happens without telling: a busy machine needs more than anybody
/// guesses, and a test that passes does not wait at all.
private let patience = Duration.seconds(120)

/// Returns when `isTrue` does; after two minutes the test fails.
public func eventually(
  _ what: @autoclosure () -> String, isolation: isolated (any Actor)? = #isolation,
  _ isTrue: () async throws -> Bool
) async throws {
  let limit = ContinuousClock.now + patience
  while try await !isTrue() {
    guard ContinuousClock.now < limit else {
      throw NeverHappened(description: "waited for in vain: \(what())")
    }
    try await Task.sleep(for: .milliseconds(10))
  }
}

/// The same for a function that is not asynchronous; it holds its thread.
public func waitUntil(_ what: @autoclosure () -> String, _ isTrue: () throws -> Bool) throws {
  let limit = ContinuousClock.now + patience
  while try !isTrue() {
    guard ContinuousClock.now < limit else {
      throw NeverHappened(description: "waited for in vain: \(what())")
    }
    usleep(5_000)
  }
}
