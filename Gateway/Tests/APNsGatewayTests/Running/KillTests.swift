import Foundation
import TestSupport
import Testing

extension RunningTests {
  /// What was acknowledged is in the stream, whatever is killed. `TOCSIN_KILLS` rounds of each kind.
  @Suite struct KillTests {
    private static let rounds =
      ProcessInfo.processInfo.environment["TOCSIN_KILLS"].flatMap(Int.init) ?? 3

    @Test(arguments: Testbed.Engine.allCases)
    func `nothing acknowledged is lost when gateway and engine are killed under load`(
      _ engine: Testbed.Engine
    ) throws {
      let bed = try Testbed(engine, settings: ["rate": 0])
      let load = try Load(bed)
      for _ in 0..<Self.rounds {
        Thread.sleep(forTimeInterval: .random(in: 0.5...1.5))
        bed.gateway?.kill()
        try bed.startGateway()
        Thread.sleep(forTimeInterval: .random(in: 0.5...1.5))
        bed.engine?.kill()
        try bed.startEngine()
        try bed.waitUntilServing()
      }
      Thread.sleep(forTimeInterval: 1)
      let report = load.finish()
      let words = report.split(separator: " ")
      try #require(words.count >= 4, "\(report) \(bed.log("load.log"))")
      #expect(
        words.first == "acknowledged" && report.contains(" lost 0") && report.hasSuffix(" twice 0"),
        "\(report)")
      #expect(Int(words[1]) ?? 0 > Self.rounds * 40, "\(report)")
      print("\(engine.rawValue) engine, \(Self.rounds) kills of each: \(report)")
    }

    @Test(arguments: Testbed.Engine.allCases)
    func `nothing acknowledged is lost when the leader of three engines is killed under load`(
      _ engine: Testbed.Engine
    ) throws {
      let bed = try Testbed(engine, settings: ["rate": 0], nodes: 3)
      let load = try Load(bed)
      for _ in 0..<Self.rounds {
        Thread.sleep(forTimeInterval: .random(in: 0.5...1.5))
        let leader = try bed.leader().node
        bed.engine(leader)?.kill()
        let before = try bed.accepted()
        try bed.wait("two engines take pushes") { try bed.accepted() > before + 40 }
        #expect(try bed.leader().node != leader)
        try bed.startEngine(leader)
        try bed.wait("all three have all") { try bed.leader().current == 2 }
      }
      let report = load.finish()
      #expect(
        report.hasPrefix("acknowledged ") && report.contains(" lost 0")
          && report.hasSuffix(" twice 0"), "\(report) \(bed.log("load.log"))")
      print("\(engine.rawValue) engines, \(Self.rounds) leaders killed: \(report)")
    }

    @Test(arguments: Testbed.Engine.allCases)
    func `without an engine a push is told so, and taken when it is back`(
      _ engine: Testbed.Engine
    ) throws {
      let bed = try Testbed(engine)
      let token = try bed.token()
      bed.engine?.kill()
      let error = #expect(throws: Failure.self) { try push(bed, token) }
      #expect(error?.description.contains("ServiceUnavailable") == true)
      #expect(bed.health() == "the engine is away\n")
      try bed.startEngine()
      try bed.waitUntilServing()
      try push(bed, token)
    }

    private func push(_ bed: Testbed, _ token: String) throws {
      try bed.command(["push", token, "--topic", Testbed.topic, "--title", "Tea"])
    }
  }
}
