import AlertSounds
import Foundation
import TestSupport
import Testing

@testable import BundlePreflight

@Suite("Links to folders")
struct LinkedFolderTests {
  private func tree(_ folder: PreflightFolder, _ name: String = "") -> FolderTree {
    FolderTree(root: folder.folder.url(name).path) { SkippedFolders.contain($0.appending("file")) }
  }

  private static func link(_ place: String, to target: String, in folder: PreflightFolder) throws {
    let url = folder.folder.url(place)
    try FileManager.default.createDirectory(
      at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try FileManager.default.createSymbolicLink(atPath: url.path, withDestinationPath: target)
  }

  @Test("give each sound once, under its own path, and nothing else")
  func twins() throws {
    let folder = try PreflightFolder()
    try folder.write("x", to: "shared/deep/one.caf")
    try folder.write("x", to: "shared/Main.swift")
    try Self.link("app/Sounds", to: "../shared", in: folder)
    try Self.link("app/More", to: "Sounds", in: folder)
    let tree = tree(folder)
    #expect(tree.files.map(\.path) == ["shared/Main.swift", "shared/deep/one.caf"])
    #expect(
      tree.linkedSounds == [
        "app/More/deep/one.caf": "shared/deep/one.caf",
        "app/Sounds/deep/one.caf": "shared/deep/one.caf",
      ])
  }

  @Test("never go round in circles")
  func circles() throws {
    let folder = try PreflightFolder()
    try folder.write("x", to: "a/one.caf")
    try folder.write("x", to: "b/two.caf")
    for (place, target) in [("a/b", "../b"), ("b/a", "../a"), ("a/self", "."), ("b/top", "../..")] {
      try Self.link(place, to: target, in: folder)
    }
    let tree = tree(folder)
    #expect(tree.files.map(\.path) == ["a/one.caf", "b/two.caf"])
    #expect(tree.linkedSounds == ["a/b/two.caf": "b/two.caf", "b/a/one.caf": "a/one.caf"])
  }

  @Test("lead out of the folder only within a work tree of Git", arguments: [false, true])
  func outside(isRepository: Bool) throws {
    let folder = try PreflightFolder()
    if isRepository { try folder.write("ref: refs/heads/main\n", to: "top/.git/HEAD") }
    try folder.write("x", to: "top/shared/one.caf")
    try folder.write("x", to: "other/two.caf")
    try Self.link("top/app/A", to: "../../top/shared", in: folder)
    try Self.link("top/app/B", to: "../shared", in: folder)
    try Self.link("top/app/C", to: "../../other", in: folder)
    let tree = tree(folder, "top/app")
    #expect(tree.files.map(\.path) == (isRepository ? ["A/one.caf"] : []))
    #expect(tree.linkedSounds == (isRepository ? ["B/one.caf": "A/one.caf"] : [:]))
  }

  @Test("are left alone where folders of that name are, and in products")
  func skipped() throws {
    let folder = try PreflightFolder()
    try folder.write("x", to: "shared/one.caf")
    try folder.write("x", to: "shared/build/two.caf")
    for place in ["node_modules", "A.framework/Current", "A"] {
      try Self.link(place, to: folder.folder.url("shared").path, in: folder)
    }
    #expect(tree(folder).linkedSounds == ["A/one.caf": "shared/one.caf"])
  }

  // MARK: Projects

  /// A Flutter app whose resources of Android lie in a linked folder.
  private static let android = FixtureProject.flutter([
    "sounds/raw/bell.wav": .sound(.wave),
    "lib/main.dart": .text(
      """
      const channel = AndroidNotificationChannel('bells', 'Bells',
        sound: RawResourceAndroidNotificationSound('bell'));

      """),
  ])

  @Test("hold Android's raw resources")
  func raw() throws {
    let missing = try PreflightRun.findings(Self.android)
    #expect(missing.contains { $0.hasPrefix("error [sound-missing] lib/main.dart") })
    try PreflightRun.expectClean(Self.android) { folder, name in
      let raw = name + "/android/app/src/main/res/raw"
      try Self.link(raw, to: "../../../../../sounds/raw", in: folder)
      return name
    }
  }

  /// An Xcode project that ships what `target` says; the sound lies in `shared`.
  private static func xcode(_ target: XcodeProjectText.Target, asking name: String)
    -> FixtureProject
  {
    FixtureProject(
      [
        "shared/ding.caf": .sound(.caf),
        "Bells/Alarm.swift": .text(
          "import UserNotifications\nlet s = UNNotificationSound(named: .init(\"\(name)\"))\n"),
      ],
      xcode: ("Bells.xcodeproj/project.pbxproj", XcodeProjectText(targets: [target])))
  }

  @Test(
    "hold what an Xcode project lists",
    arguments: [
      XcodeProjectText.Target(name: "Bells", resources: ["Bells/Sounds/ding.caf"]),
      XcodeProjectText.Target(name: "Bells", synchronized: ["Bells"]),
    ])
  func xcode(_ target: XcodeProjectText.Target) throws {
    let project = Self.xcode(target, asking: "ding.caf")
    #expect(try PreflightRun.findings(project).contains { $0.hasPrefix("error") })
    try PreflightRun.expectClean(project) { folder, name in
      try Self.link(name + "/Bells/Sounds", to: "../shared", in: folder)
      return name
    }
  }

  @Test("may be a folder reference of Xcode's")
  func blueFolder() throws {
    let target = XcodeProjectText.Target(name: "Bells", blueFolders: ["Bells/Sounds"])
    let found = try PreflightRun.findings(Self.xcode(target, asking: "ding.caf")) { folder, name in
      try Self.link(name + "/Bells/Sounds", to: "../shared", in: folder)
      return name
    }
    #expect(found == ["error [sound-folder] Bells/Alarm.swift:2"])
  }

  @Test("do not make a sound two sounds")
  func once() throws {
    let folder = try PreflightFolder()
    let target = XcodeProjectText.Target(
      name: "Bells", resources: ["Bells/Sounds/ding.caf"], synchronized: ["shared"])
    try Self.xcode(target, asking: "ding.caf").write(to: "p", in: folder)
    try Self.link("p/Bells/Sounds", to: "../shared", in: folder)
    let report = Preflight(configuration: PreflightConfiguration())
      .run([folder.folder.url("p").path])
    #expect(report.sounds.map(\.file) == [folder.folder.url("p/shared/ding.caf").path])
    #expect(report.findings == [])
  }

  // MARK: Repairs

  @Test("never let a repair write outside of its folder")
  func repair() throws {
    let folder = try PreflightFolder()
    try folder.python("import subprocess; subprocess.run(['git', 'init', '-q', '.'], check=True)")
    let sound = try folder.write(try Recording.msADPCMInWAVE.bytes, to: "shared/ding.wav")
    try Self.link("app/Sounds", to: "../shared", in: folder)
    let found = try folder.tocsin("preflight", "app", "--no-config")
    #expect(found.text.contains("app/Sounds/ding.wav"))
    let result = try folder.tocsin("fix", "--write", "--allow-dirty", "--no-config", "app")
    #expect(result.text.contains("a link leads out of the folder"), "\(result.text)")
    let bytes = try Data(contentsOf: URL(fileURLWithPath: sound))
    #expect(Array(bytes) == (try Recording.msADPCMInWAVE.bytes))
  }
}
