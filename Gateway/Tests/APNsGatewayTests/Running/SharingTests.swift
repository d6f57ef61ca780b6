import Foundation
import TestSupport
import Testing

extension RunningTests {
  /// Three machines: what is told to one of them, all of them know, with nothing copied by hand.
  @Suite struct SharingTests {
    @Test(arguments: Testbed.Engine.allCases)
    func `what is told to one machine, all three know`(_ engine: Testbed.Engine) throws {
      let bed = try Testbed(engine, nodes: 3)
      for node in [1, 2] { try bed.startGateway(node) }
      let token = try bed.token()

      // A key of the second machine pushes through the others.
      let file = try bed.command(
        ["key", "add", "--team", "TEAM123456", "--topic", "org.example.*"], on: 1
      ).trimmingCharacters(in: .whitespacesAndNewlines)
      for node in [0, 2] {
        try bed.wait("the key pushes through machine \(node)") {
          try Self.push(bed, token, key: file, through: node) == "200"
        }
      }
      // A box of the third is known, and may be shut out, everywhere.
      let enrolment = bed.folder + "/cellar.enrol"
      try bed.command(["device", "add", "cellar", "--output", enrolment], on: 2)
      let cellar = try bed.token(enrolment: enrolment)
      try bed.wait("the first machine has the box") {
        try bed.command(["device", "list"]).contains("cellar\t")
      }
      try bed.command(["device", "revoke", "cellar"])
      for node in [1, 2] {
        try bed.wait("the box is shut out by machine \(node)") {
          try bed.command(["device", "list"], on: node).contains("\trevoked")
            && Self.push(bed, cellar, key: file, through: node) == "410"
        }
      }
      // The engine goes on refusing it when another machine shuts out another box.
      try bed.command(["device", "add", "attic"], on: 1)
      try bed.command(["device", "revoke", "attic"], on: 1)
      let error = #expect(throws: Failure.self) { try bed.token(enrolment: enrolment) }
      #expect(
        error?.description.contains("This device is revoked") == false, "the engine let it in")
      // A topic for ntfy's calls.
      try bed.command(["topic", "add", "backups", "--device", "kitchen"], on: 2)
      try bed.wait("the second machine has the topic") {
        try bed.command(["topic", "list"], on: 1).contains("backups\tntfy.backups")
      }
      // While a machine is off, a key is removed; it learns that when it is back.
      bed.otherGateways[2]?.kill()
      let name = String(file.dropFirst("AuthKey_".count).dropLast(".p8".count))
      try bed.command(["key", "remove", name])
      try bed.wait("the second machine refuses the key") {
        try Self.push(bed, token, key: file, through: 1) == "403"
      }
      try bed.startGateway(2)
      try bed.wait("the third machine refuses the key") {
        try Self.push(bed, token, key: file, through: 2) == "403"
      }
      for node in 0...2 {
        try bed.wait("the doctor of machine \(node) is content") {
          (try? bed.command(["doctor", "--engine", engine.program], on: node))?
            .contains("good\tKeys, topics and boxes are those of") == true
        }
      }
    }

    @Test(arguments: Testbed.Engine.allCases)
    func `an engine names no other machine to boxes: they know those of their enrolment`(
      _ engine: Testbed.Engine
    ) throws {
      let bed = try Testbed(engine, nodes: 3)
      for node in 0...2 {
        let port = try bed.enginePort(node)
        let greeting = try Testbed.run(
          "bash", ["-c", "read -r line < /dev/tcp/127.0.0.1/\(port); echo \"$line\""])
        #expect(greeting.hasPrefix("INFO {") && greeting.contains("\"cluster\":\"tocsin\""))
        #expect(!greeting.contains("connect_urls"), "\(greeting)")
      }
    }

    /// A seal key is in all machines' files before a token is sealed with it alone.
    @Test func `a new seal key is every machine's`() throws {
      let bed = try Testbed(.new, nodes: 3)
      for node in [1, 2] { try bed.startGateway(node) }
      let old = try bed.token()
      try bed.command(["seal", "rotate"], on: 1)
      let files = (0...2).map { bed.state($0) + "/seal.json" }
      try bed.wait("all have the same keys") {
        let texts = try files.map { try String(contentsOfFile: $0, encoding: .utf8) }
        return Set(texts).count == 1 && texts[0].contains("},")
      }
      // It went through the engines, which have no key of it.
      let keys = try String(contentsOfFile: files[2], encoding: .utf8)
        .split(separator: "\"").filter { $0.count == 64 }
      #expect(keys.count == 2)
      for key in keys {
        let found = try Tool("grep").run(
          ["-rqF", String(key)] + (0...2).map { bed.state($0) + "/engine" })
        #expect(found.status == 1, "it is in an engine's files")
      }
      try bed.wait("new tokens are sealed with it") { try bed.token() != old }
      let key = bed.clientEnvironment["KEY"] ?? ""
      for node in 0...2 {
        #expect(try Self.push(bed, old, key: key, through: node) == "200")
        // A gateway looks at its files each second.
        let new = try bed.token()
        try bed.wait("machine \(node) knows the new key") {
          try Self.push(bed, new, key: key, through: node) == "200"
        }
      }
    }

    /// The status of a push that a key's file signs.
    private static func push(
      _ bed: Testbed, _ token: String, key file: String, through node: Int
    ) throws -> String {
      let path = file.hasPrefix("/") ? file : bed.folder + "/" + file
      let name = URL(fileURLWithPath: path).deletingPathExtension().lastPathComponent
      let jwt = try bed.client(
        "jwt_once", with: ["KEY": path, "KEY_ID": String(name.dropFirst("AuthKey_".count))]
      ).joined()
      return try Testbed.run(
        "curl",
        [
          "-s", "--http2", "--max-time", "60", "--cacert", bed.state + "/ca.pem", "-o",
          "/dev/null", "-w", "%{http_code}", "-H", "apns-topic: \(Testbed.topic)", "-H",
          "authorization: bearer \(jwt)", "-d", #"{"aps":{"alert":"Tea"}}"#,
          "\(bed.address(node))/3/device/\(token)",
        ])
    }
  }
}
