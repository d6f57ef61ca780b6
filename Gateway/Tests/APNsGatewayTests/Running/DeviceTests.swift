import Foundation
import TestSupport
import Testing

extension RunningTests {
  /// What a box may do, what it may not, and what becomes of one that is revoked.
  @Suite struct DeviceTests {
    @Test(arguments: Testbed.Engine.allCases)
    func `a box gets at its own pushes and at nothing else`(_ engine: Testbed.Engine) throws {
      let bed = try Testbed(engine)
      let second = bed.folder + "/second.enrol"
      try bed.command(["device", "add", "second"])
      let token = try bed.token()
      try bed.command(["push", token, "--topic", Testbed.topic, "--title", "Tea"])
      let lines = try bed.client("permissions", [bed.enrolment, second])
      let attempts = lines.filter { $0.hasPrefix("publish") || $0.hasPrefix("subscribe") }
      #expect(attempts.count == 35)
      #expect(attempts.filter { !$0.hasSuffix(" refused") } == [])
      #expect(
        lines.dropFirst(35) == [
          "own Tea True True PUSH", "trick does not arrive", "body last_by_subj 408",
          "body seq 408",
          "large refused",
        ])
    }

    @Test(arguments: Testbed.Engine.allCases)
    func `a revoked box is shut out, also after the engine starts again`(
      _ engine: Testbed.Engine
    ) throws {
      let bed = try Testbed(engine)
      let token = try bed.token()
      try bed.command(["device", "revoke", "kitchen"])
      try bed.wait("the gateway knows it") {
        let answer = try? bed.command(["push", token, "--topic", Testbed.topic, "--title", "Tea"])
        return answer == nil
      }
      let error = #expect(throws: Failure.self) {
        try bed.command(["push", token, "--topic", Testbed.topic, "--title", "Tea"])
      }
      #expect(error?.description.contains("Unregistered") == true)
      #expect(error?.description.contains("timestamp") == true)
      #expect(throws: Failure.self) { try bed.token() }
      bed.engine?.kill()
      try bed.startEngine()
      try bed.waitUntilServing()
      #expect(throws: Failure.self) { try bed.token() }
      // The same name again is another box.
      try FileManager.default.removeItem(atPath: bed.enrolment)
      try bed.command(["device", "add", "kitchen"])
      #expect(try bed.token() != token)
    }

    @Test func `certificates are valid a day ago, for boxes whose clock is slow`() throws {
      let bed = try Testbed(.new)
      func verify(hoursAgo hours: Int) throws -> String {
        let time = Int(Date().timeIntervalSince1970) - hours * 3_600
        return try Testbed.run(
          "openssl",
          [
            "verify", "-attime", "\(time)", "-CAfile", bed.state + "/ca.pem",
            bed.state + "/server.pem",
          ])
      }
      #expect(try verify(hoursAgo: 0).hasSuffix("OK\n"))
      #expect(try verify(hoursAgo: 23).hasSuffix("OK\n"))
      #expect(throws: Failure.self) { try verify(hoursAgo: 25) }
    }

    @Test(arguments: Testbed.Engine.allCases)
    func `a token that was given back is 410, until the app registers again`(
      _ engine: Testbed.Engine
    ) throws {
      let bed = try Testbed(engine)
      let token = try bed.token()
      let other = try bed.token("org.example.bell")
      func push(_ token: String, _ topic: String = Testbed.topic) throws {
        try bed.command(["push", token, "--topic", topic, "--title", "Tea"])
      }
      try push(token)
      let answer = try bed.client("register", [bed.enrolment, Testbed.topic, "unregister"])
      #expect(answer.joined().contains("not valid any more"))
      let error = #expect(throws: Failure.self) { try push(token) }
      #expect(error?.description.contains("Unregistered") == true)
      try push(other, "org.example.bell")
      // Another gateway, or this one after a new start, knows it from the engine.
      bed.gateway?.kill()
      try bed.startGateway()
      try bed.wait("it is known again") { (try? push(token)) == nil }
      #expect(try bed.token() == token)
      try push(token)
    }

    @Test func `tokens of a retired seal key have expired, new ones work`() throws {
      let bed = try Testbed(.new)
      let old = try bed.token()
      try bed.command(["seal", "rotate"])
      try bed.wait("new tokens are sealed with the new key") { try bed.token() != old }
      let new = try bed.token()
      for token in [old, new] {
        try bed.command(["push", token, "--topic", Testbed.topic, "--title", "Tea"])
      }
      try bed.command(["seal", "retire"])
      try bed.wait("the old token has expired") {
        do {
          try bed.command(["push", old, "--topic", Testbed.topic, "--title", "Tea"])
          return false
        } catch let error as Failure {
          return error.description.contains("ExpiredToken")
        }
      }
      try bed.command(["push", new, "--topic", Testbed.topic, "--title", "Tea"])
    }

    @Test func `a device token has its rate`() throws {
      let bed = try Testbed(.new, settings: ["burst": 2, "rate": 0.001])
      let token = try bed.token()
      for _ in 0..<2 {
        try bed.command(["push", token, "--topic", Testbed.topic, "--title", "Tea"])
      }
      let error = #expect(throws: Failure.self) {
        try bed.command(["push", token, "--topic", Testbed.topic, "--title", "Tea"])
      }
      #expect(error?.description.contains("TooManyRequests") == true)
    }

    @Test(arguments: Testbed.Engine.allCases)
    func `the doctor calls durable what is`(_ engine: Testbed.Engine) throws {
      let bed = try Testbed(engine)
      let arguments = ["doctor", "--engine", engine.program]
      switch engine {
      case .new:
        let report = try bed.command(arguments)
        #expect(report.contains("good\tnats-server 2.15.1 syncs each push to the disk."))
        #expect(!report.contains("bad\t"))
      case .old:
        let error = #expect(throws: Failure.self) { try bed.command(arguments) }
        #expect(error?.description.contains("bad\tnats-server 2.9.10 syncs once a minute") == true)
      }
    }
  }
}
