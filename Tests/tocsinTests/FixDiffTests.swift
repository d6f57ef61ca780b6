import Foundation
import TestSupport
import Testing

@Suite("tocsin fix --diff shows what would be written, and nothing is")
struct FixDiffTests {
  private static let source = """
    import UserNotifications
    // Über den Klang
    let one = 1
    let two = 2
    let sound = UNNotificationSound(named: UNNotificationSoundName("Ding.wav")) // Ding.wav
    let three = 3

    """

  /// A payload and a source that ask for `Ding.wav`, which is shipped as `ding.wav`.
  private func workplace() throws -> PreflightWorkplace {
    let work = try PreflightWorkplace()
    try work.write(PreflightWorkplace.payload("Ding.wav"), to: "a b/push.apns")
    try work.write(Self.source, to: "App.swift")
    return work
  }

  @Test("The diff is one that patch and Git apply, and gives what --write would")
  func applies() throws {
    let work = try workplace()
    let before = try work.contents()
    let diff = try work.tocsin("fix", ".", "--rename", "--unsafe-fixes", "--diff", "--no-config")
    #expect(try work.contents() == before)
    try work.write(diff.text, to: "../\(work.folder.url.lastPathComponent).diff")
    let patch = work.folder.url.path + ".diff"
    defer { try? FileManager.default.removeItem(atPath: patch) }
    let check = try Tool("git").run(
      ["apply", "--check", "--verbose", patch], in: work.folder.url)
    #expect(check.status == 0, "\(check.errors)")
    let applied = try Tool("patch").run(["-p1", "-i", patch], in: work.folder.url)
    #expect(applied.status == 0, "\(applied.text)")
    let patched = try work.contents()
    let other = try workplace()
    _ = try other.tocsin("fix", ".", "--rename", "--unsafe-fixes", "--write", "--no-config")
    #expect(try other.contents(withOriginals: false) == patched)
    #expect(
      patched["App.swift"].map { String(decoding: $0, as: UTF8.self) }?
        .contains("(\"ding.wav\")) // Ding.wav") == true)
  }

  @Test("Outside of the working folder a diff names files from the path that was typed")
  func outside() throws {
    let work = try workplace()
    try work.write("", to: "deep/empty")
    let inside = try work.tocsin("fix", ".", "--rename", "--unsafe-fixes", "--diff", "--no-config")
    for path in ["..", work.folder.url.path] {
      let diff = try work.run(
        ["fix", path, "--rename", "--unsafe-fixes", "--diff", "--no-config"], in: "deep")
      #expect(diff.text == inside.text)
      #expect(diff.errors.contains("Apply it in \(path),"), "\(diff.errors)")
    }
    let whole = try work.tocsin(
      "fix", work.folder.url.path, "--rename", "--unsafe-fixes", "--diff", "--no-config")
    #expect(whole.text == inside.text)
  }

  @Test("A sound that is converted only differs")
  func binary() throws {
    let work = try PreflightWorkplace()
    try work.ffmpeg(["-f", "aiff", "ding.caf"])
    let diff = try work.tocsin("fix", ".", "--diff", "--no-config")
    #expect(diff.text == "Binary files a/ding.caf and b/ding.caf differ\n")
  }

  @Test("Source code is changed by --unsafe-fixes alone")
  func safety() throws {
    let work = try workplace()
    let before = try work.folder.bytes(of: "App.swift")
    let plan = try work.tocsin("fix", ".", "--rename", "--write", "--no-config")
    #expect(
      plan.text.contains("left App.swift:5 [sound-missing]: --unsafe-fixes changes the name"))
    #expect(try work.folder.bytes(of: "App.swift") == before)
  }

  @Test("--diff goes with neither --write nor --json")
  func usage() throws {
    let work = try workplace()
    #expect(try work.tocsin("fix", ".", "--diff", "--write").status == 2)
    #expect(try work.tocsin("fix", ".", "--diff", "--json").status == 2)
  }
}
