import Foundation
import Glibc
import TestSupport
import Testing

@Suite("Formats that take the program ffmpeg, on the command line")
struct ForeignProgramTests {
  private let work: Workplace
  /// Programs in place of ffmpeg.
  private let programs: TemporaryFolder

  /// `in.wav` in other formats: ffmpeg takes longer to start than most of these tests to end.
  private static let formats = Result {
    let work = try Workplace()
    let run = try Tool("ffmpeg").run(
      [
        "-v", "error", "-i", "in.wav", "-c:a", "aac", "in.m4a", "-c:a", "aac", "in.aac", "-c:a",
        "alac", "alac.caf", "-c:a", "wmav2", "in.wma", "-c:a", "adpcm_ms", "ms.wav", "-c:a",
        "flac", "in.flac",
      ], in: work.folder.url)
    try #require(run.status == 0, "\(run.errors)")
    return try work.folder.names().map { (name: $0, bytes: try work.folder.bytes(of: $0)) }
  }

  init() throws {
    work = try Workplace()
    programs = try TemporaryFolder()
    for file in try Self.formats.get() { try work.folder.write(file.bytes, to: file.name) }
  }

  private func install(_ script: String) throws {
    for name in ["ffmpeg", "ffprobe"] {
      _ = try programs.install("#!/bin/sh\n\(script)\n", as: name)
    }
  }

  private static let need =
    "AAC, ALAC, M4A and other formats of that kind need the program ffmpeg, which is not "
    + "installed: sudo apt install ffmpeg"

  @Test(
    "Without ffmpeg there is one message, and nothing is written",
    arguments: ["in.m4a", "in.aac", "alac.caf", "in.wma"])
  func missing(name: String) throws {
    let result = try work.tocsin(
      "convert", name, "out.wav", "-f", "WAVE", environment: ["PATH": programs.url.path])
    #expect(result.status == 1)
    #expect(result.errors == "Error: \(name): \(Self.need)\n")
    #expect(!(try work.folder.names().contains("out.wav")))
  }

  @Test("Nor can AAC be written without it", arguments: ["caff", "m4af", "adts"])
  func missingEncoder(fileFormat: String) throws {
    let result = try work.tocsin(
      "convert", "in.wav", "out", "-d", "aac", "-f", fileFormat,
      environment: ["PATH": programs.url.path])
    #expect(result.status == 1)
    #expect(result.errors == "Error: out: \(Self.need)\n")
    #expect(!(try work.folder.names().contains("out")))
  }

  @Test(
    "Validating and a pre-flight run no program and load no foreign decoder; the plan of a repair runs none",
    arguments: [
      ["validate"], ["validate", "--json"], ["preflight"], ["preflight", "--output", "json"],
      ["fix"],
    ])
  func pure(command: [String]) throws {
    let sign = programs.path("was-run")
    try install("touch '\(sign)'; exit 1")
    // Under names of alert sounds, too.
    for name in ["in.m4a", "in.aac", "in.wma", "in.flac"] {
      try work.folder.write(try work.folder.bytes(of: name), to: "as-\(name).caf")
    }
    try work.folder.write([UInt8](repeating: 1, count: 5_000), to: "noise.caf")
    let names = try work.folder.names()
    // The loader names each library that it opens (ld.so(8)).
    let environment = ["PATH": programs.url.path + ":/usr/bin:/bin", "LD_DEBUG": "files"]
    let result = try Tool.tocsin().run(
      command + names, in: work.folder.url, environment: environment)
    #expect(result.status == 1, "\(result.errors)")
    #expect(try programs.names() == ["ffmpeg", "ffprobe"])
    #expect(result.errors.contains("file=libc.so"))
    // A plan says what can be repaired, for which the sound is read.
    #expect(result.errors.contains("sndfile") == (command == ["fix"]))
    // The signs would be there: reading such files does run one, and load the other.
    let info = try work.tocsin("info", "in.m4a", "in.flac", environment: environment)
    #expect(try programs.names().contains("was-run"))
    #expect(info.errors.contains("sndfile"))
  }

