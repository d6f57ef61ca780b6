import AlertSounds
import Foundation
import TestSupport
import Testing

@testable import BundlePreflight

/// `make rules` writes them; a rule that changes must not leave them after.
@Suite("The pages that are made from the rules")
struct GeneratedPagesTests {
  private static let documentation = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().appending(path: "Documentation")

  @Test("Documentation/rules.md is what the rules say")
  func rules() throws {
    let page = try String(
      contentsOf: Self.documentation.appending(path: "rules.md"), encoding: .utf8)
    #expect(page == RuleDocument(RuleCatalogue.rules).markdown + "\n", "run `make rules`")
  }

  @Test("Documentation/preflight.md lists the libraries of the table of sinks")
  func libraries() throws {
    let page = try String(
      contentsOf: Self.documentation.appending(path: "preflight.md"), encoding: .utf8)
    #expect(page.contains("\n\n" + Sink.document + "\n\n"), "the list is:\n\(Sink.document)")
  }

  @Test("Every row of the table of sinks is read")
  func rows() {
    #expect(Sink.all.count == Sink.table.split(separator: "\n").count)
    #expect(Sink.all.allSatisfy { !$0.library.isEmpty && !$0.arguments.isEmpty })
  }

  @Test("Documentation/tocsin.schema.json is what the rules say")
  func schema() throws {
    let file = try Data(contentsOf: Self.documentation.appending(path: "tocsin.schema.json"))
    let kept = try JSONSerialization.jsonObject(with: file) as? NSDictionary
    let made =
      try JSONSerialization.jsonObject(with: Data(ConfigurationSchema.document.utf8))
      as? NSDictionary
    #expect(kept != nil && kept == made, "run `make rules`")
  }

  @Test("The schema takes what the reader takes, and refuses what it refuses")
  func validity() throws {
    let folder = try PreflightFolder()
    try folder.write(ConfigurationSchema.document, to: "schema.json")
    let good =
      #"{"rules": {"loudness": "off", "true-peak": {"maximum": 1}, "sound-name-case": "note"}}"#
    let bad = [
      #"{"rulez": {}}"#, #"{"rules": {"loudnes": "off"}}"#, #"{"rules": {"loudness": "loud"}}"#,
      #"{"rules": {"true-peak": {"maximun": 1}}}"#, #"{"overrides": [{"rules": {}}]}"#,
      #"{"rules": {"true-peak": {"maximum": 61}}}"#, #"{"version": 2}"#, #"{"strict": "maybe"}"#,
    ]
    for (index, document) in ([good] + bad).enumerated() {
      try folder.write(document, to: "document.json")
      let result = try folder.python(
        """
        import json, jsonschema
        schema = json.load(open('schema.json'))
        jsonschema.Draft202012Validator.check_schema(schema)
        errors = list(jsonschema.Draft202012Validator(schema).iter_errors(json.load(open('document.json'))))
        print(len(errors))
        """)
      #expect((result.text == "0\n") == (index == 0), "\(document)")
      // JSON is YAML: the reader is asked the same.
      let path = try folder.write(document, to: ".tocsin.yml")
      let isRead = (try? PreflightConfiguration.read(path)) != nil
      #expect(isRead == (index == 0), "\(document)")
    }
  }

  @Test("Every page is a rule's")
  func files() throws {
    let sources = Self.documentation.deletingLastPathComponent().appending(path: "Sources")
    let pages = try ["AlertSounds/Validation/Pages", "BundlePreflight/Rules/Pages"].flatMap {
      try FileManager.default.contentsOfDirectory(atPath: sources.appending(path: $0).path)
    }
    #expect(Set(pages) == Set(RuleCatalogue.rules.map { $0.identifier + ".md" }))
    for rule in RuleCatalogue.rules {
      #expect(!rule.summary.isEmpty && !rule.explanation.hasPrefix("\n"), "\(rule.identifier)")
    }
  }

  @Test("Every rule has a page of its own, with a way out")
  func pages() {
    let identifiers = RuleCatalogue.rules.map(\.identifier)
    #expect(Set(identifiers).count == identifiers.count)
    for page in RuleCatalogue.rules {
      let ways = ["fix it", "tocsin convert "]
      #expect(ways.contains(where: page.explanation.contains), "\(page.identifier)")
      #expect(page.explanation.split(separator: " ").count > 30, "\(page.identifier)")
    }
  }
}
