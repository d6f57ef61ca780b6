import Foundation
import Glibc

/// The cost of the idle daemon: memory and wake-ups.
struct DaemonFootprint: Measure {
  func run(in workshop: Workshop) throws -> Section {
    var table = Table("measure", "value", "goal")
    let daemon = try RunningDaemon(in: workshop)
    defer { daemon.kill() }
    let count = workshop.isQuick ? 20 : 100
    workshop.progress.show("daemon: notifications")
    for number in 1...count {
      try daemon.control("notify", "--id", "\(number)", "--title", "Hi", "--sound", "ping")
    }
    workshop.progress.show("daemon: waiting for silence")
    // Threads that have worked end after some seconds; only then is the daemon idle.
    sleep(15)
    let memory = try daemon.watched.status("VmRSS"), greatest = try daemon.watched.status("VmHWM")
    table.append("resident memory after \(count) notifications", memory, "≤ 32 MiB")
    table.append("its greatest", greatest, "")
    workshop.progress.show("daemon: idle")
    table.append("system calls in 10 s without anything due", try daemon.watched.calls(in: 10), "0")
    return Section(title: "daemon", text: table.text)
  }
}

/// A release build of `tocsind` in folders of its own, on a silent device.
private struct RunningDaemon {
  private let daemon = Process()
  var watched: WatchedProcess { WatchedProcess(number: daemon.processIdentifier) }
  private let tool: String
  private let environment: [String: String]

  init(in workshop: Workshop) throws {
    tool = try workshop.built("tocsinctl")
    let folder = try workshop.emptyFolder("daemon")
    environment = ProcessInfo.processInfo.environment.merging([
      "XDG_STATE_HOME": folder, "XDG_RUNTIME_DIR": folder, "XDG_CONFIG_HOME": folder,
      "TOCSIN_AUTHORIZATION_UNANSWERED": "allow",
      // As under systemd: it must say that it lives without waking up for that.
      "WATCHDOG_USEC": "90000000", "NOTIFY_SOCKET": folder + "/manager",
    ]) { $1 }
    daemon.executableURL = URL(fileURLWithPath: try workshop.built("tocsind"))
    daemon.arguments = ["--null-audio", "--no-banners"]
    daemon.environment = environment
    daemon.standardError = FileHandle.nullDevice
    try daemon.run()
    for _ in 0..<500 where (try? control("status")) == nil { usleep(10_000) }
  }

  func kill() {
    Glibc.kill(daemon.processIdentifier, SIGKILL)
    daemon.waitUntilExit()
  }

  struct Failed: Error, CustomStringConvertible { let description: String }

  func control(_ arguments: String...) throws {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: tool)
    process.arguments = arguments
    process.environment = environment
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else {
      throw Failed(description: "tocsinctl \(arguments.joined(separator: " ")) failed")
    }
  }
}
