import LinuxProcess
import Testing

/// Gives each test a thread of its own. Tests that wait for other programs hold the threads that all
/// tasks share, and what plays in real time cannot wait for them.
struct OwnThread: SuiteTrait, TestTrait, TestScoping {
  var isRecursive: Bool { true }

  func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    try await withTaskExecutorPreference(QueueExecutor(label: "tocsin.test")) {
      try await function()
    }
  }
}

extension Trait where Self == OwnThread {
  static var ownThread: Self { OwnThread() }
}
