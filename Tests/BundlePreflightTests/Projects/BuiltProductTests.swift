import Testing

@testable import BundlePreflight

@Suite("Built products")
struct BuiltProductTests {
  private let sounds = [
    "ding.caf", "Sounds/dong.caf", "de.lproj/hallo.caf", "build/kept.wav", "public/config.xml.mp3",
    "PlugIns/Push.appex/push.caf", "Watch/Wrist.app/tick.caf",
    "Frameworks/Kit.framework/kit.caf", "Kit_Kit.bundle/res.caf",
    "PlugIns/Push.appex/Frameworks/In.framework/in.caf",
  ]

  private let expected = [
    "Bell (app): Sounds/dong.caf", "Bell (app): build/kept.wav", "Bell (app): ding.caf",
    "Bell (app): hallo.caf", "Bell (app): public/config.xml.mp3", "In (module): in.caf",
    "Kit (module): kit.caf", "Kit_Kit (module): res.caf", "Push (extension): push.caf",
    "Wrist (extension): tick.caf",
  ]

  private func names(_ project: Project) -> [String] {
    project.shipped.map { String($0.prefix { $0 != "←" }.dropLast()) }
  }

  @Test(
    "an app bundle ships what lies in it",
    arguments: ["Payload/", "Products/Applications/", "My.xcarchive/Products/Applications/", ""])
  func app(folder: String) throws {
    let root = folder + "Bell.app"
    let tree = MemoryTree(
      [
        "\(root)/Info.plist": "", "\(root)/capacitor.config.json": "{", "\(root)/config.xml": "<",
        "\(root)/public/package.json": "{",
      ],
      sounds: sounds.map { "\(root)/\($0)" })
    let projects = ProjectDetection.projects(in: tree)
    #expect(projects.map(\.root.text) == [root] && projects.map(\.kind) == [.appBundle])
    #expect(names(projects[0]) == expected)
    #expect(projects[0].problems == [])
  }

  @Test("an app bundle may be the tree itself")
  func whole() throws {
    let tree = MemoryTree(["Info.plist": ""], sounds: sounds)
    let projects = ProjectDetection.projects(in: tree, named: "Bell.app")
    #expect(projects.map(\.root) == [""])
    #expect(names(projects[0]) == expected)
    #expect(ProjectDetection.projects(in: tree, named: "Bell").allSatisfy { $0.root != "" })
  }

  @Test("a Mac's app has its resources deeper")
  func macOS() throws {
    let tree = MemoryTree(
      ["Bell.app/Contents/Info.plist": ""],
      sounds: [
        "Bell.app/Contents/Resources/ding.aiff", "Bell.app/Contents/Resources/Loops/a.caf",
        "Bell.app/Contents/PlugIns/W.appex/Contents/Resources/w.caf",
        "Bell.app/Contents/Frameworks/K.framework/Versions/A/Resources/k.caf",
        "Bell.app/Contents/Frameworks/K.framework/Resources/k.caf",
      ])
    let project = try #require(ProjectDetection.projects(in: tree).first)
    #expect(
      names(project) == [
        "Bell (app): Loops/a.caf", "Bell (app): ding.aiff", "K (module): k.caf",
        "K (module): k.caf", "W (extension): w.caf",
      ])
  }

  @Test("a folder that only ends in .app is none, and one in a build folder is left out")
  func others() {
    let tree = MemoryTree(
      ["build/Bell.app/Info.plist": ""], sounds: ["web.app/a.caf", "build/Bell.app/a.caf"])
    #expect(ProjectDetection.projects(in: tree).isEmpty)
  }

  @Test("an .apk ships its raw resources")
  func apk() throws {
    let tree = MemoryTree(
      ["AndroidManifest.xml": "", "resources.arsc": "", "classes.dex": ""],
      sounds: ["res/raw/ding.mp3", "res/raw-de-v4/ding.mp3", "assets/x.mp3", "res/raw/a/b.mp3"])
    let projects = ProjectDetection.projects(in: tree, named: "bell-release.apk")
    #expect(projects.map(\.kind) == [.android])
    #expect(
      projects[0].shipped == [
        "bell-release (app): ding ← res/raw-de-v4/ding.mp3",
        "bell-release (app): ding ← res/raw/ding.mp3",
      ])
    #expect(Set(projects[0].bundles[0].sounds.map { $0.variant(on: .android) }).count == 2)
  }

  @Test("an .aab ships those of its modules")
  func aab() throws {
    let tree = MemoryTree(
      ["base/manifest/AndroidManifest.xml": "", "BundleConfig.pb": ""],
      sounds: ["base/res/raw/ding.ogg", "extra/res/raw/dong.mp3", "base/assets/x.mp3"])
    let projects = ProjectDetection.projects(in: tree, named: "bell.aab")
    #expect(
      projects.first?.shipped == [
        "base (app): ding ← base/res/raw/ding.ogg", "extra (module): dong ← extra/res/raw/dong.mp3",
      ])
  }
}

