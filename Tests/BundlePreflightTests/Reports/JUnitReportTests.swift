import BundlePreflight
import Foundation
import TestSupport
import Testing

@Suite("The JUnit report")
struct JUnitReportTests {
  /// Counts elements as an XML parser of another house sees them, and compares with the attributes.
  private static let counter = """
    import json, sys, xml.dom.minidom
    top = xml.dom.minidom.parse(sys.argv[1]).documentElement
    count = lambda node, name: len(node.getElementsByTagName(name))
    rows = [(node.getAttribute("name"), int(node.getAttribute("tests")), count(node, "testcase"),
             int(node.getAttribute("failures")), count(node, "failure"))
            for node in [top, *top.getElementsByTagName("testsuite")]]
    print(json.dumps([[name, tests == cases and failures == failed, cases, failed]
                      for name, tests, cases, failures, failed in rows]))
    """

  private struct Row: Decodable {
    let name: String
    let agrees: Bool
    let cases: Int
    let failures: Int

    init(from decoder: any Decoder) throws {
      var list = try decoder.unkeyedContainer()
      name = try list.decode(String.self)
      agrees = try list.decode(Bool.self)
      cases = try list.decode(Int.self)
      failures = try list.decode(Int.self)
    }
  }

  private func rows(isStrict: Bool) throws -> [Row] {
    var options = SampleReport.options
    options.isStrict = isStrict
    let scratch = try TemporaryFolder()
    let path = try scratch.write(ReportFormat.junit.text(options: options).utf8, to: "junit.xml")
    let result = try ReportFixture.python(["-c", Self.counter, path])
    try #require(result.status == 0, "\(result.errors)")
    return try JSONDecoder().decode([Row].self, from: result.output)
  }

  @Test("is well-formed and counts right", arguments: [(false, 4), (true, 11)])
  func counts(isStrict: Bool, failures: Int) throws {
    let rows = try rows(isStrict: isStrict)
    #expect(rows.filter { !$0.agrees }.map(\.name) == [])
    // Fifteen files; one has two findings, and another one two; four sounds are clean.
    #expect(rows.count == 1 + 15)
    #expect(rows[0].cases == 12 + 5 && rows[0].failures == failures)
  }

  @Test("keeps every name readable, control characters as escapes")
  func names() throws {
    let names = Set(try rows(isStrict: false).map { Array($0.name.utf8) })
    for name in [
      "example/</script><script>alert(1)</script>.caf",
      "example/forged\\u{a}::error::line\\u{1b}[2Jclear.caf", "example/\\u{ffff}]]>.caf",
      "example/cafe\u{301}.caf", "example/caf\u{E9}.caf",
    ] {
      #expect(names.contains(Array(name.utf8)), "\(name)")
    }
  }
}
