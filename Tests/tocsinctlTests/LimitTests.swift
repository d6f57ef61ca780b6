import NotificationScheduling
import NotificationStorage
import NotificationTypes
import TestSupport
import Testing

@Suite("The limit of an app's requests, as a user meets it")
struct LimitTests {
  @Test("'notify' takes none out; what 'schedule' takes out is in the list of missed ones")
  func places() throws {
    let place = try Workplace()
    let folder = StoreFolder(path: place.folder.path("tocsin"))
    let schedule = try NotificationSchedule.standard(in: folder)
    let requests = try (1...64).map { number in
      NotificationRequest(
        identifier: number == 64 ? "far" : "\(number)", app: "x",
        content: NotificationContent(title: "t"),
        trigger: .timeInterval(try TimeIntervalTrigger(.seconds(10_000 + number))))
    }
    #expect(try schedule.add(requests).allSatisfy { $0 == .added })
    let notified = try place.run("notify", "--app", "x", "--title", "t", "--device", "null")
    #expect(notified.status == 0 && !notified.errors.contains("taken out"), "\(notified.errors)")
    #expect(try schedule.pending(app: "x").count == 64)
    #expect(try place.items("missed", "--json").isEmpty)
    let scheduled = try place.run("schedule", "--app", "x", "--title", "t", "--in", "1h")
    #expect(scheduled.errors.contains("Warning: the limit is reached: 'far' was taken out"))
    let missed = try place.items("missed", "--json")
    #expect(missed.map { $0["identifier"] as? String } == ["far"])
    #expect(missed.first?["reason"] as? String == "limit")
    #expect(try place.run("missed").text.contains("as many as the limit allows"))
  }
}
