import Foundation
import TestSupport
import Testing

/// GitHub itself cannot run here: its steps are run as it would run them.
@Suite("The GitHub action and the pre-commit hooks")
struct ActionTests {
  private static let root = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  /// Runs the action's script in a folder with a sound and a payload that asks for another.
  private func run(
    _ inputs: [String: String], payloads: String = #"{"aps": {"sound": "Ding.wav"}}"#
  ) throws -> (ToolResult, TemporaryFolder) {
    let folder = try TemporaryFolder()
    let tone = (0..<4_000).map { Int32(8_000 * sin(Double($0) / 5)) }
    try folder.write(PlainWAVE.integers(tone, sampleRate: 8_000), to: "ding.wav")
    try folder.write(Array(payloads.utf8), to: "push.apns")
    var environment = [
      "TOCSIN": try Tool.tocsin().path, "GITHUB_ACTIONS": "true",
      "GITHUB_OUTPUT": folder.path("output"), "GITHUB_STEP_SUMMARY": folder.path("summary"),
    ]
    environment.merge(inputs) { $1 }
    let script = Self.root.appending(path: "Packaging/action/preflight").path
    let result = try Tool("bash").run([script], in: folder.url, environment: environment)
    return (result, folder)
  }

  private func text(_ name: String, in folder: TemporaryFolder) throws -> String {
    String(decoding: try folder.bytes(of: name), as: UTF8.self)
  }

  @Test("An error fails the step, and stands in the log, the annotations and the summary")
  func failure() throws {
    let (result, folder) = try run([:])
    #expect(result.status == 1)
    #expect(result.text.contains("[sound-missing]"))
    #expect(result.text.contains("::error file=push.apns,line=1"))
    #expect(try text("output", in: folder) == "status=1\n")
    let summary = try text("summary", in: folder)
    #expect(summary.hasPrefix("### Alert sounds\n\n1 sound checked"), "\(summary)")
    #expect(
      summary.contains("| sound-missing | error | 1 | <code>push.apns&#58;1</code> |\n"),
      "\(summary)")
    #expect(!summary.contains("GitHub shows"))
  }

  @Test("The summary counts by rule, names the first places, and says that annotations are cut")
  func manyFindings() throws {
    let payloads = (0..<12).map { #"{"aps": {"sound": "no\#($0).wav"}}"# }.joined(separator: ",\n")
    let (_, folder) = try run([:], payloads: "[\(payloads)]")
    let summary = try text("summary", in: folder)
    #expect(summary.contains("| error | 12 | <code>push.apns&#58;1</code><br>"), "\(summary)")
    #expect(summary.contains("<br>and 9 more |\n"), "\(summary)")
    #expect(summary.contains("GitHub shows 10 annotations of a severity at most"))
  }

  @Test("Inputs become options: paths by lines, files for reports")
  func inputs() throws {
    let (result, folder) = try run([
      "TOCSIN_PATHS": "ding.wav\n", "TOCSIN_SARIF": "out.sarif", "TOCSIN_HTML": "page.html",
      "TOCSIN_STRICT": "true", "TOCSIN_AUDIO": "false",
    ])
    #expect(result.status == 0, "\(result.errors)")
    #expect(try text("out.sarif", in: folder).contains("\"2.1.0\""))
    #expect(try text("page.html", in: folder).contains("ding.wav"))
    let (wrong, other) = try run(["TOCSIN_CONFIG": "gone.yml"])
    #expect(wrong.status == 2)
    #expect(try text("output", in: other) == "status=2\n")
  }

  @Test("action.yml and the hooks are whole: every input is used, every hook names a real command")
  func documents() throws {
    let script = """
      import yaml, re, json
      action = yaml.safe_load(open('action.yml'))
      text = open('action.yml').read()
      used = set(re.findall(r'inputs\\.([a-z]+)', text))
      steps = action['runs']['steps']
      hooks = yaml.safe_load(open('.pre-commit-hooks.yaml'))
      print(json.dumps({
        'same': sorted(used) == sorted(action['inputs']),
        'composite': action['runs']['using'] == 'composite',
        'shells': all('shell' in step for step in steps if 'run' in step),
        # A workflow's input may not become part of a script's text.
        'safe': not any('${{' in step.get('run', '') for step in steps),
        'entries': sorted({' '.join(hook['entry'].split()[:2]) for hook in hooks}),
        'ids': len({hook['id'] for hook in hooks}) == len(hooks) == 4}))
      """
    let result = try Tool.python.run(["-c", script], in: Self.root)
    #expect(result.status == 0, "\(result.errors)")
    let facts = try JSONSerialization.jsonObject(with: result.output) as? [String: Any] ?? [:]
    for fact in ["same", "composite", "shells", "safe", "ids"] {
      #expect(facts[fact] as? Bool == true, "\(fact)")
    }
    #expect(facts["entries"] as? [String] == ["tocsin preflight", "tocsin validate"])
  }
}
