import TestSupport
import Testing

@Suite(
  "Permissions: what may not be read or written is told as such",
  .needs(Facility.dropsPrivileges, "tocsin cannot be run as another user here"))
struct PermissionTests {
  private func folder() throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    try folder.write(PlainWAVE.integers([1_000, 2, 3]), to: "in.wav")
    return folder
  }

  @Test(
    "A file of mode 000", arguments: [["info"], ["validate"], ["play"], ["convert", "-d", "ima4"]])
  func unreadable(command: [String]) throws {
    let folder = try folder()
    try folder.setMode(0, of: "in.wav")
    let output = command[0] == "convert" ? [folder.path("out.caf")] : []
    let result = try Privileges.runTocsin(command + [folder.path("in.wav")] + output)
    #expect(result.status == 1)
    let said = command == ["validate"] ? result.text : result.errors
    #expect(said.contains("permission denied"))
    #expect(try folder.names() == ["in.wav"])
  }

  @Test("A folder that may not be written")
  func unwritableFolder() throws {
    let folder = try folder()
    try folder.setMode(0o555, of: ".")
    defer { try? folder.setMode(0o755, of: ".") }
    let result = try Privileges.runTocsin(
      ["convert", folder.path("in.wav"), folder.path("out.caf"), "-d", "ima4"])
    #expect(result.status == 1)
    #expect(result.errors.hasSuffix(": permission denied\n"))
    #expect(try folder.names() == ["in.wav"])
  }

  @Test("A folder that may not be searched")
  func unsearchableFolder() throws {
    let folder = try folder()
    try folder.setMode(0o000, of: ".")
    defer { try? folder.setMode(0o755, of: ".") }
    let result = try Privileges.runTocsin(["info", folder.path("in.wav")])
    #expect(result.status == 1)
    #expect(result.errors.hasSuffix(": permission denied\n"))
  }
}
