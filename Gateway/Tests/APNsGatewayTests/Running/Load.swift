import Foundation
import Glibc

/// The script that pushes until it is told to stop.
final class Load {
  private let process = Process()
  private let bed: Testbed

  init(_ bed: Testbed) throws {
    self.bed = bed
    process.executableURL = URL(fileURLWithPath: Testbed.clients + "/bin/python")
    process.arguments = [Testbed.script("load")]
    process.environment = ProcessInfo.processInfo.environment
      .merging(bed.clientEnvironment) { $1 }
    process.standardOutput = try bed.newFile("load.out")
    process.standardError = try bed.newFile("load.log")
    try process.run()
    try bed.wait("the load: \(bed.log("load.log"))") { bed.log("load.out") == "ready\n" }
  }

  deinit {
    if process.isRunning { kill(process.processIdentifier, SIGKILL) }
  }

  /// The last line of what it found.
  func finish() -> String {
    kill(process.processIdentifier, SIGTERM)
    process.waitUntilExit()
    return bed.log("load.out").split(separator: "\n").last.map(String.init) ?? ""
  }
}
