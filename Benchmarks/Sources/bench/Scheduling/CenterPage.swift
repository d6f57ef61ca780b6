import Foundation
import Glibc
import Synchronization

/// `tocsin-center` with a store of its own, and curl as its page.
final class CenterPage: Sendable {
  private struct State {
    var text = ""
    var time = Date()
  }

  private let state = Mutex(State())
  private let processes = Mutex<[Process]>([])
  let watched: WatchedProcess

  /// - Parameter home: the folder of the state, which has a folder `tocsin`.
  init(_ program: String, home: String) throws {
    let output = Pipe()
    let center = try Self.start(program, [], home: home, output)
    watched = WatchedProcess(number: center.processIdentifier)
    processes.withLock { $0 = [center] }
    let link = String(
      decoding: output.fileHandleForReading.availableData, as: UTF8.self
    ).trimmingCharacters(in: .newlines)
    let opened = Pipe()
    try Self.start("/usr/bin/curl", ["-s", "-i", link], home: home, opened).waitUntilExit()
    let answer = String(
      decoding: opened.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    guard let cookie = answer.firstMatch(of: /tocsin-center=[0-9a-f]+/)?.output,
      let token = answer.firstMatch(of: /content="([0-9a-f]+)"/)?.output.1,
      let server = link.firstMatch(of: /http:..[0-9.:]+/)?.output
    else { throw RunFailure(description: "tocsin-center gives no page") }
    let events = Pipe()
    let page = try Self.start(
      "/usr/bin/curl",
      ["-s", "-N", "-H", "Cookie: \(cookie)", "\(server)/api/events?t=\(token)"], home: home, events
    )
    processes.withLock { $0.append(page) }
    let handle = events.fileHandleForReading.fileDescriptor
    Thread { [self] in
      withExtendedLifetime(events) { read(handle) }
    }.start()
  }

  func close() {
    for process in processes.withLock({ $0 }) {
      kill(process.processIdentifier, SIGKILL)
      process.waitUntilExit()
    }
  }

  /// The time at which the page was told a text that has not come yet.
  func time(of text: String) throws -> Date {
    for _ in 0..<60_000 {
      let found = state.withLock { state -> Date? in
        guard state.text.contains(text) else { return nil }
        state.text = ""
        return state.time
      }
      if let found { return found }
      usleep(1_000)
    }
    throw RunFailure(description: "the page was not told \(text) within a minute")
  }

  private func read(_ descriptor: Int32) {
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = Glibc.read(descriptor, &buffer, buffer.count)
      guard count > 0 else { return }
      let text = String(decoding: buffer[..<count], as: UTF8.self)
      state.withLock { state in
        state.text = String(state.text.suffix(1 << 17)) + text
        state.time = Date()
      }
    }
  }

  private static func start(
    _ program: String, _ arguments: [String], home: String, _ output: Pipe
  ) throws -> Process {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: program)
    process.arguments = arguments
    process.environment = ProcessInfo.processInfo.environment.merging([
      "XDG_STATE_HOME": home, "XDG_DATA_HOME": home, "XDG_CONFIG_HOME": home,
      "XDG_RUNTIME_DIR": home,
    ]) { $1 }
    process.standardOutput = output
    try process.run()
    return process
  }
}
