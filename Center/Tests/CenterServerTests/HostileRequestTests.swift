import Foundation
import TestSupport
import Testing

@Suite("Hostile requests", .serialized)
struct HostileRequestTests {
  /// KiB by which the process may have grown after the same requests once more.
  private static let growth = 16_384

  private func bytes(_ text: String, _ bench: Bench) -> [UInt8] {
    let text =
      text
      .replacing("HOST", with: "127.0.0.1:\(bench.port)")
      .replacing("COOKIE", with: bench.cookie).replacing("TOKEN", with: bench.token)
    // A byte for each character below 256, so that the table can name any byte.
    return text.unicodeScalars.flatMap {
      $0.value < 256 && $0.value > 127
        ? [UInt8($0.value)] : Array(String($0).utf8)
    }
  }

  /// The process that was started has the session still.
  private func expectSame(_ bench: Bench, _ after: Comment) throws {
    let answer = try bench.ask("/")
    #expect(answer.status == 200, after)
  }

  @Test("no target ends the process, and a stranger gets nothing but refusals")
  func strangers() throws {
    let bench = try Bench()
    for target in HostileRequests.targets {
      for method in ["GET", "POST"] {
        let request = "\(method) \(target) HTTP/1.1\r\nHost: HOST\r\n\r\n"
        let reply = try #require(
          try bench.exchange(bytes(request, bench)), "the connection stays: \(target.prefix(99))")
        #expect(reply.status.map { (400..<500).contains($0) } ?? true, "\(target.prefix(99))")
      }
    }
    try expectSame(bench, "after targets")
  }

  @Test("no target ends the process when a browser with a session sends it")
  func targets() throws {
    let bench = try Bench()
    let before = try round(bench)
    let after = try round(bench)
    print("memory after targets: \(before) KiB, after the same again: \(after) KiB")
    #expect(after - before < Self.growth)
  }

  private func round(_ bench: Bench) throws -> Int {
    for target in HostileRequests.targets {
      let request = "GET \(target) HTTP/1.1\r\nHost: HOST\r\n\(HostileRequests.session)\r\n"
      let reply = try #require(
        try bench.exchange(bytes(request, bench)), "the connection stays: \(target.prefix(99))")
      #expect(reply.status ?? 0 < 500, "\(target.prefix(99))")
    }
    try expectSame(bench, "after targets")
    return try bench.residentKiB()
  }

  @Test("no malformed request ends the process")
  func requests() throws {
    let bench = try Bench()
    for request in HostileRequests.requests {
      let reply = try #require(
        try bench.exchange(bytes(request, bench)), "the connection stays: \(request.prefix(99))")
      #expect(reply.status ?? 0 < 500, "\(request.prefix(99))")
    }
    try expectSame(bench, "after \(HostileRequests.requests.count) requests")
  }

  @Test("a thousand requests with random changes, one by one and behind one another")
  func mutations() throws {
    let bench = try Bench()
    var generator = SeededGenerator.printed(for: "hostile requests")
    let good = HostileRequests.good.map { bytes($0, bench) }
    for number in 0..<1_000 {
      var sent: [UInt8] = []
      for _ in 0..<(number.isMultiple(of: 4) ? 4 : 1) {
        sent += HostileRequests.mutated(good.randomElement(using: &generator) ?? [], &generator)
      }
      let reply = try #require(try bench.exchange(sent), "the connection stays: \(sent)")
      #expect(reply.status ?? 0 < 500, "\(String(decoding: sent, as: UTF8.self))")
    }
    try expectSame(bench, "after mutations")
  }

  @Test("what a stranger sends after a refusal is not read")
  func endlessBody() throws {
    let bench = try Bench()
    for path in ["/", "/api/clear", "/extension/a/b.js", "/open?key=a"] {
      let connection = try RawConnection(port: bench.port)
      let head =
        "POST \(path) HTTP/1.1\r\nHost: HOST\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello"
      connection.send(bytes(head, bench))
      // Nobody says that the body ends.
      let reply = try #require(connection.readToEnd(), "\(path)")
      #expect(reply.status.map { (401...421).contains($0) } == true, "\(path)")
    }
    try expectSame(bench, "after bodies without an end")
  }

  @Test("a header without an end is refused, and its connection is closed")
  func endlessHeader() throws {
    let bench = try Bench(["--idle-timeout", "1"])
    let connection = try RawConnection(port: bench.port)
    connection.send(bytes("GET / HTTP/1.1\r\nHost: HOST\r\n", bench))
    let line = Array("A: aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\r\n".utf8)
    var count = 0
    while count < 64 << 20, connection.send(line) { count += line.count }
    #expect(count < 64 << 20)
    #expect(connection.readToEnd() != nil)
    try expectSame(bench, "after a header without an end")
  }

  @Test("a connection that sends no whole request is closed, and holds up nobody meanwhile")
  func slow() throws {
    let bench = try Bench(["--idle-timeout", "1"])
    let starts = ["", "G", "GET / HTTP/1.1\r\n", "GET / HTTP/1.1\r\nHost: HOST\r\nA"]
    let connections = try starts.map { start in
      let connection = try RawConnection(port: bench.port)
      connection.send(bytes(start, bench))
      return connection
    }
    try expectSame(bench, "beside slow connections")
    for (start, connection) in zip(starts, connections) {
      #expect(connection.readToEnd() != nil, "\(start)")
    }
  }

  @Test("a page that listens is not closed for its silence")
  func listening() async throws {
    let bench = try Bench(["--idle-timeout", "1"])
    let page = try EventReader(bench)
    let idle = try RawConnection(port: bench.port)
    try await eventually("the first look") { page.last("delivered") != nil }
    // The timeout has passed for one connection.
    #expect(idle.readToEnd() != nil)
    let second = try RawConnection(port: bench.port)
    #expect(second.readToEnd() != nil)
    try bench.fill(1)
    try await eventually("a new one") { page.titles == ["Number 1"] }
  }

  @Test("of more connections than are served the rest waits, and the owner is served after them")
  func many() async throws {
    let bench = try Bench()
    var connections = try (0..<400).map { _ in try RawConnection(port: bench.port, waits: false) }
    try await eventually("the first connections") { try bench.sockets() > 100 }
    #expect(try bench.sockets() < 128 + 40)
    connections = []
    try expectSame(bench, "after 400 connections")
    #expect(connections.isEmpty)
  }
}

extension Bench {
  /// The sockets that the process has open.
  func sockets() throws -> Int {
    let descriptors = "/proc/\(process)/fd"
    return try FileManager.default.contentsOfDirectory(atPath: descriptors).count { name in
      let target = try? FileManager.default.destinationOfSymbolicLink(
        atPath: descriptors + "/" + name)
      return target?.hasPrefix("socket:") == true
    }
  }
}
