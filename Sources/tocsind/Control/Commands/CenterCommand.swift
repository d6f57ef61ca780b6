import ArgumentParser
import ConsoleOutput
import Foundation
import LinuxProcess
import NotificationStorage

/// Starts the program with the owner's page where it does not run, and gives links to it.
struct CenterCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "center",
    abstract: "Print a link to a page with all notifications, settings and sounds.",
    discussion: """
      The link opens the page in one browser, once; each call gives another one. Where the program \
      tocsin-center does not run, it is started, and runs until --stop.

      EXAMPLES
        tocsinctl center
        tocsinctl center --stop
      """)

  @Flag(name: .customLong("stop"), help: "End tocsin-center, and with it all pages.")
  var stops = false

  func run() throws {
    let folder = StoreFolder.standard()
    if stops {
      guard CenterSocket.ask(.stop, in: folder) != nil else {
        throw Failure("tocsin-center does not run")
      }
      return
    }
    if let link = link(in: folder) { return Console.print(link) }
    let start = CenterStart()
    if try start.asUnit(), let link = awaitedLink(in: folder) { return Console.print(link) }
    try start.asProgram()
    guard let link = awaitedLink(in: folder) else {
      throw Failure("tocsin-center was started and gives no link: look at what it prints by itself")
    }
    Console.print(link)
  }

  private func link(in folder: StoreFolder) -> String? {
    CenterSocket.ask(.link, in: folder).flatMap { $0.isEmpty ? nil : $0 }
  }

  /// A link that comes within ten seconds: a unit is started before its program is at work, and of
  /// several programs that start at once, one has the right to answer before it does.
  private func awaitedLink(in folder: StoreFolder) -> String? {
    for _ in 0..<200 {
      if let link = link(in: folder) { return link }
      usleep(50_000)
    }
    return nil
  }
}

/// The ways in which the program is started.
private struct CenterStart {
  private let variables = ProcessInfo.processInfo.environment

  /// As a unit of the user's service manager, which protects it. The manager has an environment of
  /// its own: where this one names other folders, the unit would have another store.
  /// - Returns: false where there is no manager or no such unit.
  func asUnit() throws -> Bool {
    let folders = ["XDG_STATE_HOME", "XDG_DATA_HOME", "XDG_CONFIG_HOME", "TOCSIN_CENTER"]
    guard folders.allSatisfy({ variables[$0] == nil }), let runtime = variables["XDG_RUNTIME_DIR"],
      FileManager.default.fileExists(atPath: runtime + "/systemd/private")
    else { return false }
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["systemctl", "--user", "--quiet", "start", "tocsin-center.service"]
    process.standardError = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    return process.terminationStatus == 0
  }

  func asProgram() throws {
    guard let program = DetachedProgram.find("tocsin-center", at: "TOCSIN_CENTER", variables) else {
      throw Failure(
        "the program tocsin-center is not installed: install the package tocsin-center, or run "
          + "'make install-center'")
    }
    do {
      try program.start(["--quiet"], variables)
    } catch {
      throw Failure(error.description)
    }
  }
}
