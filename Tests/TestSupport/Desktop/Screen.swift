import Foundation

/// A screen that nobody sees, on which notification servers of the desktop can run.
package final class Screen {
  package let bus: SessionBus
  private let server: BackgroundProgram
  private let display: String
  private var programs: [BackgroundProgram] = []

  package init() throws {
    bus = try SessionBus()
    let number = bus.folder.path("display")
    // It picks a display that is free, and says which.
    server = try BackgroundProgram(
      "/bin/sh",
      ["-c", "exec \"$0\" -displayfd 9 -screen 0 1024x768x24 9> \(number)", Tool("Xvfb").path],
      in: bus.folder, environment: [:])
    var text = ""
    try waitUntil("a screen") {
      text = (try? String(contentsOfFile: number, encoding: .utf8)) ?? ""
      return text.hasSuffix("\n")
    }
    display = text.trimmingCharacters(in: .newlines)
  }

  deinit {
    programs = []
    // A server that was killed leaves these behind.
    server.kill9()
    try? FileManager.default.removeItem(atPath: "/tmp/.X\(display)-lock")
    try? FileManager.default.removeItem(atPath: "/tmp/.X11-unix/X\(display)")
  }

  package var environment: [String: String] {
    bus.environment.merging(["DISPLAY": ":" + display, "HOME": bus.folder.url.path]) { $1 }
  }

  /// Starts a notification server, and waits until it owns the name.
  package func start(_ tool: String, _ arguments: [String]) throws {
    programs.append(
      try BackgroundProgram(tool, arguments, in: bus.folder, environment: environment))
    let call = [
      "--session", "--print-reply", "--dest=org.freedesktop.DBus", "/org/freedesktop/DBus",
      "org.freedesktop.DBus.NameHasOwner", "string:org.freedesktop.Notifications",
    ]
    let send = try Tool("dbus-send")
    try waitUntil("\(tool) comes up") {
      try send.run(call, environment: environment).text.contains("boolean true")
    }
  }

  /// Starts dunst with settings like those that it comes with.
  package func startDunst() throws {
    try bus.folder.write("[global]\n  idle_threshold = 0\n  markup = full\n".utf8, to: "dunstrc")
    try start(Tool("dunst").path, ["-conf", bus.folder.path("dunstrc")])
  }

  /// Does what a user would do with dunst.
  @discardableResult
  package func dunst(_ arguments: String...) throws -> String {
    try Tool("dunstctl").run(arguments, environment: environment).text
      .trimmingCharacters(in: .whitespacesAndNewlines)
  }
}
