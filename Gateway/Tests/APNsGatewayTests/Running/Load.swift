import Foundation
import TestSupport

/// The script that pushes until it is told to stop.
final class Load {
  private let script: RunningTool
  private let bed: Testbed

  init(_ bed: Testbed) throws {
    self.bed = bed
    script = try Tool(at: Testbed.clients + "/bin/python").start(
      [Testbed.script("load")], environment: bed.clientEnvironment,
      output: .file(bed.folder + "/load.out"), errors: .file(bed.folder + "/load.log"))
    try bed.wait("the load: \(bed.log("load.log"))") { bed.log("load.out") == "ready\n" }
  }

  /// The last line of what it found.
  func finish() -> String {
    script.terminate()
    return bed.log("load.out").split(separator: "\n").last.map(String.init) ?? ""
  }
}
