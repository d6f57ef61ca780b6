import TestSupport
import Testing

@testable import Desktop

@Suite("Apps that the session bus can start")
struct ApplicationNameTests {
  @Test(
    "An app's identifier is a name on the bus, and an object's path, or it is not called",
    arguments: [
      ("org.example.Mail", true), ("org.example.Mail-App", true), ("a.b_2", true), ("mail", false),
      ("", false), ("org..Mail", false), (".org.Mail", false), ("org.2mail", false),
      ("org.example/Mail", false), ("org.exämple", false),
      (String(repeating: "a.", count: 128) + "a", false),
    ])
  func names(name: String, isName: Bool) {
    #expect(ApplicationActivation.isName(name) == isName)
    if !isName {
      let activation = ApplicationActivation(app: name, address: "unix:path=/nonexistent")
      #expect(
        activation.perform(timeout: .seconds(1))?.description == "'\(name)' is not a bus name")
    }
  }

  @Test("Without a bus the app is not called, and it says why")
  func noBus() throws {
    let activation = ApplicationActivation(
      app: "org.example.Mail", address: "unix:path=/nonexistent")
    let failure = try #require(activation.perform(timeout: .seconds(1)))
    #expect(failure.description.hasPrefix("the session bus: "))
  }
}
