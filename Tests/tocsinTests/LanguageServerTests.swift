import Foundation
import TestSupport
import Testing

@Suite("tocsin preflight --lsp serves an editor")
struct LanguageServerTests {
  /// A client of the protocol, as editors have one: it sends the messages of a session and prints, as
  /// JSON, what came back.
  private static let client = """
    import json, subprocess, sys
    server = subprocess.Popen([sys.argv[1], 'preflight', '--lsp'] + sys.argv[3:],
                              stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    def send(message):
        body = json.dumps({'jsonrpc': '2.0', **message}).encode()
        server.stdin.write(b'Content-Length: %d\\r\\n\\r\\n' % len(body) + body)
        server.stdin.flush()
    def receive():
        length = None
        while True:
            line = server.stdout.readline()
            if line in (b'\\r\\n', b''): break
            name, value = line.split(b':', 1)
            if name.lower() == b'content-length': length = int(value)
        return json.loads(server.stdout.read(length))
    received = []
    for step in json.load(open(sys.argv[2])):
        if 'write' in step:
            open(step['write'], 'w').write(step['text'])
        else:
            send(step['send'])
            received += [receive() for _ in range(step['answers'])]
    server.stdin.close()
    json.dump({'received': received, 'rest': server.stdout.read().decode(), 'status': server.wait()},
              sys.stdout)
    """

  /// Plays a session in the folder of `work`.
  private func play(
    _ steps: [[String: Any]], in work: PreflightWorkplace, options: [String] = ["--no-config"]
  ) throws -> (received: [[String: Any]], status: Int) {
    let script = work.folder.url.path + ".py"
    let session = work.folder.url.path + ".json"
    defer { for path in [script, session] { try? FileManager.default.removeItem(atPath: path) } }
    try Data(Self.client.utf8).write(to: URL(filePath: script))
    try JSONSerialization.data(withJSONObject: steps).write(to: URL(filePath: session))
    let result = try Tool("python3").run(
      [script, Tool.tocsin().path, session] + options, in: work.folder.url)
    try #require(result.status == 0, "\(result.errors)")
    let object = try result.jsonObject()
    #expect(object["rest"] as? String == "")
    return (object["received"] as? [[String: Any]] ?? [], object["status"] as? Int ?? -1)
  }

  private func request(_ id: Int, _ method: String, _ parameters: Any = [String: Any]())
    -> [String: Any]
  {
    ["send": ["id": id, "method": method, "params": parameters], "answers": 1]
  }

  private func notify(
    _ method: String, _ parameters: Any = [String: Any](), answers: Int
  ) -> [String: Any] {
    ["send": ["method": method, "params": parameters], "answers": answers]
  }

  private func initialize(_ work: PreflightWorkplace, encodings: [String] = []) -> [String: Any] {
    request(
      1, "initialize",
      [
        "processId": NSNull(), "rootUri": "file://" + work.folder.url.path,
        "capabilities": ["general": ["positionEncodings": encodings]],
      ])
  }

  private func end() -> [[String: Any]] {
    [request(9, "shutdown"), notify("exit", answers: 0)]
  }