@Suite("Android projects")
struct AndroidTests {
  @Test("an app has its own raw resources and those of the libraries beside it")
  func modules() throws {
    let tree = MemoryTree(
      [
        "settings.gradle.kts": "",
        "build.gradle.kts": "alias(libs.plugins.android.application) apply false",
        "app/build.gradle.kts": "plugins { alias(libs.plugins.android.application) }",
        "lib/build.gradle": "plugins { id 'com.android.library' }",
      ],
      sounds: [
        "app/src/main/res/raw/ding.mp3", "app/src/main/res/raw-de/ding.mp3",
        "app/src/demo/res/raw/demo.ogg", "app/src/androidTest/res/raw/t.ogg",
        "lib/src/main/res/raw/Dong.wav", "app/src/main/assets/x.mp3",
        "app/src/main/res/raw/a/b.mp3",
      ])
    let projects = ProjectDetection.projects(in: tree)
    #expect(projects.map(\.kind) == [.android])
    #expect(
      projects.first?.shipped == [
        "app (app): Dong ← lib/src/main/res/raw/Dong.wav",
        "app (app): demo ← app/src/demo/res/raw/demo.ogg",
        "app (app): ding ← app/src/main/res/raw-de/ding.mp3",
        "app (app): ding ← app/src/main/res/raw/ding.mp3",
      ])
  }

  @Test("a build file may have lines that end as on Windows")
  func windows() {
    let tree = MemoryTree(
      [
        "bells/build.gradle":
          "id 'com.android.application'\r\nid 'com.google.gms.google-services' apply false\r\n"
      ],
      sounds: ["bells/src/main/res/raw/a.ogg"])
    #expect(
      ProjectDetection.projects(in: tree).first?.shipped
        == ["bells (app): a ← bells/src/main/res/raw/a.ogg"])
  }

  @Test("a library alone is a module")
  func library() {
    let tree = MemoryTree(
      ["chimes/build.gradle": "apply plugin: 'com.android.library'"],
      sounds: ["chimes/src/main/res/raw/a.ogg"])
    #expect(
      ProjectDetection.projects(in: tree).first?.shipped
        == ["chimes (module): a ← chimes/src/main/res/raw/a.ogg"])
  }
}

@Suite("Files of projects")
struct ProjectFilesTests {
  @Test("dependencies and what builds leave are left out, but not in an app bundle")
  func skipped() {
    for path in [
      "node_modules/a.caf", "ios/Pods/x/a.caf", "a/.git/b", "x/DerivedData/y/a.caf",
      "vendor/bundle/a.caf", "__MACOSX/._a.caf",
    ] { #expect(SkippedFolders.contain(TreePath(path))) }
    for path in ["builds/a.caf", "A.app/build/a.caf", "bundle/a.caf", "build", "vendor/a.caf"] {
      #expect(!SkippedFolders.contain(TreePath(path)))
    }
  }

  @Test("sounds go by their extension")
  func sounds() {
    for path in ["a.caf", "b/A.WAV", "x.aifc", "x.mp3", "x.m4a", "x.y.ogg"] {
      #expect(SoundFileName.isSound(path))
    }
    for path in ["caf", ".caf", "a.caf/b", "a.swift", "x/._ding.caf", "a.mp4"] {
      #expect(!SoundFileName.isSound(path))
    }
  }

  @Test("what lies below a folder is found among its neighbours")
  func below() {
    let files = ProjectFiles(
      MemoryTree(
        [:], sounds: ["a-b/x.caf", "a/x.caf", "a/b/y.caf", "a0/x.caf", "aé/x.caf", "b.caf"]))
    #expect(Array(files.sounds(below: "a")) == ["a/b/y.caf", "a/x.caf"])
    #expect(files.sounds(below: "").count == 6 && files.sounds(below: "z").isEmpty)
    #expect(files.hasFolder("aé") && !files.hasFolder("a/x.caf"))
  }
}
