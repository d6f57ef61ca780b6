import Foundation
import NotificationTypes
import TestSupport
import Testing

@testable import NotificationDelivery

@Suite("Commands of apps", .serialized, .timeLimit(.minutes(20)))
struct CommandTests {
  private func run(
    _ script: String, text: String = "", limit: Duration = .seconds(200),
    _ arguments: String...
  ) -> (end: CommandRun.End, complaint: String) {
    CommandRun(
      ["sh", "-c", script, "sh"] + arguments,
      response: NotificationResponse(
        app: "app", requestIdentifier: "a", text: text, date: Date()),
      activationToken: "token", limit: limit
    ).perform { false }
  }

  @Test("A command that leaves a child is done when it has exited itself")
  func child() throws {
    let folder = try TemporaryFolder()
    // It holds what the command has inherited: nobody waits until it lets go.
    #expect(run("sleep 3600 & echo $! > $1", folder.path("child")).end == .done)
    let child = try pid(in: folder.path("child"))
    #expect(isRunning(child))
    kill(child, SIGKILL)
  }

  @Test("A command that takes too long goes with what it has started")
  func tooSlow() throws {
    let folder = try TemporaryFolder()
    let script = "sleep 3600 & echo $! > $1; wait"
    #expect(run(script, limit: .seconds(8), folder.path("child")).end == .tooSlow)
    let child = try pid(in: folder.path("child"))
    try waitUntil("what it has started goes") { !isRunning(child) }
  }

  @Test("A command that does not read a long response is held to the limit, and ends well else")
  func unread() {
    let text = String(repeating: "x", count: 1 << 20)
    #expect(run("sleep 3600", text: text, limit: .seconds(1)).end == .tooSlow)
    #expect(run("exit 0", text: text).end == .done)
    #expect(run("exec 0<&-; sleep 0.1; exit 3", text: text).end == .failed(3))
  }

  @Test("A command that prints without end is cut short, and the log has its beginning")
  func endless() {
    // It takes no processor from the other tests.
    let script = "yes 'it is broken' >&2; nice -n 19 yes; exit 0"
    let (end, complaint) = run(script, limit: .seconds(8))
    #expect(end == .tooSlow)
    #expect(complaint.hasPrefix("it is broken\nit is broken\n"))
    #expect(complaint.utf8.count <= 1_024)
  }

  @Test("It gets the response as JSON and in its environment, and its end is told")
  func contract() throws {
    let folder = try TemporaryFolder()
    let script = """
      cat > $1; echo $TOCSIN_APP $TOCSIN_APP_ID $TOCSIN_REQUEST $XDG_ACTIVATION_TOKEN >> $1
      """
    #expect(run(script, text: "Hi", folder.path("seen")).end == .done)
    let seen = String(decoding: try folder.bytes(of: "seen"), as: UTF8.self).split(separator: "\n")
    #expect(seen.count == 2)
    let response = try JSONSerialization.jsonObject(with: Data(seen[0].utf8)) as? [String: Any]
    #expect(response?["text"] as? String == "Hi")
    #expect(seen[1] == "app app a token")
    #expect(run("kill -9 $$").end == .killed(9))
    #expect(run("exit 7").end == .failed(7))
    // What this program ignores, the command does not.
    #expect(run("kill -PIPE $$").end == .killed(SIGPIPE))
    let missing = CommandRun(
      ["/does/not/exist"],
      response: NotificationResponse(app: "app", requestIdentifier: "a", date: Date()),
      activationToken: nil, limit: .seconds(200)
    ).perform { false }
    #expect(missing.end == .notStarted("No such file or directory"))
  }

  private func pid(in path: String) throws -> pid_t {
    let text = try String(contentsOfFile: path, encoding: .utf8)
    return try #require(pid_t(text.trimmingCharacters(in: .whitespacesAndNewlines)))
  }

  /// Whether it is there, and not only because nobody has asked how it ended.
  private func isRunning(_ process: pid_t) -> Bool {
    guard let text = try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8),
      let end = text.lastIndex(of: ")")
    else { return false }
    return !text[end...].hasPrefix(") Z")
  }
}
