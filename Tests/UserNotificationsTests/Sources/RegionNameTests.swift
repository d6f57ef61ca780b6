import Foundation
import TestSupport
import Testing

@Suite("Regions under the name of Apple's module")
struct RegionNameTests {
  private func check(_ options: [String]) throws -> ToolResult {
    let folder = try TemporaryFolder()
    try folder.write(
      Array("import CoreLocation\nprint(CLRegion.self, CoreLocation.CLCircularRegion.self)\n".utf8),
      to: "main.swift")
    let built = URL(fileURLWithPath: try Tool.built("tocsinctl").path).deletingLastPathComponent()
    return try Tool("swiftc").run(
      ["-typecheck", "-I", built.appending(path: "Modules").path] + options
        + [folder.path("main.swift")])
  }

  @Test("A source that imports CoreLocation compiles where its target takes the regions as that")
  func alias() throws {
    let result = try check(["-module-alias", "CoreLocation=RegionTypes"])
    #expect(result.status == 0, "\(result.errors)")
  }

  @Test("Nobody else can import CoreLocation")
  func unasked() throws {
    let result = try check([])
    #expect(result.status != 0 && result.errors.contains("no such module 'CoreLocation'"))
  }
}
