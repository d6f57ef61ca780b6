import AlertSounds
import BundlePreflight
import Testing

@Suite("A variable of the build file turns the removal of resources on")
struct ShrinkerVariableTests {
  private static func app(_ file: String, _ text: String) -> FixtureProject {
    FixtureProject([
      "package.json": .text(#"{ "dependencies": { "react-native": "0.80" } }"#),
      "android/settings.gradle": .text("include ':app'\n"), "android/app/\(file)": .text(text),
      "android/app/src/main/res/raw/bell.wav": .sound(.wave),
      "android/app/src/main/res/raw/keep.xml": .text(
        #"<resources xmlns:tools="http://schemas.android.com/tools" tools:keep="@drawable/*" />"#),
      "index.js": .text("notifee.createChannel({ id: 'bells', name: 'n', sound: 'bell' });\n"),
    ])
  }

  private static func groovy(
    _ declaration: String, _ setting: String = "shrinkResources shrinks"
  ) -> FixtureProject {
    app(
      "build.gradle",
      """
      plugins { id 'com.android.application' }
      \(declaration)
      android { buildTypes { release { \(setting) } } }

      """)
  }

  private static func kotlin(_ declaration: String) -> FixtureProject {
    app(
      "build.gradle.kts",
      """
      plugins { id("com.android.application") }
      \(declaration)
      android { buildTypes { release { isShrinkResources = shrinks } } }

      """)
  }

  @Test("that is true")
  func on() throws {
    #expect(
      try PreflightRun.findings(Self.groovy("def shrinks = true // for stores")) == [
        "warning [android-shrinking] android/app/build.gradle:3"
      ])
    for declaration in ["val shrinks = true", "val shrinks: Boolean = true"] {
      #expect(
        try PreflightRun.findings(Self.kotlin(declaration)) == [
          "warning [android-shrinking] android/app/build.gradle.kts:3"
        ])
    }
  }

  @Test("or a property's value that the build does not set")
  func property() throws {
    let declaration = "def shrinks = (findProperty('bells.shrinks') ?: true).toBoolean()"
    #expect(
      try PreflightRun.findings(Self.groovy(declaration)) == [
        "warning [android-shrinking] android/app/build.gradle:3"
      ])
    try PreflightRun.expectClean(Self.groovy(declaration.replacing("true", with: "false")))
    var set = Self.groovy(declaration)
    set.files["android/gradle.properties"] = .text("bells.shrinks=false\n")
    try PreflightRun.expectClean(set)
  }

  @Test(
    "or a property that the build sets, also without a variable, as Expo writes it",
    arguments: [
      "shrinkResources (findProperty('bells.shrinks')?.toBoolean() ?: false)",
      "shrinkResources shrinks.toBoolean()",
    ])
  func setProperty(_ setting: String) throws {
    var app = Self.groovy("def shrinks = findProperty('bells.shrinks') ?: 'false'", setting)
    try PreflightRun.expectClean(app)
    app.files["android/gradle.properties"] = .text("bells.shrinks = true\n")
    #expect(
      try PreflightRun.findings(app) == ["warning [android-shrinking] android/app/build.gradle:3"])
  }

  @Test(
    "A sound stays that is named after a service of the system, unless the build is strict",
    arguments: ["notification", "notification_bell", "alarm2"])
  func guessed(_ name: String) throws {
    var app = Self.groovy("def shrinks = true")
    app.files["android/app/src/main/res/raw/\(name).wav"] = .sound(.wave)
    app.files["index.js"] = .text(
      "notifee.createChannel({ id: 'bells', name: 'n', sound: '\(name)' });\n")
    try PreflightRun.expectClean(app)
    app.files["android/app/src/main/res/raw/keep.xml"] = .text(
      #"<resources xmlns:tools="http://schemas.android.com/tools" tools:shrinkMode="strict" />"#)
    #expect(
      try PreflightRun.findings(app) == ["warning [android-shrinking] android/app/build.gradle:3"])
  }

  @Test(
    "but not one that is false, computed or changed",
    arguments: [
      "def shrinks = false", "def shrinks = project.hasProperty('shrinks')",
      "def shrinks = true && isStore", "def shrinks = true\nif (isDebug) { shrinks = false }", "",
    ])
  func off(_ declaration: String) throws {
    try PreflightRun.expectClean(Self.groovy(declaration))
  }
}
