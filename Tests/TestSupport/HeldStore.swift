import Foundation

/// Another process that holds the right to write a store, as a long import does, until it is released.
package final class HeldStore {
  private let process: RunningTool
  private let lifeline = Pipe()

  private static let script = """
    import sqlite3, sys
    base = sqlite3.connect(sys.argv[1], timeout=60, isolation_level=None)
    base.execute("BEGIN IMMEDIATE")
    print("held", flush=True)
    sys.stdin.read()
    """

  /// - Parameter database: its file.
  package init(_ database: String) throws {
    let answer = Pipe()
    process = try Tool.python.start(
      ["-c", Self.script, database], input: .pipe(lifeline), output: .pipe(answer))
    guard try answer.fileHandleForReading.read(upToCount: 5) == Data("held\n".utf8) else {
      throw NeverHappened(description: "the store is not held")
    }
  }

  deinit { release() }

  package func release() {
    try? lifeline.fileHandleForWriting.close()
    process.waitUntilExit()
  }
}
