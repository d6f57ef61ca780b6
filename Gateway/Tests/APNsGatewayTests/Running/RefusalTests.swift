import Foundation
import TestSupport
import Testing

extension RunningTests {
  /// An engine that is away or refuses the gateway, and pushes that nobody wants any more.
  @Suite struct RefusalTests {
    @Test(arguments: Testbed.Engine.allCases)
    func `a provider is told to wait, repeats its push, and it is stored once`(
      _ engine: Testbed.Engine
    ) throws {
      let bed = try Testbed(engine)
      let token = try bed.token()
      bed.engine?.kill()
      let provider = try bed.launch("retrying", with: ["TOKEN": token], log: "provider.log")
      defer { provider.kill() }
      try bed.wait("the provider is refused") {
        bed.log("provider.log") == "503 ServiceUnavailable 10\n"
      }
      try bed.startEngine()
      try bed.wait("the provider is done") { !provider.isRunning }
      #expect(bed.log("provider.log") == "503 ServiceUnavailable 10\n200 - -\n")
      #expect(try bed.client("messages") == ["1"])
    }

    @Test func `a gateway that the engine refuses ends`() throws {
      let bed = try Testbed(.new)
      // Those of another engine.
      let other = bed.folder + "/other"
      try Testbed.run(
        Testbed.program,
        ["init", "localhost", "--engine", bed.engineKind.program, "--state", other],
        in: bed.folder)
      let credentials = bed.state + "/gateway.creds"
      try FileManager.default.removeItem(atPath: credentials)
      try FileManager.default.copyItem(atPath: other + "/gateway.creds", toPath: credentials)
      func expectEnd(_ comment: Comment) throws {
        try bed.wait("the gateway ends") { bed.gateway?.isRunning == false }
        #expect(bed.gateway?.waitUntilExit() == .exited(1), comment)
        #expect(bed.log("gateway.log").contains("The engine refuses this gateway."), comment)
      }
      bed.engine?.kill()
      try bed.startEngine()
      try expectEnd("it has served")
      try bed.launchGateway()
      try expectEnd("it starts")
    }

    @Test func `the engine forgets a push that has expired`() throws {
      let bed = try Testbed(.new)
      let token = try bed.token()
      let jwt = try bed.client("jwt_once").joined()
      func push(until expiration: Int) throws -> String {
        try Testbed.run(
          "curl",
          [
            "-s", "--http2", "--max-time", "60", "--cacert", bed.state + "/ca.pem", "-w",
            "%{http_code}", "-H", "apns-topic: \(Testbed.topic)", "-H",
            "authorization: bearer \(jwt)", "-H", "apns-expiration: \(expiration)", "-d",
            #"{"aps":{"alert":"Tea"}}"#, "https://localhost:\(bed.port)/3/device/\(token)",
          ])
      }
      let now = Int(Date().timeIntervalSince1970)
      #expect(try push(until: now + 3_600) == "200")
      let stored = try bed.client("newest", [Testbed.topic]).joined()
      let lifetime = stored.split(separator: " ").dropFirst(3).first.flatMap { Int($0.dropLast()) }
      #expect((3_500...3_600).contains(lifetime ?? 0), "\(stored)")
      #expect(try push(until: now - 5) == "200")
      try bed.wait("the engine has forgotten it") {
        try bed.client("newest", [Testbed.topic]) == ["none"]
      }
    }
  }
}
