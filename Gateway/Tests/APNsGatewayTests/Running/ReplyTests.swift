import Foundation
import TestSupport
import Testing

extension RunningTests {
  /// What a box gains by the reply subjects of its requests, which the engine does not check.
  @Suite struct ReplyTests {
    @Test(arguments: Testbed.Engine.allCases)
    func `no reply subject gives a box more than its own inbox`(_ engine: Testbed.Engine) throws {
      let bed = try Testbed(engine, settings: ["rate": 0])
      let second = bed.folder + "/second.enrol"
      try bed.command(["device", "add", "second"])
      let attacks = try bed.client("replies", ["attacks"])
      for (number, attack) in attacks.enumerated() {
        let topic = "org.example.attack\(number)"
        try bed.command(["push", try bed.token(topic), "--topic", topic, "--payload", attack])
      }
      try bed.command(["push", try bed.token(), "--topic", Testbed.topic, "--title", "Tea"])
      // A revocation that an attack could undo.
      try bed.command(["device", "add", "attic"])
      try bed.command(["device", "revoke", "attic"])
      let lines = try bed.client(
        "replies", [bed.enrolment, second], with: ["ADMIN": bed.administrator()])
      #expect(lines.count == 1, "\(lines)")
      let tried = lines.last?.split(separator: " ").last.flatMap { Int($0) } ?? 0
      #expect(tried > 1_000, "\(lines)")
      // All is as it was.
      try bed.command(["push", try bed.token(), "--topic", Testbed.topic, "--title", "Tea"])
      #expect(bed.health() == "ok\n")
    }

    @Test(arguments: Testbed.Engine.allCases)
    func `the gateway's own credentials can neither delete nor empty a stream`(
      _ engine: Testbed.Engine
    ) throws {
      let bed = try Testbed(engine)
      let lines = try bed.client("gateway_rights")
      #expect(lines.count > 10)
      #expect(lines.filter { !$0.hasSuffix(" refused") } == ["own True"])
    }
  }
}
