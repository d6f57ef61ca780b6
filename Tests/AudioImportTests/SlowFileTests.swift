import AudioImport
import TestSupport
import Testing

@Suite("Headers that take long")
struct SlowFileTests {
  @Test("A header that libsndfile reads without end is given up", arguments: ["info", "convert"])
  func endless(command: String) async throws {
    let folder = try TemporaryFolder()
    // The size of the last chunk leads back to the chunk itself.
    let header: [UInt8] =
      Array("FORM\0\0\0\0".utf8) + Array("8SVXVHDR".utf8) + [UInt8](repeating: 0, count: 24)
      + Array("NAME\0\0\0\u{8}".utf8) + [UInt8](repeating: 0, count: 8)
      + Array("ANNO".utf8) + [0xFF, 0xFF, 0xFF, 0xF8] + [UInt8](repeating: 0, count: 8)
    try folder.write(header, to: "a.svx")
    let output = command == "convert" ? [folder.path("a.caf"), "-d", "ima4"] : []
    // It would not end: a tool that is waited for keeps the test.
    let tool = try Tool.tocsin().start(
      [command, folder.path("a.svx")] + output, errors: .file(folder.path("errors")))
    try await eventually("it ends") { !tool.isRunning }
    #expect(tool.waitUntilExit() == .exited(1))
    let errors = String(decoding: try folder.bytes(of: "errors"), as: UTF8.self)
    #expect(errors.hasSuffix("a.svx: \(ImportError.tookTooLong)\n"), "\(errors)")
  }

  @Test(
    "A slow disk does not make a good file a bad one",
    .needs((try? Tool("strace").run(["-f", "true"]).status) == 0, "strace delays the reads"))
  func slowReads() throws {
    let folder = try TemporaryFolder()
    let made = try Tool("ffmpeg").run(
      ["-v", "error", "-f", "lavfi", "-i", "sine=d=20", folder.path("a.flac")])
    #expect(made.status == 0)
    // Each read takes 1 s, and the processor has nothing to do in them.
    let result = try Tool("strace").run([
      "-f", "-o", folder.path("log"), "-e", "trace=pread64", "-e",
      "inject=pread64:delay_enter=1000000", try Tool.tocsin().path, "info", folder.path("a.flac"),
    ])
    let log = String(decoding: try folder.bytes(of: "log"), as: UTF8.self)
    #expect(log.split(separator: "\n").count { $0.contains("pread64") } > 2, "\(log)")
    #expect(result.status == 0 && result.text.contains("FLAC"), "\(result.errors)")
  }
}
