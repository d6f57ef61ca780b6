import TestSupport
import Testing

@Suite("A slow disk")
struct SlowFileTests {
  @Test(
    "does not make a good file a bad one",
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