  @Test("A repair converts M4A, AAC and ALAC that are named as alert sounds")
  func repair() throws {
    for name in ["in.m4a", "in.aac", "alac.caf"] {
      try work.folder.write(try work.folder.bytes(of: name), to: "\(name).caf")
    }
    let files = ["in.m4a.caf", "in.aac.caf", "alac.caf.caf"]
    let tocsin = try Tool.tocsin()
    let plan = try tocsin.run(["fix"] + files, in: work.folder.url)
    #expect(
      plan.text.contains("would repair in.m4a.caf: MPEG-4 (M4A) becomes CAF, ima4\n"),
      "\(plan.text)\(plan.errors)")
    let result = try tocsin.run(["fix", "--write"] + files, in: work.folder.url)
    #expect(result.status == 0, "\(result.text)\(result.errors)")
    let check = try tocsin.run(["validate"] + files, in: work.folder.url)
    #expect(check.status == 0, "\(check.text)")
  }

  @Test(
    "A fix line is there for what can be converted, and works as printed",
    arguments: ["in.m4a", "in.aac", "in.wma", "alac.caf", "ms.wav"])
  func fixLine(name: String) throws {
    let report = try work.tocsin("validate", name)
    let line = try #require(
      report.text.split(separator: "\n").first { $0.contains("→ tocsin convert") }, "\(report.text)"
    )
    let command = line.drop { $0 != "t" }
    let result = try work.shell(
      "alias tocsin=\"$0\"\n\(command.replacing("tocsin ", with: "\"$0\" "))")
    #expect(result.isQuietSuccess, "\(command): \(result.errors)")
  }

  @Test(
    "What is not a sound has no fix line, and is called what it is",
    arguments: [
      ("text.wav", "a placeholder, not a sound; it will come later\n", "plain text"),
      ("page.wav", "<!DOCTYPE html><html><body>Not found</body></html>", "a web page (HTML)"),
      ("page.caf", "<html><body>Not found</body></html> and more text", "a web page (HTML)"),
      (
        "list.m4a", "#EXTM3U\n#EXTINF:2,\nin.wav\nhttp://127.0.0.1:9/x.ts\n#EXT-X-ENDLIST\n",
        "plain text"
      ),
      ("list.caf", "ffconcat version 1.0\nfile in.wav\nfile http://127.0.0.1:9/x\n", "plain text"),
    ])
  func noSound(name: String, content: String, kind: String) throws {
    try work.folder.write(content.utf8, to: name)
    let report = try work.tocsin("validate", name)
    #expect(report.text.contains("the content is \(kind); alert sounds are"), "\(report.text)")
    #expect(!report.text.contains("→ tocsin convert"))
    let result = try work.tocsin("convert", name, "out.wav", "-f", "WAVE")
    #expect(result.status == 1 && result.errors == "Error: \(name): it is \(kind), not a sound\n")
  }

  @Test(
    "A list of other files after bytes that hide it opens none of them",
    arguments: [
      "\u{1}\nffconcat version 1.0\nfile in.wav\n",
      "\u{FEFF}#EXTM3U\n#EXT-X-TARGETDURATION:2\n#EXTINF:2,\nin.wav\n#EXT-X-ENDLIST\n",
    ])
  func hiddenLists(content: String) throws {
    try work.folder.write(content.utf8, to: "list.m4a")
    let result = try work.tocsin("convert", "list.m4a", "out.wav", "-f", "WAVE")
    #expect(result.status == 1 && result.errors.hasPrefix("Error: list.m4a: no known sound"))
  }

  @Test(
    "Kill -9 in the middle leaves no child and no file",
    arguments: [["in.m4a", "out.wav", "-f", "WAVE"], ["in.wav", "out.m4a", "-d", "aac"]])
  func killed(arguments: [String]) throws {
    try install("exec sleep 1000")
    let process = try Tool.tocsin().start(
      ["convert"] + arguments, in: work.folder.url, environment: ["PATH": programs.url.path])
    var child: Int32?
    while child == nil, process.isRunning {
      usleep(10_000)
      child = children(of: process.processIdentifier).first
    }
    let number = try #require(child)
    process.kill()
    #expect(process.waitUntilExit() == .killed(SIGKILL))
    try waitUntil("process \(number) goes") { kill(number, 0) != 0 && errno == ESRCH }
    let names = try work.folder.names()
    #expect(!names.contains { $0.hasPrefix("out") || $0.hasPrefix(".") }, "\(names)")
  }

  /// The processes that any thread of `process` has started.
  private func children(of process: Int32) -> [Int32] {
    let tasks = "/proc/\(process)/task"
    let threads = (try? FileManager.default.contentsOfDirectory(atPath: tasks)) ?? []
    return threads.flatMap { thread in
      let text = try? String(contentsOfFile: "\(tasks)/\(thread)/children", encoding: .utf8)
      return (text ?? "").split(separator: " ").compactMap { Int32($0) }
    }
  }

  @Test("afconvert's ways to AAC and ALAC, as scripts use them")
  func scripts() throws {
    let commands = [
      "-f m4af -d aac in.wav a.m4a", "-d aac -f caff -b 32000 in.wav a.caf",
      "-f m4bf -d aac -b 48000 --no-filler in.wav a.m4b", "-d alac in.wav b.m4a",
      "-f adts -d aac in.wav a.aac", "-f mp4f -d aac@44100 -c 2 in.wav a.mp4",
      "-f WAVE -d LEI16 alac.caf -o b.wav", "-f caff -d LEI16 in.m4a b.caf",
    ]
    #expect(try work.shell("ln -s \"$0\" afconvert").status == 0)
    for command in commands {
      for tool in ["\"$0\" convert", "./afconvert"] {
        let result = try work.shell("\(tool) \(command)")
        #expect(result.status == 0, "\(tool) \(command): \(result.errors)")
      }
    }
  }
}
