import AlertSounds
import TestSupport
import Testing

@testable import BundlePreflight

@Suite("Damaged Xcode projects")
struct DamagedXcodeProjectTests {
  private let file = "A.xcodeproj/project.pbxproj"

  private func project(_ text: String) throws -> Project {
    try project(Array(text.utf8))
  }

  private func project(_ bytes: [UInt8]) throws -> Project {
    let tree = MemoryTree(bytes: [file: bytes, "Chime/Resources/Sounds/ding.caf": [0]])
    return try #require(ProjectDetection.projects(in: tree).first)
  }

  @Test("a merge that was left half done is found with its line")
  func conflict() throws {
    let text = XcodeFixtures.classic.replacing(
      "/* Begin PBXGroup section */", with: "<<<<<<< HEAD\n/* Begin PBXGroup section */")
    let project = try project(text)
    #expect(project.bundles.isEmpty)
    #expect(project.findings.map(\.finding.rule) == ["project-unreadable"])
    let line = place(of: "<<<<<<<", in: text).split(separator: ":")[0]
    #expect(project.findings.first?.line == Int(line))
    #expect(project.findings.first?.finding.message.contains("merge") == true)
  }

  @Test("a mark on the first line, which property lists take for a text, is found there")
  func conflictAtStart() throws {
    let project = try project("<<<<<<< HEAD\n" + XcodeFixtures.classic)
    #expect(project.findings.map(\.line) == [1])
    #expect(project.findings.first?.finding.message.contains("merge") == true)
  }

  @Test(
    "what is not a project is found with its place",
    arguments: [
      ("", 1, 1), ("{ objects = { A = { isa = ", 1, 27), ("{\n  archiveVersion = 1;\n}\n", 1, 1),
      ("{\n a = \"b\n", 2, 6), ("{ a = (b c); }", 1, 10), ("{ a b }", 1, 5), ("{} x", 1, 4),
      ("<?xml version=\"1.0\"?>\n<plist><dict>\n", 2, 8), ("<plist></array>", 1, 8),
      ("{\"objects\": {\"A\": [1, }", 1, 23), ("<plist></plist>", 1, 1), ("(a, b)", 1, 1),
    ])
  func unreadable(text: String, line: Int, column: Int) throws {
    let project = try project(text)
    #expect(project.problems == ["project-unreadable \(file):\(line):\(column)"])
    #expect(project.bundles.isEmpty)
  }

  @Test(
    "nesting without end is refused", arguments: ["(", "{a=", "[", "<array>", "{\"a\":", "<a b='"])
  func deep(opener: String) throws {
    let text = "{ objects = " + String(repeating: opener, count: 20_000)
    #expect(try project(text).findings.map(\.finding.rule) == ["project-unreadable"])
    let bare = String(repeating: opener, count: 20_000)
    #expect(try project(bare).findings.map(\.finding.rule) == ["project-unreadable"])
  }

  @Test("groups that hold each other hold nothing")
  func cycle() throws {
    // The group of the sound becomes its own grandparent.
    let text = XcodeFixtures.classic.replacing(
      "4A1000000000000000000001 /* ding.caf */,",
      with: "4A1000000000000000000001 /* ding.caf */,\n4A3000000000000000000002 /* Chime */,\n"
    )
    .replacing("4A3000000000000000000002 /* Chime */,\n\t\t\t\t4A30", with: "4A30")
    #expect(!(try project(text).shipped.contains { $0.contains("ding.caf") }))
  }

  @Test("identifiers that lead nowhere are passed over")
  func dangling() throws {
    let whole = XcodeFixtures.classic
    for kind in ["4A00", "4A10", "4A30", "4A40", "4A50", "4A70"] {
      let text = whole.replacing("\t\t\(kind)", with: "\t\tDEAD")
      let project = try project(text)
      #expect(project.findings.allSatisfy { $0.finding.rule == "resource-missing" })
    }
  }

  @Test("values of the wrong kind are passed over")
  func wrongKinds() throws {
    for (before, after) in [
      ("files = (", "files = x; ignored = ("), ("path = ding.caf", "path = (ding.caf)"),
      ("isa = PBXGroup", "isa = {}"), ("children = (", "children = {}; ignored = ("),
      ("name = Chime;", "name = ();"), ("targets = (", "targets = x; ignored = ("),
      ("dstSubfolderSpec = 7", "dstSubfolderSpec = {}"), ("sourceTree = ", "sourceTree = {}; x = "),
    ] {
      let project = try project(XcodeFixtures.classic.replacing(before, with: after))
      #expect(!project.findings.contains { $0.finding.rule == "project-unreadable" })
    }
  }

  @Test("damaged text is read or refused, and never traps")
  func damage() throws {
    let document = try PropertyListReader.document(Array(XcodeFixtures.synchronized.utf8))
    let texts = [
      XcodeFixtures.synchronized, PropertyListText.json(document), PropertyListText.xml(document),
    ]
    var generator = SeededGenerator.printed(for: "damaged Xcode projects")
    for text in texts {
      let whole = Array(text.utf8)
      for round in 0..<80 {
        var bytes = whole
        for _ in 0..<(round % 5) {
          bytes[.random(in: bytes.indices, using: &generator)] =
            Array("{}()\"';=,<>/*\\&\0".utf8).randomElement(using: &generator) ?? 0
        }
        if round % 3 == 0 { bytes.removeLast(.random(in: 1..<bytes.count, using: &generator)) }
        let found = try project(bytes)
        #expect(found.findings.allSatisfy { $0.line ?? 0 >= 1 && $0.column ?? 0 >= 1 })
      }
    }
  }
}
