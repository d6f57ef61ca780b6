import Foundation
import TestSupport
import Testing

@Suite("tocsin preflight --since tells what is new since a revision")
struct PreflightSinceTests {
  /// A repository whose last commit has an error.
  private func workplace() throws -> PreflightWorkplace {
    let work = try PreflightWorkplace()
    try work.addError()
    try git("init", "-q", in: work)
    try commit(work)
    return work
  }

  private func git(_ arguments: String..., in work: PreflightWorkplace) throws {
    let identity = ["-c", "user.name=t", "-c", "user.email=t@example.org"]
    let result = try Tool("git").run(identity + arguments, in: work.folder.url)
    try #require(result.status == 0, "\(result.errors)")
  }

  private func commit(_ work: PreflightWorkplace) throws {
    try git("add", "-A", in: work)
    try git("commit", "-q", "-m", "x", in: work)
  }

  private func since(
    _ revision: String, _ work: PreflightWorkplace, in place: String = "."
  ) throws -> ToolResult {
    try work.run(["preflight", ".", "--since", revision, "--no-config"], in: place)
  }

  @Test("What was there before does not fail, and is counted")
  func known() throws {
    let work = try workplace()
    let result = try since("HEAD", work)
    #expect(result.status == 0, "\(result.text)\(result.errors)")
    #expect(result.text.contains("1 as before"))
    #expect(!result.text.contains("gone.wav"))
  }

  @Test("A sound that goes is missed where it is asked for, in a file that did not change")
  func elsewhere() throws {
    let work = try workplace()
    try FileManager.default.moveItem(
      at: work.folder.url("ding.wav"), to: work.folder.url("another.wav"))
    let result = try since("HEAD", work)
    #expect(result.status == 1)
    #expect(result.text.contains("push.apns:3"))
    #expect(!result.text.contains("other.apns"))
  }

  @Test("A folder of the repository is compared with itself")
  func subfolder() throws {
    let work = try PreflightWorkplace()
    try work.write(PreflightWorkplace.payload("gone.wav"), to: "app/push.apns")
    try work.write(PreflightWorkplace.tone(), to: "app/ding.wav")
    try git("init", "-q", in: work)
    try commit(work)
    #expect(try since("HEAD", work, in: "app").status == 0)
    try work.write(PreflightWorkplace.payload("lost.wav"), to: "app/new.apns")
    let result = try since("HEAD", work, in: "app")
    #expect(result.status == 1)
    #expect(result.text.contains("new.apns:3") && !result.text.contains(" push.apns"))
  }

  @Test("The repository stays as it is, and nothing is left beside it")
  func traces() throws {
    let work = try workplace()
    try work.write("x", to: "staged.txt")
    try git("add", "staged.txt", in: work)
    let status = try Tool("git").run(["status", "--porcelain"], in: work.folder.url).text
    let index = try work.folder.bytes(of: ".git/index")
    let temporary = try TemporaryFolder()
    _ = try work.run(
      ["preflight", ".", "--since", "HEAD", "--no-config"],
      environment: ["TMPDIR": temporary.url.path])
    #expect(try work.folder.bytes(of: ".git/index") == index)
    #expect(try Tool("git").run(["status", "--porcelain"], in: work.folder.url).text == status)
    #expect(try FileManager.default.contentsOfDirectory(atPath: temporary.url.path) == [])
  }

  @Test("A channel's sound that changes without a new identifier is told, a new channel is not")
  func channel() throws {
    func app(_ identifier: String, _ sound: String) -> String {
      """
      const channel = AndroidNotificationChannel('\(identifier)', 'Bells',
        sound: RawResourceAndroidNotificationSound('\(sound)'));

      """
    }
    let work = try PreflightWorkplace()
    try work.write("name: bells\ndependencies:\n  flutter:\n    sdk: flutter\n", to: "pubspec.yaml")
    try work.write("include ':app'\n", to: "android/settings.gradle")
    try work.write("plugins { id 'com.android.application' }\n", to: "android/app/build.gradle")
    for name in ["bell", "gong"] {
      try work.write(
        PreflightWorkplace.tone(), to: "android/app/src/main/res/raw/\(name).wav")
    }
    try work.write(app("bells", "bell"), to: "lib/main.dart")
    try git("init", "-q", in: work)
    try commit(work)
    try work.write(app("bells", "gong"), to: "lib/main.dart")
    let changed = try since("HEAD", work)
    #expect(changed.text.contains("warning [android-channel-sound] lib/main.dart:1"))
    #expect(changed.text.contains("had 'bell' and is made with 'gong' now"))
    try work.write(app("bells-2", "gong"), to: "lib/main.dart")
    #expect(!(try since("HEAD", work)).text.contains("android-channel-sound"))
  }

  @Test("What cannot be compared is wrong usage, with a reason")
  func refusals() throws {
    let work = try workplace()
    let unknown = try since("no-such-revision", work)
    #expect(unknown.status == 2)
    #expect(unknown.errors.contains("Git knows no revision 'no-such-revision'"))
    let option = try since("--output=x", work)
    #expect(option.status == 2)
    let outside = try work.tocsin("preflight", "/", "--since", "HEAD")
    #expect(outside.status == 2)
    let plain = try PreflightWorkplace()
    #expect(try since("HEAD", plain).errors.contains("--since needs a Git repository"))
  }
}
