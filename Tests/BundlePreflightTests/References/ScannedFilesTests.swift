import Testing

@testable import BundlePreflight

@Suite("The files that are looked into")
struct ScannedFilesTests {
  @Test(
    "are payloads and sources",
    arguments: [
      "push.apns", "Payloads/push.JSON", "App/A.swift", "ios/A.m", "A.mm", "A.h", "src/a.tsx",
      "a.mjs", "www/js/index.js", "lib/main.dart", "app/src/main/A.kt", "A.java", "a.vue",
    ])
  func wanted(path: String) {
    #expect(ReferenceScan.isWanted(TreePath(path), byteCount: 100))
  }

  @Test(
    "are neither others' code nor what tools keep",
    arguments: [
      "node_modules/expo/a.ts", "ios/Pods/A/A.m", "ios/build/a.json", ".build/A.swift",
      "package.json", "app/package-lock.json", "tsconfig.json", "tsconfig.app.json", "a.min.js",
      "Assets.xcassets/Icon.appiconset/Contents.json", "a.caf", "README.md", "a", "android/a.xml",
    ])
  func unwanted(path: String) {
    #expect(!ReferenceScan.isWanted(TreePath(path), byteCount: 100))
  }

  @Test("have a bounded size, and only a payload may be empty")
  func size() {
    #expect(ReferenceScan.isWanted("a.swift", byteCount: 4 << 20))
    #expect(!ReferenceScan.isWanted("a.swift", byteCount: 4 << 20 + 1))
    #expect(!ReferenceScan.isWanted("a.swift", byteCount: 0))
    #expect(ReferenceScan.isWanted("a.apns", byteCount: 0))
  }

  @Test(
    "are known for tests by their language's habits",
    arguments: [
      ("AppTests/A.swift", true), ("Tests/A.swift", true), ("A/FooTests.swift", true),
      ("src/__tests__/a.ts", true), ("src/a.test.ts", true), ("a.spec.js", true),
      ("test/a.dart", true), ("lib/a_test.dart", true), ("app/src/androidTest/A.kt", true),
      ("fixtures/a.json", true), ("src/FooTest.java", true), ("src/contest.ts", false),
      ("Latest/A.swift", false), ("src/attestation.swift", false), ("A.swift", false),
    ])
  func tests(path: String, isTest: Bool) {
    #expect(ScannedFiles.isTest(TreePath(path)) == isTest)
  }

  @Test(
    "are illustrations in documentation, and data in examples",
    arguments: [
      ("docs/a.swift", true), ("examples/a.apns", true), ("api/openapi.yaml", true),
      ("samples/push.yml", true), ("examples/a.swift", false), ("push/a.apns", false),
      ("deploy.yaml", false),
    ])
  func examples(path: String, isExample: Bool) {
    #expect(ScannedFiles.isExample(TreePath(path)) == isExample)
  }
}
