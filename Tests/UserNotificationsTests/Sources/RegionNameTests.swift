import Foundation
import TestSupport
import Testing

@Suite("Regions under the name of Apple's module")
struct RegionNameTests {
  @Test("A source that imports CoreLocation compiles where its target takes the regions as that")
  func alias() throws {
    let folder = try TemporaryFolder()
    try folder.write(
      Array("import CoreLocation\nprint(CLRegion.self, CoreLocation.CLCircularRegion.self)\n".utf8),
      to: "main.swift")
    let built = URL(fileURLWithPath: try Tool.built("tocsinctl").path).deletingLastPathComponent()
    let result = try Tool("swiftc").run([
      "-typecheck", "-I", built.appending(path: "Modules").path,
      "-module-alias", "CoreLocation=RegionTypes", folder.path("main.swift"),
    ])
    #expect(result.status == 0, "\(result.errors)")
  }
}
