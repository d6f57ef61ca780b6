import Foundation
import TestSupport
import Testing

@testable import APNsGateway

extension RunningTests {
  /// A gateway that an older version has made.
  @Suite struct UpgradeTests {
    @Test(arguments: Testbed.Engine.allCases)
    func `an older version's boxes go on, and one command gives the gateway its rights by name`(
      _ engine: Testbed.Engine
    ) throws {
      let bed = try Testbed(engine)
      let token = try bed.token()
      try push(bed, token, "before")
      try regress(bed, node: 0)
      bed.gateway?.kill()
      bed.engine?.kill()
      try bed.startEngine()
      try openStream(bed)
      #expect(report(bed).contains("bad\tThe stream PUSH is an older gateway's"))

      // What waits stays, and the stream is closed as soon as this version serves.
      try bed.startGateway()
      #expect(try bed.token() == token)
      #expect(try bed.client("newest", [Testbed.topic]).joined().contains("before"))
      #expect(!report(bed).contains("older gateway's"))
      #expect(bed.log("gateway.log").contains("Run `tocsin-gateway upgrade` once"))
      #expect(report(bed).contains("bad\tThe gateway's credentials have all rights"))

      try expectUpgrade(bed, node: 0)
      // The engine shuts out the one that runs, and its service manager starts it again.
      try bed.wait("the gateway ends") { bed.gateway?.isRunning == false }
      try bed.startGateway()
      try push(bed, token, "after")
      #expect(try bed.client("newest", [Testbed.topic]).joined().contains("after"))
      #expect(report(bed).contains("good\tThe gateway's credentials have its rights by name."))
      bed.engine?.kill()
      bed.gateway?.kill()
      try bed.startEngine()
      try bed.startGateway()
      try push(bed, token, "later")
      #expect(throws: Failure.self) { try bed.client("ask", ["$JS.API.INFO"], with: old(bed, 0)) }
    }

    @Test func `three machines of an older version are upgraded one by one`() throws {
      let bed = try Testbed(.new, nodes: 3)
      let token = try bed.token()
      for node in 0...2 { try regress(bed, node: node) }
      for node in [1, 2] { try bed.startGateway(node) }
      for node in 0...2 {
        try expectUpgrade(bed, node: node)
        if node == 0 {
          bed.gateway?.kill()
          try bed.startGateway()
        } else {
          bed.otherGateways[node]?.kill()
          try bed.startGateway(node)
        }
        try bed.wait("machine \(node) serves") {
          bed.health() == "ok\n" && (try? push(bed, token, "after \(node)")) != nil
        }
        #expect(try bed.client("newest", [Testbed.topic]).joined().contains("after \(node)"))
      }
      for node in 0...2 {
        try bed.wait("the credentials of before are refused") {
          (try? bed.client("ask", ["$JS.API.INFO"], with: old(bed, node))) == nil
        }
      }
    }

    private func push(_ bed: Testbed, _ token: String, _ title: String) throws {
      try bed.command(["push", token, "--topic", Testbed.topic, "--title", title])
    }

    private func old(_ bed: Testbed, _ node: Int) -> [String: String] {
      ["ADMIN": bed.folder + "/old\(node).creds"]
    }

    /// Writes the credentials as older versions did: with all rights.
    private func regress(_ bed: Testbed, node: Int) throws {
      let folder = StateFolder(bed.state(node))
      let identity: EngineIdentity = try folder.load("identity.json")
      for (name, seed) in [
        ("gateway", identity.accountSeed), ("system", identity.systemAccountSeed),
      ] {
        try folder.write(
          identity.credentials(name: name, rights: nil, account: seed), to: "\(name).creds")
      }
      try FileManager.default.copyItem(
        atPath: folder.file("gateway.creds"), toPath: bed.folder + "/old\(node).creds")
    }

    /// Lets the engine answer boxes itself, as older versions did.
    private func openStream(_ bed: Testbed) throws {
      let administrator = ["ADMIN": try bed.administrator()]
      // The engine has just started.
      var text = ""
      try bed.wait("the engine answers") {
        let lines = try? bed.client("ask", ["$JS.API.STREAM.INFO.PUSH"], with: administrator)
        text = lines?.joined() ?? ""
        return text.contains(#""config""#)
      }
      let answer = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any]
      var configuration = try #require(answer?["config"] as? [String: Any])
      configuration["allow_direct"] = true
      let body = try JSONSerialization.data(withJSONObject: configuration)
      let reply = try bed.client(
        "ask", ["$JS.API.STREAM.UPDATE.PUSH", String(decoding: body, as: UTF8.self)],
        with: administrator
      ).joined()
      #expect(reply.contains(#""allow_direct":true"#))
    }

    private func expectUpgrade(_ bed: Testbed, node: Int) throws {
      let folder = StateFolder(bed.state(node))
      #expect(try Upgrade(folder).isNeeded)
      try bed.command(["upgrade"], on: node)
      #expect(try !Upgrade(folder).isNeeded)
      let credentials = try folder.read("gateway.creds")
      try bed.command(["upgrade"], on: node)
      #expect(try folder.read("gateway.creds") == credentials, "the second time changes nothing")
    }

    private func report(_ bed: Testbed) -> String {
      do {
        return try bed.command(["doctor", "--engine", bed.engineKind.program])
      } catch {
        return "\(error)"
      }
    }
  }
}
