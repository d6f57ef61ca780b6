import Foundation
import NotificationStorage
import NotificationTypes
import TestSupport
import Testing

@Suite("What an added request and its delivery cost the daemon", .serialized)
struct AddedRequestTests {
  /// The processor time of a process's threads, in milliseconds.
  private func milliseconds(of process: RunningTool) throws -> Double {
    let tasks = "/proc/\(process.processIdentifier)/task"
    return try FileManager.default.contentsOfDirectory(atPath: tasks).reduce(0) { sum, task in
      // A thread may end meanwhile.
      let text = (try? String(contentsOfFile: "\(tasks)/\(task)/schedstat", encoding: .utf8)) ?? ""
      return sum + (text.split(separator: " ").first.flatMap { Double($0) } ?? 0) / 1e6
    }
  }

  /// The mean cost of one request and its delivery, where the store has a history of `count` notifications and as many
  /// responses that nobody takes.
  private func cost(with count: Int) throws -> Double {
    let box = try Box()
    let schedule = NotificationSchedule(store: try NotificationStore(folder: box.stateFolder))
    let result = try Tool.python.run([
      "-c", Self.fill, box.stateFolder.path + "/notifications.sqlite", "\(count)",
    ])
    #expect(result.status == 0, "\(result.errors)")
    let daemon = try box.start("--null-audio", "--no-banners")
    func round(_ name: String) throws {
      for number in 0..<20 {
        let identifier = "\(name)-\(number)"
        _ = try schedule.add(
          NotificationRequest(
            identifier: identifier, app: "app", content: NotificationContent(title: "Tea"),
            trigger: .immediate))
        try box.eventually("\(identifier) is delivered") { try box.record(identifier) != nil }
      }
    }
    try round("first")
    let before = try milliseconds(of: daemon)
    try round("second")
    return try (milliseconds(of: daemon) - before) / 20
  }

  private static let fill = """
    import json, sqlite3, sys, time
    base = sqlite3.connect(sys.argv[1])
    now = int(time.time() * 1e6)
    base.execute('''WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < ?)
      INSERT INTO delivery (request, app, identifier, content, trigger, due, date)
      SELECT i, 'old', 'd' || i, CAST('{"title":"t"}' AS BLOB), CAST('{"type":"immediate"}' AS BLOB),
        ?, ? FROM n WHERE i > 0''', [int(sys.argv[2]), now, now])
    response = {"app": "old", "requestIdentifier": "d", "actionIdentifier": "default", "date": 0}
    base.execute('''INSERT INTO inbox (app, kind, date, body)
      SELECT app, 0, date, CAST(? AS BLOB) FROM delivery''', [json.dumps(response)])
    base.commit()
    """

  @Test("It costs the same, whatever is in the store: twenty thousand notifications, and responses")
  func history() throws {
    let (few, many) = try (cost(with: 0), cost(with: 20_000))
    #expect(many < few * 2, "\(few) ms without, \(many) ms with a history")
  }

  @Test(
    "The disk is synced once for each delivery, whatever is recorded of it",
    .needs(Facility.traces, "strace is not allowed to trace here"))
  func syncs() throws {
    let box = try Box()
    let trace = box.folder.path("trace")
    let wrapper = ["strace", "-D", "-f", "-qq", "-e", "trace=fdatasync", "-o", trace]
    try box.start("--null-audio", through: wrapper)
    func deliver(_ identifier: String) throws {
      let result = try box.run("notify", "--id", identifier, "--sound", "ping", "--title", "Hi")
      #expect(result.status == 0, "\(result.errors)")
      #expect(try box.outcome(of: identifier).sound.code == "played")
    }
    func count() throws -> Int {
      String(decoding: try box.folder.bytes(of: "trace"), as: UTF8.self)
        .split(separator: "\n").count { $0.contains("fdatasync(") }
    }
    try deliver("first")
    let before = try count()
    for number in 0..<5 { try deliver("\(number)") }
    #expect(try count() - before <= 5)
  }
}
