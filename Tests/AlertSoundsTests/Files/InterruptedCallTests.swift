import TestSupport
import Testing

@Suite(
  "Interrupted calls: signals and short transfers do not change the result",
  .needs(Facility.traces, "strace is not allowed to trace here"))
struct InterruptedCallTests {
  @Test(
    "A call that a signal interrupts is made again",
    arguments: [("pread64", "when=1+2"), ("pwrite64", "when=1+2"), ("pwrite64", "when=1..3")])
  func interrupted(call: String, when: String) throws {
    let folder = try TemporaryFolder()
    let samples = TestSamples.integers(bitDepth: 16, count: 150_000)
    let input = try folder.write(PlainWAVE.integers(samples), to: "in.wav")
    let arguments = ["convert", input, "-d", "BEI24"]
    #expect(try Tool.tocsin().run(arguments + [folder.path("expected.caf")]).status == 0)
    let outcome = try Fault.inject(
      call, "error=EINTR:\(when)", paths: call == "pread64" ? [input] : [],
      into: arguments + [folder.path("out.caf")])
    #expect(outcome.injected > 0)
    #expect(outcome.result.status == 0)
    #expect(outcome.result.errors.isEmpty)
    #expect(try folder.bytes(of: "out.caf") == folder.bytes(of: "expected.caf"))
  }

  /// strace replaces a call by its result and moves no byte. In silence nobody can tell: strace
  /// puts the seven zeros that were "read" into the buffer, and what is not written is a hole.
  @Test(
    "A short transfer is continued where it ended",
    arguments: [
      ("pread64", "retval=7:poke_exit=@arg2=00000000000000:when=2..200"),
      ("pwrite64", "retval=11:when=1..100"),
    ])
  func short(call: String, effect: String) throws {
    let folder = try TemporaryFolder()
    let silence = [Int32](repeating: 0, count: 20_000)
    let input = try folder.write(PlainWAVE.integers(silence), to: "in.wav")
    let arguments = ["convert", input, "-d", "BEI24"]
    #expect(try Tool.tocsin().run(arguments + [folder.path("expected.caf")]).status == 0)
    let outcome = try Fault.inject(
      call, effect, paths: call == "pread64" ? [input] : [],
      into: arguments + [folder.path("out.caf")])
    #expect(outcome.injected >= 100)
    #expect(outcome.result.status == 0)
    #expect(try folder.bytes(of: "out.caf") == folder.bytes(of: "expected.caf"))
  }
}
