import Foundation
import TestSupport
import Testing

extension RunningTests {
  /// Connections without a login that send what costs memory, and requests that exceed a limit.
  @Suite struct HostileConnectionTests {
    /// Those of `hostile.py`.
    static let kinds = [
      "bodies", "calls", "chunks", "fields", "garbage", "header", "headers", "idle", "pings",
      "pipeline", "requests", "settings", "streams", "table", "target", "window",
    ]

    /// Opens connections that send what they can, and returns when they can send no more.
    private func attack(
      _ bed: Testbed, _ kind: String, connections: Int = 1, bytes: Int
    ) throws -> RunningTool {
      let log = "hostile-\(kind).log"
      let attack = try bed.launch(
        "hostile", [kind, "\(connections)", "\(bytes)", "1"], log: log)
      try bed.wait("\(kind) is sent") { bed.log(log).contains("bytes\n") }
      return attack
    }

    @Test func `200 MB of a connection without a login cost at most 256 KiB`() throws {
      let bed = try Testbed(.new)
      let token = try bed.token()
      // The first of each kind takes what is kept for all later ones.
      for kind in Self.kinds { try attack(bed, kind, connections: 2, bytes: 200_000).kill() }
      for kind in Self.kinds {
        try bed.wait("\(kind): the connections are gone") { try bed.connections() == 0 }
        let before = try bed.beginPeak()
        let attack = try attack(bed, kind, bytes: 200_000_000)
        defer { attack.kill() }
        let cost = try bed.peak() - before
        #expect(cost <= 256, "\(kind): \(cost) KiB; \(bed.log("hostile-\(kind).log"))")
        print("\(kind): \(cost) KiB, \(bed.log("hostile-\(kind).log"))")
      }
      try bed.command(["push", token, "--topic", Testbed.topic, "--title", "Tea"])
    }

    @Test func `a thousand hostile connections cost at most 160 KiB each, and it serves`() throws {
      let bed = try Testbed(.new)
      let token = try bed.token()
      let before = try bed.beginPeak()
      let attack = try attack(bed, "all", connections: 1_000, bytes: 200_000)
      defer { attack.kill() }
      // What was sent is still being refused; a provider tries again.
      try bed.wait("a push is answered") {
        (try? bed.command(["push", token, "--topic", Testbed.topic, "--title", "Tea"])) != nil
      }
      let cost = try bed.peak() - before
      print("\(before) + \(cost) KiB, \(bed.log("hostile-all.log"))")
      #expect(cost < 160 * 1_000, "\(cost) KiB")
    }

    @Test func `a thousand hostile connections to the monitoring port cost 16 MiB, and it answers`()
      throws
    {
      let bed = try Testbed(.new)
      let token = try bed.token()
      let before = try bed.beginPeak()
      let kinds = "silent,header,target,fields,chunks,metrics,health,pipeline,garbage"
      let attack = try bed.launch(
        "hostile", [kinds, "1000", "200000", "1"],
        with: ["MONITORING_PORT": "\(bed.monitoringPort)"], log: "hostile.log")
      defer { attack.kill() }
      try bed.wait("all is sent") { bed.log("hostile.log").contains("bytes\n") }
      #expect(bed.health() == "ok\n")
      try bed.command(["push", token, "--topic", Testbed.topic, "--title", "Tea"])
      let cost = try bed.peak() - before
      print("monitoring: \(before) + \(cost) KiB, \(bed.log("hostile.log"))")
      #expect(cost < 16 << 10, "\(cost) KiB")
      #expect(try bed.connections() == 0, "they are not those of providers")
    }

    @Test func `a protocol error closes the connection, unread answers close it, too`() throws {
      let bed = try Testbed(.new)
      for kind in ["garbage", "pings", "settings", "headers", "header", "requests", "pipeline"] {
        let attack = try attack(bed, kind, bytes: 5_000_000)
        defer { attack.kill() }
        try bed.wait("\(kind): closed") { try bed.connections() == 0 }
      }
    }

    @Test func `a client that sends all of a large body first gets its answer`() throws {
      let bed = try Testbed(.new)
      #expect(
        try bed.client("large_client", with: ["TOKEN": try bed.token()]) == [
          "small HTTP/2 200 -", "large HTTP/2 413 PayloadTooLarge",
          "larger HTTP/2 413 PayloadTooLarge", "largest HTTP/2 413 PayloadTooLarge",
          "refused HTTP/2 400 BadDeviceToken", "again HTTP/2 200 -",
        ])
    }

    @Test func `a stream that is too many is refused, and the connection goes on`() throws {
      let bed = try Testbed(.new)
      #expect(
        try bed.client("streams", with: ["TOKEN": try bed.token()]) == [
          "first 200", "refused 7 7 7", "open 200", "next 200", "last 200",
          "without a login 7", "waiting 400", "then 200", "endless 413 END reset 0 True",
        ])
    }
  }
}

extension Testbed {
  /// The number of open connections.
  fileprivate func connections() throws -> Int {
    let line = try metrics().split(separator: "\n")
      .first { $0.hasPrefix("tocsin_gateway_connections ") }
    return line?.split(separator: " ").last.flatMap { Int($0) } ?? 0
  }

  /// Begins to look for the greatest resident size; the present one, in KiB.
  fileprivate func beginPeak() throws -> Int {
    let process = try #require(gateway).processIdentifier
    // proc(5): 5 sets the peak to the present size.
    try Data("5".utf8).write(to: URL(fileURLWithPath: "/proc/\(process)/clear_refs"))
    return try size("VmRSS:")
  }

  /// The greatest resident size of the gateway, in KiB.
  fileprivate func peak() throws -> Int { try size("VmHWM:") }

  private func size(_ name: String) throws -> Int {
    let process = try #require(gateway).processIdentifier
    let text = try String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8)
    let line = text.split(separator: "\n").first { $0.hasPrefix(name) }
    return try #require(line?.split(separator: " ").dropFirst().first.flatMap { Int($0) })
  }
}
