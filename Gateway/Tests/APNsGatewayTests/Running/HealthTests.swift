import Foundation
import Glibc
import TestSupport
import Testing

extension RunningTests {
  /// `/health` and the doctor, where the engine runs and a push would be refused.
  @Suite struct HealthTests {
    @Test(arguments: Testbed.Engine.allCases)
    func `without its stream the engine is not healthy, and the stream is made again`(
      _ engine: Testbed.Engine
    ) throws {
      let bed = try Testbed(engine)
      let token = try bed.token()
      let administrator = try bed.administrator()
      func deleteStream() throws {
        let answer = try bed.client(
          "ask", ["$JS.API.STREAM.DELETE.PUSH"], with: ["ADMIN": administrator])
        #expect(answer.joined().contains(#""success":true"#))
      }
      try deleteStream()
      try bed.wait("the health says it") {
        bed.health() == "the engine has no stream PUSH; the gateway makes it\n"
      }
      try bed.wait("the stream is there again") { bed.health() == "ok\n" }
      try push(bed, token)
      // A push finds it out, too.
      try deleteStream()
      #expect(throws: Failure.self) { try push(bed, token) }
      try bed.wait("pushes are taken again") { (try? push(bed, token)) != nil }
      #expect(try bed.client("messages") == ["1"])
      // Without a gateway nobody makes it.
      bed.gateway?.kill()
      try deleteStream()
      #expect(report(bed).contains("no stream PUSH"))
      #expect(report(bed).contains("Start it: `tocsin-gateway serve`"))
    }

    @Test(arguments: Testbed.Engine.allCases)
    func `a frozen engine is not healthy, and the doctor names the command`(
      _ engine: Testbed.Engine
    ) throws {
      let bed = try Testbed(engine)
      let process = try #require(bed.engine?.processIdentifier)
      kill(process, SIGSTOP)
      try bed.wait("the health says it") { bed.health() == "the engine does not answer\n" }
      #expect(report(bed).contains("does not answer: end it, then `tocsin-gateway engine`"))
      kill(process, SIGCONT)
      try bed.waitUntilServing()
      bed.engine?.kill()
      try bed.wait("the health says that it is away") { bed.health() == "the engine is away\n" }
      #expect(report(bed).contains("does not run. Start it: `tocsin-gateway engine`"))
    }

    @Test(arguments: Testbed.Engine.allCases)
    func `one engine of three is not healthy, two are`(_ engine: Testbed.Engine) throws {
      let bed = try Testbed(engine, nodes: 3)
      let token = try bed.token()
      bed.engine(1)?.kill()
      try bed.wait("two of three take pushes") {
        bed.health() == "ok\n" && (try? push(bed, token)) != nil
      }
      bed.engine(2)?.kill()
      try bed.wait("the health says it") {
        bed.health() == "too few engines are there: of three, two must run\n"
      }
      #expect(throws: Failure.self) { try push(bed, token) }
      #expect(report(bed).contains("two of three must run. Start it on "))
      try bed.startEngine(1)
      try bed.wait("two of three take pushes again") {
        bed.health() == "ok\n" && (try? push(bed, token)) != nil
      }
    }

    @Test func `a push waits in the engine for 30 days at most`() throws {
      let bed = try Testbed(.new)
      let answer = try bed.client(
        "ask", ["$JS.API.STREAM.INFO.PUSH"], with: ["ADMIN": try bed.administrator()])
      #expect(answer.joined().contains(#""max_age":2592000000000000,"#), "\(answer)")
    }

    @Test func `the plain port and the monitoring port are on the loopback's one address`() throws {
      let plain = try freePorts(1)[0]
      let bed = try Testbed(.new, settings: ["plainPort": plain])
      for port in [bed.monitoringPort, plain] {
        // Any other address of this machine, too, reaches what listens on all of them.
        #expect(try Tool("curl").run(["-s", "http://127.0.0.1:\(port)/health"]).status == 0)
        #expect(try Tool("curl").run(["-s", "http://127.0.0.2:\(port)/health"]).status == 7)
      }
      #expect(
        try Tool("curl").run(["-sk", "https://127.0.0.2:\(bed.port)/", "-d", "x"]).status == 0)
    }

    @Test func `where a file of rules cannot be read, the old rules stay in force`() throws {
      let bed = try Testbed(.new)
      let token = try bed.token()
      for name in ["providers.json", "topics.json", "seal.json"] {
        let file = bed.state + "/" + name
        let old = FileManager.default.contents(atPath: file)
        try Data("{".utf8).write(to: URL(fileURLWithPath: file))
        try bed.wait("it finds \(name) broken") {
          bed.log("gateway.log").contains("\(name) is not what it should be")
        }
        #expect(
          try bed.client("simple_client", with: ["TOKEN": token]).first == "ok True")
        if let old {
          try old.write(to: URL(fileURLWithPath: file))
        } else {
          try FileManager.default.removeItem(atPath: file)
        }
      }
      #expect(bed.log("gateway.log").contains("What was before still holds."))
    }

    private func push(_ bed: Testbed, _ token: String) throws {
      try bed.command(["push", token, "--topic", Testbed.topic, "--title", "Tea"])
    }

    /// What the doctor writes, whatever its exit status.
    private func report(_ bed: Testbed) -> String {
      do {
        return try bed.command(["doctor", "--engine", bed.engineKind.program])
      } catch {
        return "\(error)"
      }
    }
  }
}
