import Foundation
import NotificationScheduling
import NotificationStorage
import NotificationTypes
import TestSupport
import Testing

@testable import RemoteReceiving

@Suite("Service extensions are processes", .timeLimit(.minutes(20)))
struct ExtensionTests {
  /// What many tests need: it puts a mark after the title.
  private static let marking = """
    import json, os, sys
    request = json.load(sys.stdin)
    content = request["content"]
    content["title"] += " [modified]"
    content["body"] = os.environ["TOCSIN_APP"] + " " + os.environ["TOCSIN_REQUEST"]
    json.dump(content, sys.stdout)
    """

  /// It says that it has begun, waits for a file, and answers with its title and a mark.
  private static let waiting = """
    import json, os, sys, time
    request = json.load(sys.stdin)
    with open(HERE + "/begun", "a") as file: file.write(request["identifier"] + "\\n")
    while not os.path.exists(HERE + "/go"): time.sleep(0.02)
    content = request["content"]
    content["title"] += " [modified]"
    json.dump(content, sys.stdout)
    """

  @Test("I99: a program changes the content, and nothing else")
  func changed() async throws {
    let bench = try ExtensionBench()
    try bench.register(Self.marking)
    try bench.push("push", info: ["order": .integer(7)])
    let request = try await bench.first()
    #expect(request.identifier == "push" && request.app == TestBox.kitchen)
    #expect(request.trigger == .push)
    #expect(request.content.title == "Hello [modified]")
    #expect(request.content.body == "org.example.kitchen push")
    #expect(request.content.sound?.name == "chime" && request.content.badge == 3)
    #expect(request.content.userInfo == ["order": .integer(7)])
    #expect(try bench.schedule.store.read(.waitingForExtensions()) == 0)
    #expect(bench.warnings == 0, "\(bench.log)")
  }

  @Test("I100: when its time is over, it has its last chance")
  func lastChance() async throws {
    let bench = try ExtensionBench { $0.time = .seconds(20) }
    try bench.register(
      """
      trap 'echo "{\\"title\\": \\"half done\\"}"; exit 0' TERM
      sleep 1000
      """)
    try bench.push("push")
    #expect(try await bench.first().content.title == "half done")
    try await eventually("the log says so") { bench.log.contains("changed at the last chance") }
  }

  @Test("I100: one that hangs is killed with its children, and the original is delivered")
  func hangs() async throws {
    let bench = try ExtensionBench { ($0.time, $0.grace) = (.seconds(20), .seconds(1)) }
    try bench.register(
      """
      trap '' TERM
      echo '{"title": "too early"}'
      sleep 1000 &
      echo $$ $! > $HERE/processes
      # In a session of its own, and its parent has gone.
      (setsid sleep 1000 & echo $! >> $HERE/processes)
      while :; do sleep 1; done
      """)
    try bench.push("push")
    let request = try await bench.first()
    #expect(request.content.title == "Hello" && request.content.sound?.name == "chime")
    let processes = bench.lines(of: "processes").flatMap { $0.split(separator: " ") }
      .compactMap { Int32($0) }
    try #require(processes.count == 3)
    try await eventually("all are gone") { !processes.contains(where: isAlive) }
    try await eventually("the log says why") { bench.log.contains("it takes too long") }
  }

  @Test("One that leaves without an answer at the last chance leaves the original")
  func noAnswerAtTheEnd() async throws {
    let bench = try ExtensionBench { $0.time = .seconds(2) }
    try bench.register("sleep 1000")
    try bench.push("push")
    #expect(try await bench.first().content.title == "Hello")
    try await eventually("the log says why") { bench.log.contains("it takes too long") }
  }

  @Test("A crash repeats the extension, three starts in all; then the original is delivered")
  func crashes() async throws {
    let bench = try ExtensionBench()
    try bench.register("echo $$ >> $HERE/runs; kill -SEGV $$")
    try bench.push("push")
    #expect(try await bench.first().content.title == "Hello")
    #expect(bench.lines(of: "runs").count == 3)
    try await eventually("the log says why, once") {
      bench.log.contains("ended by signal 11, at each of 3 starts")
    }
    #expect(bench.warnings == 1, "\(bench.log)")
    #expect(try bench.due().count == 1)
  }

