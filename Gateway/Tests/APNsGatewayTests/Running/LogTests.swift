import Foundation
import TestSupport
import Testing

extension RunningTests {
  /// The programs that serve, whatever becomes of their logs.
  @Suite struct LogTests {
    /// Starts a program of the gateway with such a log, which must live as long as it.
    private func start(_ log: UnusableLog, _ arguments: [String]) throws -> RunningTool {
      try Tool("env").start(
        log.wrapper + [Testbed.program] + arguments, errors: log.stream)
    }

    private func push(_ bed: Testbed, _ token: String) throws {
      try bed.command(["push", token, "--topic", Testbed.topic, "--title", "Tea"])
    }

    @Test(arguments: UnusableLog.Kind.allCases)
    func `a log that cannot be written, or that nobody reads, stops no gateway`(
      _ kind: UnusableLog.Kind
    ) throws {
      let bed = try Testbed(.new)
      let token = try bed.token()
      bed.gateway?.kill()
      let log = try UnusableLog(kind)
      defer { withExtendedLifetime(log) {} }
      let gateway = try start(log, ["serve", "--state", bed.state])
      try bed.wait("it serves") { bed.health() == "ok\n" }
      // It has a line about each topic.
      for name in ["one", "two", "three"] {
        let access = try bed.command(["topic", "add", name, "--device", "kitchen"])
          .trimmingCharacters(in: .whitespacesAndNewlines)
        try bed.wait("it knows the topic \(name)") {
          try Testbed.run(
            "curl",
            [
              "-sS", "--max-time", "60", "--cacert", bed.state + "/ca.pem", "-H",
              "Authorization: Bearer \(access)", "-d", "Tea",
              "https://localhost:\(bed.port)/\(name)",
            ]
          ).contains(#""message":"Tea""#)
        }
      }
      try push(bed, token)
      bed.engine?.kill()
      try bed.wait("it is without the engine") { bed.health() == "the engine is away\n" }
      try bed.startEngine()
      try bed.wait("it serves again") { bed.health() == "ok\n" }
      try push(bed, token)
      #expect(gateway.terminate() == .exited(0))
    }

    @Test(arguments: UnusableLog.Kind.allCases)
    func `a gateway and an engine that cannot start end with their status, whatever the log`(
      _ kind: UnusableLog.Kind
    ) throws {
      for command in ["serve", "engine"] {
        let log = try UnusableLog(kind)
        let program = try start(log, [command, "--state", "/nonexistent"])
        try waitUntil("\(command) ends") { !program.isRunning }
        #expect(program.waitUntilExit() == .exited(1), "\(command)")
        withExtendedLifetime(log) {}
      }
    }

    @Test(arguments: Testbed.Engine.allCases)
    func `an engine whose log nobody reads stores pushes, however many strangers it refuses`(
      _ kind: Testbed.Engine
    ) throws {
      let bed = try Testbed(kind)
      let token = try bed.token()
      bed.engine?.kill()
      try bed.wait("it is without the engine") { bed.health() == "the engine is away\n" }
      let log = try UnusableLog(.fullPipe)
      defer { withExtendedLifetime(log) {} }
      let engine = try start(log, ["engine", "--state", bed.state, "--engine", kind.program])
      try bed.wait("it serves again") { bed.health() == "ok\n" }
      let port = try bed.enginePort()
      // Each brings a line of some hundred bytes: more in all than any pipe takes.
      try Testbed.run(
        "bash",
        ["-c", "for n in {1..1500}; do echo no > /dev/tcp/127.0.0.1/\(port) || exit 1; done"])
      try push(bed, token)
      #expect(engine.terminate() == .exited(0))
    }
  }
}
