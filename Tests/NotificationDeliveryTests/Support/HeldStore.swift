import Foundation
import NotificationScheduling
import TestSupport

/// Another process that holds the right to write a store, as a long import does, until it is released.
final class HeldStore {
  private let process = Process()
  private let lifeline = Pipe()

  private static let script = """
    import sqlite3, sys
    base = sqlite3.connect(sys.argv[1], timeout=60, isolation_level=None)
    base.execute("BEGIN IMMEDIATE")
    print("held", flush=True)
    sys.stdin.read()
    """

  init(_ folder: StoreFolder) throws {
    let answer = Pipe()
    process.executableURL = URL(fileURLWithPath: Tool.python.path)
    process.arguments = ["-c", Self.script, folder.database]
    process.standardInput = lifeline
    process.standardOutput = answer
    try process.run()
    guard try answer.fileHandleForReading.read(upToCount: 5) == Data("held\n".utf8) else {
      throw NeverHappened(description: "the store is not held")
    }
  }

  deinit { release() }

  func release() {
    try? lifeline.fileHandleForWriting.close()
    process.waitUntilExit()
  }
}