  @Test("One that fails once, and then not, changes the content")
  func failsOnce() async throws {
    let bench = try ExtensionBench()
    try bench.register(
      """
      if [ ! -e $HERE/once ]; then touch $HERE/once; exit 3; fi
      echo '{"title": "second"}'
      """)
    try bench.push("push")
    #expect(try await bench.first().content.title == "second")
  }

  @Test("What it prints is capped, on both streams")
  func endless() async throws {
    let bench = try ExtensionBench()
    try bench.register("exec yes '{\"title\": \"x\"}'")
    try bench.push("push")
    #expect(try await bench.first().content.title == "Hello")
    try await eventually("the log says why") { bench.log.contains("longer than 1048576 bytes") }
    // What it complains about without end does not keep it from answering.
    try bench.register(
      """
      yes complaint >&2 &
      echo '{"title": "answer"}'
      """, of: TestBox.door)
    try bench.push("push", of: TestBox.door)
    #expect(try await bench.first(TestBox.door).content.title == "answer")
    #expect(bench.log.utf8.count < 8_192)
  }

  @Test(
    "An answer that cannot be used leaves the original, with a line in the log",
    arguments: [
      ("no JSON", "is not a content"), ("[]", "is not a content"), ("{}", "has no text"),
      (#"{"title": "", "sound": {"name": "x"}}"#, "has no text"),
      (#"{"title": 7}"#, "is not a content"),
    ])
  func unusable(answer: String, reason: String) async throws {
    let bench = try ExtensionBench()
    try bench.register("echo '\(answer)'")
    try bench.push("push")
    #expect(try await bench.first().content.title == "Hello")
    try await eventually("the log says why") { bench.log.contains(reason) }
    #expect(bench.warnings == 1, "\(bench.log)")
  }

  @Test("An empty answer leaves the original, as the extension wants it")
  func emptyAnswer() async throws {
    let bench = try ExtensionBench()
    try bench.register("cat > /dev/null")
    try bench.push("push")
    #expect(try await bench.first().content.title == "Hello")
    #expect(bench.warnings == 0, "\(bench.log)")
  }

  @Test("A program that is not there leaves the original")
  func missing() async throws {
    let bench = try ExtensionBench()
    try bench.register(command: [bench.folder.path("nothing")])
    try bench.push("push")
    #expect(try await bench.first().content.title == "Hello")
    try await eventually("the log says why") { bench.log.contains("there is no program") }
  }

  @Test("I99: its attachments are moved into the store, and its folder goes")
  func attachments() async throws {
    let bench = try ExtensionBench()
    try bench.register(
      """
      import base64, json, os, sys
      content = json.load(sys.stdin)["content"]
      picture = os.environ["TMPDIR"] + "/cat.png"
      with open(picture, "wb") as file: file.write(b"\\x89PNG\\r\\n\\x1a\\n" + b"picture")
      with open(os.environ["TMPDIR"] + "/no.png", "wb") as file: file.write(b"no picture")
      content["attachments"] = [
        {"identifier": "cat", "path": picture},
        {"identifier": "no", "path": os.environ["TMPDIR"] + "/no.png"},
        {"identifier": "none", "path": "/nowhere.png"}]
      json.dump(content, sys.stdout)
      """)
    try bench.push("push")
    let attachments = try await bench.first().content.attachments
    #expect(attachments.map(\.identifier) == ["cat"])
    #expect(attachments.map(\.mediaType) == ["image/png"])
    let path = try #require(attachments.first?.path)
    #expect(path.hasPrefix(bench.folder.path("store/attachments/org.example.kitchen/")))
    #expect(FileManager.default.contents(atPath: path)?.suffix(7) == Data("picture".utf8))
    try await eventually("its folder is gone") {
      let names = try? FileManager.default.contentsOfDirectory(
        atPath: bench.folder.path("store/extensions"))
      return names?.isEmpty ?? true
    }
    #expect(bench.log.contains("/no.png: it is not image/png"))
    #expect(bench.log.contains("/nowhere.png: it is not a file that can be read"))
  }

  @Test("I99: Apple's template, unchanged, is such a program")
  func template() async throws {
    let bench = try ExtensionBench()
    try bench.register(command: [Tool.built("serviceextension").path])
    let picture = try bench.folder.write(
      [0x89] + Array("PNG\r\n".utf8) + [0x1A, 0x0A, 1], to: "a.png")
    try bench.push("push", info: ["picture": .string(picture), "n": .data(Data([1, 2]))]) {
      $0.interruptionLevel = .timeSensitive
      $0.threadIdentifier = "thread"
    }
    let content = try await bench.first().content
    #expect(content.title == "Hello [modified]" && content.body == "World", "\(bench.log)")
    #expect(content.attachments.map(\.mediaType) == ["image/png"])
    #expect(content.sound?.name == "chime" && content.badge == 3)
    #expect(content.interruptionLevel == .timeSensitive && content.threadIdentifier == "thread")
    #expect(content.userInfo == ["picture": .string(picture), "n": .data(Data([1, 2]))])
    // The file was not the extension's own.
    #expect(bench.exists("a.png"))
  }

  @Test("Those of an app come in their order; others go on meanwhile")
  func order() async throws {
    let bench = try ExtensionBench()
    try bench.register(Self.waiting)
    try bench.register(Self.marking, of: TestBox.door)
    for name in ["1", "2", "3"] { try bench.push(name, title: name) }
    try bench.push("other", of: TestBox.door)
    try bench.push("plain", isMutable: false)
    #expect(try await bench.first(TestBox.door).content.title == "Hello [modified]")
    #expect(try bench.due().map(\.identifier) == ["plain"])
    try await eventually("the first has begun") { bench.lines(of: "begun") == ["1"] }
    try bench.allow()
    try await eventually("all are due") { try bench.due().count == 4 }
    #expect(
      try bench.due().map(\.content.title) == [
        "Hello", "1 [modified]", "2 [modified]", "3 [modified]",
      ]
    )
    #expect(bench.lines(of: "begun") == ["1", "2", "3"])
  }

  @Test("No more of them run at a time than may")
  func bound() async throws {
    let bench = try ExtensionBench { $0.runs = 1 }
    try bench.register(
      """
      touch $HERE/running
      while [ ! -e $HERE/go ]; do sleep 0.02; done
      rm $HERE/running
      """)
    try bench.register(
      "if [ -e $HERE/running ]; then echo '{\"title\": \"together\"}'; fi", of: TestBox.door)
    try bench.push("1")
    try await eventually("it has begun") { bench.exists("running") }
    try bench.push("2", of: TestBox.door)
    // Time for one that may not run to run.
    try await Task.sleep(for: .milliseconds(500))
    try bench.allow()
    #expect(try await bench.first(TestBox.door).content.title == "Hello")
    #expect(try await bench.first().content.title == "Hello")
  }

  @Test(
    "A later one with its identifier replaces it while the extension changes it",
    arguments: [false, true])
  func replaced(isMutable: Bool) async throws {
    let bench = try ExtensionBench()
    try bench.register(Self.waiting)
    try bench.push("tea", title: "old")
    try await eventually("it has begun") { bench.lines(of: "begun") == ["tea"] }
    try bench.push("tea", title: "new", isMutable: isMutable)
    try bench.allow()
    try await eventually("the old one is dropped") {
      bench.log.contains("a later one has replaced it")
    }
    #expect(try await bench.first().content.title == (isMutable ? "new [modified]" : "new"))
    try await eventually("nothing waits") {
      try bench.schedule.store.read(.waitingForExtensions()) == 0
    }
    #expect(try bench.due().count == 1)
  }

  @Test("If too many wait, the oldest are delivered as they came")
  func overload() async throws {
    let bench = try ExtensionBench { $0.waiting = 3 }
    try bench.register(Self.waiting)
    try bench.push("1", title: "1")
    try await eventually("the first has begun") { bench.lines(of: "begun") == ["1"] }
    for name in ["2", "3", "4", "5", "6"] { try bench.push(name, title: name) }
    try bench.allow()
    try await eventually("all are due") { try bench.due().count == 6 }
    #expect(
      try bench.due().map(\.content.title)
        == ["1 [modified]", "2", "3", "4 [modified]", "5 [modified]", "6 [modified]"])
  }

  @Test("A process that is told to end kills the extension; the next one starts it again")
  func restarted() async throws {
    let bench = try ExtensionBench()
    try bench.register(Self.waiting)
    try bench.push("push")
    try await eventually("it has begun") { bench.lines(of: "begun") == ["push"] }
    bench.restart()
    #expect(try bench.due().isEmpty)
    try await eventually("it has begun again") { bench.lines(of: "begun") == ["push", "push"] }
    try bench.allow()
    #expect(try await bench.first().content.title == "Hello [modified]")
  }
}
