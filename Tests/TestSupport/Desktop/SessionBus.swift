package import Glibc
import Foundation

/// A program that runs until somebody stops it, and no longer than the test.
package final class BackgroundProgram {
  package let pid: pid_t
  private let shell: RunningTool
  private let lifeline = Pipe()

  package init(
    _ tool: String, _ arguments: [String], in folder: TemporaryFolder, environment: [String: String]
  )
    throws
  {
    let file = folder.path("pid-\(UUID().uuidString)")
    // The shell ends the program when the test is over, or has died.
    let script =
      "\"$@\" & echo $! > \(file).new; mv \(file).new \(file); read line; kill -9 $!"
    shell = try Tool("sh").start(
      ["-c", script, "sh", tool] + arguments, environment: environment, input: .pipe(lifeline),
      errors: .null)
    try waitUntil("\(tool) starts") { FileManager.default.fileExists(atPath: file) }
    let text = try String(contentsOfFile: file, encoding: .utf8)
    guard let pid = pid_t(text.trimmingCharacters(in: .whitespacesAndNewlines)), pid > 0 else {
      throw NeverHappened(description: "\(tool) has no number but '\(text)'")
    }
    self.pid = pid
  }

  deinit {
    try? lifeline.fileHandleForWriting.close()
    shell.waitUntilExit()
  }

  /// Stops it where it stands, as one that hangs; or lets it go on.
  package func hang(_ hangs: Bool) { kill(pid, hangs ? SIGSTOP : SIGCONT) }

  package func kill9() { kill(pid, SIGKILL) }
}

/// A session bus of the test's own.
package final class SessionBus {
  package let folder: TemporaryFolder
  package let address: String
  private var daemon: BackgroundProgram?

  /// - Parameter service: the command line that the bus starts when somebody asks for a
  ///   notification server and none is there.
  package init(starting service: String? = nil) throws {
    folder = try TemporaryFolder()
    address = "unix:path=" + folder.path("bus")
    let services = folder.url("services")
    try FileManager.default.createDirectory(at: services, withIntermediateDirectories: true)
    if let service {
      let text = "[D-BUS Service]\nName=org.freedesktop.Notifications\nExec=\(service)\n"
      try folder.write(text.utf8, to: "services/server.service")
    }
    let configuration = """
      <!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
        "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
      <busconfig>
        <type>session</type>
        <listen>\(address)</listen>
        <servicedir>\(services.path)</servicedir>
        <policy context="default">
          <allow send_destination="*" eavesdrop="true"/>
          <allow eavesdrop="true"/>
          <allow own="*"/>
        </policy>
      </busconfig>
      """
    try folder.write(configuration.utf8, to: "bus.conf")
    try start()
  }

  deinit { daemon?.hang(false) }

  /// Starts it, at the address that it had before.
  package func start() throws {
    try? FileManager.default.removeItem(atPath: folder.path("bus"))
    daemon = try BackgroundProgram(
      Tool("dbus-daemon").path,
      ["--nofork", "--nopidfile", "--nosyslog", "--config-file=" + folder.path("bus.conf")],
      in: folder, environment: environment)
    // The socket is there before anybody listens on it.
    try waitUntil("the bus") {
      try Tool("dbus-send").run(
        [
          "--session", "--dest=org.freedesktop.DBus", "--type=method_call", "--print-reply", "/",
          "org.freedesktop.DBus.GetId",
        ], environment: environment
      ).status == 0
    }
  }

  /// Ends it without a word.
  package func stop() {
    daemon?.kill9()
    daemon = nil
  }

  package func hang(_ hangs: Bool) { daemon?.hang(hangs) }

  package var environment: [String: String] { ["DBUS_SESSION_BUS_ADDRESS": address] }

  /// Sends a signal from a connection that is not a notification server.
  package func emitFromElsewhere(_ member: String, _ arguments: String...) throws {
    _ = try Tool("dbus-send").run(
      [
        "--session", "--type=signal", "/org/freedesktop/Notifications",
        "org.freedesktop.Notifications." + member,
      ] + arguments, environment: environment)
  }
}
