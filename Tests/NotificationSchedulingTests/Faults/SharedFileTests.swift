import NotificationScheduling
import TestSupport
import Testing

@Suite("A database that several processes have open")
struct SharedFileTests {
  @Test("Opening it once more in a process leaves the process's locks alone")
  func locks() throws {
    let place = try Workplace()
    let store = try place.store()
    _ = try store.add([try Sample.new("before", due: 3_600)], limit: .standard)
    // What an app does that says that it runs, and what opens the folder again.
    let listener = try AppListener(app: "app", in: place.stateFolder)
    let second = try place.store()
    defer { withExtendedLifetime((listener, second)) {} }
    // Another process that comes and goes must see that it is not the last one.
    #expect(try place.run("pending", "--json").jsonItems().count == 1)
    _ = try store.add([try Sample.new("after", due: 3_600)], limit: .standard)
    #expect(try place.run("pending", "--json").jsonItems().count == 2)
  }
}
