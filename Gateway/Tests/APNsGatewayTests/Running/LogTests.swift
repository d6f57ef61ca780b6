import Foundation
import Glibc
import TestSupport
import Testing

extension RunningTests {
  /// The programs that serve, whatever becomes of their logs.
  @Suite struct LogTests {
    /// The ends of standard error.
    enum Log: String, CaseIterable, CustomTestStringConvertible, Sendable {
      case fullPipe, fullDisk, closedPipe, closedDescriptor

      var testDescription: String { rawValue }

      /// What a shell does before it becomes the program. Standard output goes the same way.
      var redirection: String {
        switch self {
        case .fullPipe, .closedPipe: "2>&1"
        case .fullDisk: "> /dev/full 2>&1"
        case .closedDescriptor: "2>&-"
        }
      }
    }

    /// Starts a program of the gateway with such a log.
    /// - Returns: the pipe must live as long as the program.
    private func start(
      _ log: Log, _ arguments: [String]
    ) throws -> (program: RunningTool, pipe: Pipe) {
      let pipe = Pipe()
      if log == .fullPipe {
        let descriptor = pipe.fileHandleForWriting.fileDescriptor
        try #require(fcntl(descriptor, 1_031 /* F_SETPIPE_SZ */, 4_096) == 4_096)
        try pipe.fileHandleForWriting.write(contentsOf: Data(count: 4_096))
      } else if log == .closedPipe {
        try pipe.fileHandleForReading.close()
      }
      let program = try Tool("sh").start(
        ["-c", "exec \"$@\" \(log.redirection)", "sh", Testbed.program] + arguments,
        output: .pipe(pipe), errors: .null)
      return (program, pipe)
    }

    private func push(_ bed: Testbed, _ token: String) throws {
      try bed.command(["push", token, "--topic", Testbed.topic, "--title", "Tea"])
    }

    @Test(arguments: Log.allCases)
    func `a log that cannot be written, or that nobody reads, stops no gateway`(
      _ log: Log
    ) throws {
      let bed = try Testbed(.new)
      let token = try bed.token()
      bed.gateway?.kill()
      let (gateway, pipe) = try start(log, ["serve", "--state", bed.state])
      defer { withExtendedLifetime(pipe) {} }
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

    @Test(arguments: Log.allCases)
    func `a gateway and an engine that cannot start end with their status, whatever the log`(
      _ log: Log
    ) throws {
      for command in ["serve", "engine"] {
        let (program, pipe) = try start(log, [command, "--state", "/nonexistent"])
        try waitUntil("\(command) ends") { !program.isRunning }
        #expect(program.waitUntilExit() == .exited(1), "\(command)")
        withExtendedLifetime(pipe) {}
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
      let (engine, pipe) = try start(
        .fullPipe, ["engine", "--state", bed.state, "--engine", kind.program])
      defer { withExtendedLifetime(pipe) {} }
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
