import AppNotifications
import Foundation
import Glibc
import NotificationScheduling
import NotificationTypes

/// An app that schedules one notification after the other, and writes down what happens, so that a
/// test can kill it at any moment and know what it had been promised.
@main
struct ClientApp {
  /// So many requests wait at most: after 64 the store would drop some.
  private static let limit = 40

  /// Arguments: the file that lines are added to, and a name that begins the identifiers of all
  /// requests; without a name it adds none. Or `in` and seconds: it schedules one request and ends.
  static func main() async throws {
    let arguments = CommandLine.arguments
    if arguments[1] == "in" { return try await scheduleOne(Double(arguments[2]) ?? 0) }
    let journal = Journal(path: arguments[1])
    let client = try NotificationClient(app: .current)
    client.setHandlers(
      NotificationHandlers(
        willPresent: { _ in [.banner, .list, .sound] },
        didReceive: { journal.write("received \($0.text ?? "")") }))
    journal.write("ready")
    var number = 0
    while true {
      if arguments.count > 2, await client.pending().count < limit {
        number += 1
        let identifier = "\(arguments[2])-\(number)"
        try await client.add(request(identifier, number))
        journal.write("added \(identifier)")
      }
      try await Task.sleep(for: .milliseconds(10))
    }
  }

  private static func scheduleOne(_ seconds: Double) async throws {
    let trigger: NotificationTrigger =
      seconds == 0 ? .immediate : .timeInterval(try TimeIntervalTrigger(.seconds(seconds)))
    try await NotificationClient.shared.add(
      NotificationRequest(
        identifier: "one", app: "",
        content: NotificationContent(title: "Tea", sound: .standard), trigger: trigger))
  }

  /// Some at once, some a little later; every fifth with a sound.
  private static func request(_ identifier: String, _ number: Int) throws -> NotificationRequest {
    let delay = number % 7 * 40
    return NotificationRequest(
      identifier: identifier, app: "",
      content: NotificationContent(
        title: identifier, sound: number.isMultiple(of: 5) ? .standard : nil),
      trigger: delay == 0
        ? .immediate : .timeInterval(try TimeIntervalTrigger(.milliseconds(delay))))
  }
}

/// A file that lines are added to, each whole and at once.
private struct Journal: Sendable {
  private let descriptor: Int32

  init(path: String) {
    descriptor = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
  }

  func write(_ line: String) {
    let bytes = Array((line + "\n").utf8)
    _ = Glibc.write(descriptor, bytes, bytes.count)
  }
}
