import Foundation

/// What a running process costs.
struct WatchedProcess {
  let number: Int32

  /// A field of proc(5)'s `status`, in MiB.
  func status(_ field: String) throws -> String {
    let text = try String(
      contentsOfFile: "/proc/\(number)/status", encoding: .utf8)
    guard let line = text.split(separator: "\n").first(where: { $0.hasPrefix(field + ":") }),
      let kibibytes = Double(line.filter(\.isNumber))
    else { throw RunFailure(description: "no \(field)") }
    return String(format: "%.1f MiB", kibibytes / 1_024)
  }

  /// Counts the system calls that return: each wake-up ends a wait in one.
  func calls(in seconds: Int) throws -> String {
    let trace = Process()
    let output = Pipe()
    trace.executableURL = URL(fileURLWithPath: "/usr/bin/timeout")
    trace.arguments = [
      "-s", "KILL", "\(seconds)", "strace", "-f", "-qq", "-e", "signal=none", "-p",
      "\(number)",
    ]
    trace.standardError = output
    try trace.run()
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    trace.waitUntilExit()
    guard text.contains("unfinished") || text.contains("resuming") else {
      return "strace is not allowed to trace here"
    }
    return "\(text.split(separator: "\n").count { $0.contains(" = ") })"
  }
}