  private func workplace() throws -> PreflightWorkplace {
    let work = try PreflightWorkplace()
    try FileManager.default.removeItem(at: work.folder.url("push.apns"))
    try work.write(#"{ "a": "😀ä", "aps": { "sound": "Ding.wav" } }"#, to: "a push.apns")
    return work
  }

  private func diagnostics(_ message: [String: Any]) -> [[String: Any]] {
    (message["params"] as? [String: Any])?["diagnostics"] as? [[String: Any]] ?? []
  }

  private func span(_ range: Any?) -> [Int] {
    let range = range as? [String: [String: Int]] ?? [:]
    return [range["start"], range["end"]].flatMap { [$0?["line"] ?? -1, $0?["character"] ?? -1] }
  }

  @Test("It tells findings when the folder is opened, and again when a file is saved")
  func session() throws {
    let work = try workplace()
    let address = "file://" + work.folder.url.path + "/a%20push.apns"
    let played = try play(
      [
        initialize(work), notify("initialized", answers: 1),
        request(
          2, "textDocument/codeAction",
          [
            "textDocument": ["uri": address],
            "range": [
              "start": ["line": 0, "character": 0], "end": ["line": 0, "character": 1],
            ], "context": ["diagnostics": []],
          ]),
        ["write": work.folder.path("a push.apns"), "text": #"{ "aps": { "sound": "ding.wav" } }"#],
        notify("textDocument/didSave", ["textDocument": ["uri": address]], answers: 1),
        request(3, "textDocument/hover"),
      ] + end(), in: work)
    try #require(played.received.count == 6)
    let capabilities =
      (played.received[0]["result"] as? [String: Any])?["capabilities"] as? [String: Any]
    #expect(capabilities?["positionEncoding"] as? String == "utf-16")
    // The place is counted in units of UTF-16: the face has two.
    let told = diagnostics(played.received[1])
    #expect((played.received[1]["params"] as? [String: Any])?["uri"] as? String == address)
    #expect(told.count == 1)
    #expect(told.first?["code"] as? String == "sound-name-case")
    #expect(told.first?["severity"] as? Int == 1)
    #expect(span(told.first?["range"]) == [0, 33, 0, 41])
    let action = (played.received[2]["result"] as? [[String: Any]])?.first
    let changes = (action?["edit"] as? [String: Any])?["changes"] as? [String: [[String: Any]]]
    #expect(changes?[address]?.first?["newText"] as? String == "ding.wav")
    #expect(span(changes?[address]?.first?["range"]) == [0, 33, 0, 41])
    // What is put right is taken back.
    #expect(diagnostics(played.received[3]).isEmpty)
    #expect((played.received[4]["error"] as? [String: Any])?["code"] as? Int == -32601)
    #expect(played.status == 0)
  }

  @Test("What the configured baseline knows is not told")
  func baseline() throws {
    let work = try workplace()
    try work.write("baseline: known.json\n", to: ".tocsin.yml")
    let update = try work.tocsin("preflight", "--update-baseline")
    #expect(update.status == 0, "\(update.errors)")
    try work.write(PreflightWorkplace.payload("Ding.wav"), to: "new/b.apns")
    let played = try play(
      [initialize(work), notify("initialized", answers: 1)] + end(), in: work, options: [])
    let address = "file://" + work.folder.url.path + "/new/b.apns"
    #expect(
      (played.received[1]["params"] as? [String: Any])?["uri"] as? String == address,
      "\(played.received)")
    #expect(played.status == 0)
  }

  @Test("An editor that counts characters gets characters")
  func encoding() throws {
    let work = try workplace()
    let played = try play(
      [initialize(work, encodings: ["utf-8", "utf-32"]), notify("initialized", answers: 1)] + end(),
      in: work)
    #expect(span(diagnostics(played.received[1]).first?["range"]) == [0, 32, 0, 40])
  }

  @Test("An editor that goes without a word, or that speaks another language, is an error")
  func failures() throws {
    let work = try workplace()
    #expect(try play([initialize(work)], in: work).status == 1)
    let result = try work.shell(#"printf 'GET / HTTP/1.1\r\n\r\n' | "$0" preflight --lsp"#)
    #expect(result.status == 1)
    #expect(result.errors.contains("Content-Length"))
    let cut = try work.shell(#"printf 'Content-Length: 9\r\n\r\n{' | "$0" preflight --lsp"#)
    #expect(cut.status == 1)
    #expect(cut.errors.contains("ends early"))
    // More than 64 MiB is refused, and not waited for.
    let huge = try work.shell(#"printf 'Content-Length: 67108865\r\n\r\n' | "$0" preflight --lsp"#)
    #expect(huge.errors.contains("no Content-Length that can be"))
    #expect(try work.tocsin("preflight", ".", "--lsp").status == 2)
  }
}
