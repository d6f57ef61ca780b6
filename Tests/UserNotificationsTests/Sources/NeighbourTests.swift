import Foundation
import TestSupport
import Testing

@Suite("Other packages of a program's graph")
struct NeighbourTests {
  /// Such a target sees the modules, and no C module of this package.
  @Test(
    "A module with one of Apple's names can be loaded by who depends on nothing here",
    arguments: ["UserNotifications", "UserNotificationsUI", "RegionTypes"])
  func load(module: String) throws {
    let folder = try TemporaryFolder()
    let source = """
      #if canImport(\(module))
        public import \(module)
        extension \(module == "RegionTypes" ? "CLRegion" : "UNNotificationContent") {
          public var isSeen: Bool { true }
        }
      #else
        #error("it is not there")
      #endif
      """
    try folder.write(Array(source.utf8), to: "Neighbour.swift")
    let built = URL(fileURLWithPath: try Tool.built("tocsinctl").path).deletingLastPathComponent()
    let result = try Tool("swiftc").run([
      "-typecheck", "-swift-version", "6", "-parse-as-library",
      "-I", built.appending(path: "Modules").path, folder.path("Neighbour.swift"),
    ])
    #expect(result.status == 0, "\(result.errors)")
  }
}
