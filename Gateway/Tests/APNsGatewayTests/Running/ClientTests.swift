import Foundation
import TestSupport
import Testing

extension RunningTests {
  /// Real client libraries, unchanged, against a gateway and both engines.
  @Suite struct ClientTests {
    @Test(arguments: Testbed.Engine.allCases)
    func `libraries push, and read each refusal`(_ engine: Testbed.Engine) throws {
      let bed = try Testbed(engine)
      let token = try bed.token()
      let foreign = try bed.token(Testbed.foreignTopic)
      let environment = [
        "TOKEN": token, "FOREIGN_TOKEN": foreign, "FOREIGN_TOPIC": Testbed.foreignTopic,
      ]
      #expect(
        try bed.client("aioapns_client", with: environment) == [
          "ok 200 - same", "token 400 BadDeviceToken same", "topic 400 DeviceTokenNotForTopic same",
          "large 413 PayloadTooLarge same", "collapse 400 BadCollapseId same", "again 200 - same",
          "many 500",
        ])
      #expect(
        try bed.client("kalyke_client", with: environment) == [
          "ok Success", "token BadDeviceToken", "topic DeviceTokenNotForTopic",
          "disallowed TopicDisallowed", "large PayloadTooLarge", "again Success",
        ])
      #expect(
        try bed.client("apns2_client", with: environment) == [
          "ok Success", "token BadDeviceToken", "topic DeviceTokenNotForTopic",
          "large PayloadTooLarge", "again Success", "many True",
        ])
      #expect(
        try bed.client("simple_client", with: environment) == [
          "ok True", "token APNSTokenError", "again True",
        ])
    }

    @Test func `a certificate pushes to its topic, until it is withdrawn`() throws {
      let bed = try Testbed(.new)
      try bed.command(["certificate", "add", "pastry", "--topic", Testbed.topic])
      let environment = ["TOKEN": try bed.token(), "CERTIFICATE": bed.folder + "/pastry.pem"]
      func push() throws -> [String] { try bed.client("aioapns_client", with: environment) }
      try bed.wait("the certificate is known") { try push() == ["certificate 200 - same"] }
      try bed.command(["certificate", "withdraw", "pastry"])
      try bed.wait("it is withdrawn") { try push() == ["certificate 403 Forbidden same"] }
    }

    @Test func `h2load pushes over four connections of a hundred streams`() throws {
      let bed = try Testbed(.new, settings: ["rate": 0])
      let token = try bed.token()
      // Each connection sends three times what it may have under way.
      let padding = String(repeating: "x", count: 3_000)
      try Data(#"{"aps":{"alert":"Tea"},"padding":"\#(padding)"}"#.utf8).write(
        to: URL(fileURLWithPath: bed.folder + "/body.json"))
      let jwt = try bed.client("jwt_once").joined()
      let report = try Testbed.run(
        "h2load",
        [
          "-n", "4000", "-c", "4", "-m", "100", "-d", bed.folder + "/body.json",
          "-H", "apns-topic: \(Testbed.topic)", "-H", "authorization: bearer \(jwt)",
          "https://localhost:\(bed.port)/3/device/\(token)",
        ])
      #expect(report.contains("4000 succeeded, 0 failed, 0 errored"))
      #expect(report.contains("4000 2xx"))
      #expect(try bed.metrics().contains("tocsin_gateway_accepted_total 4000"))
    }

    @Test func `a body that is larger than a stream's window is read, and refused`() throws {
      let bed = try Testbed(.new)
      let token = try bed.token()
      let jwt = try bed.client("jwt_once").joined()
      for size in [300_000, 3_000_000] {
        let body = bed.folder + "/large.json"
        try Data(repeating: 0x20, count: size).write(to: URL(fileURLWithPath: body))
        let answer = try Testbed.run(
          "curl",
          [
            "-s", "--http2", "--max-time", "60", "--cacert", bed.state + "/ca.pem", "-w",
            " %{http_code}", "-H", "apns-topic: \(Testbed.topic)", "-H",
            "authorization: bearer \(jwt)", "--data-binary", "@" + body,
            "https://localhost:\(bed.port)/3/device/\(token)",
          ])
        #expect(answer == #"{"reason":"PayloadTooLarge"} 413"#)
      }
    }

    /// The shapes that aioapns and others depend on, and what a client sees when the gateway stops.
    @Test(arguments: Testbed.Engine.allCases)
    func `frames are as libraries expect them, and the end is announced`(
      _ engine: Testbed.Engine
    ) throws {
      let bed = try Testbed(engine)
      let pids = [bed.gateway, bed.engine].map { "\($0?.processIdentifier ?? 0)" }
      let lines = try bed.client(
        "frames", pids,
        with: ["TOKEN": try bed.token(), "OTHER": try bed.token("org.example.bell")])
      #expect(
        lines == [
          "no ALPN", "streams 1000",
          "success HEADERS+END 200", "refusal HEADERS DATA+END 400 BadDeviceToken",
          "early HEADERS DATA+END 405 MethodNotAllowed", "going Shutdown",
          "late HEADERS DATA+END 503 Shutdown", "first HEADERS+END 200", "closed",
        ])
      #expect(bed.gateway?.waitUntilExit() == .exited(0))
    }
  }
}
