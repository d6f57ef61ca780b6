import NIOCore
import Testing

@testable import APNsGateway

@Suite struct ConnectionCountsTests {
  private func network(_ address: String) throws -> ConnectionCounts.Network {
    .init(try SocketAddress(ipAddress: address, port: 443))
  }

  @Test func `a network has its own maximum, and all together another one`() {
    var counts = ConnectionCounts(maximum: 5, ofNetwork: 3)
    #expect((0..<5).map { _ in counts.add(.four(1)) } == [true, true, true, false, false])
    #expect((0..<3).map { _ in counts.add(.six(1)) } == [true, true, false])
    #expect(counts.count == 5)
    counts.remove(.four(1))
    #expect(counts.add(.six(2)) && !counts.add(.four(1)))
    for network in [ConnectionCounts.Network.four(1), .four(1), .six(1), .six(1), .six(2)] {
      counts.remove(network)
    }
    #expect(counts.count == 0)
    #expect((0..<4).map { _ in counts.add(.four(1)) } == [true, true, true, false])
  }

  @Test func `an IPv4 address is one network, of IPv6 the first 64 bits are one`() throws {
    #expect(try network("192.0.2.1") == .four(0xC000_0201))
    #expect(try network("::ffff:192.0.2.1") == network("192.0.2.1"))
    #expect(try network("192.0.2.2") != network("192.0.2.1"))
    #expect(try network("2001:db8:1:2::3") == .six(0x2001_0DB8_0001_0002))
    #expect(try network("2001:db8:1:2:ffff::9") == network("2001:db8:1:2::3"))
    #expect(try network("2001:db8:1:3::3") != network("2001:db8:1:2::3"))
    #expect(try network("::1") == .six(0))
    #expect(ConnectionCounts.Network(nil) == .none)
  }

  @Test func `the maximum of streams that clients are told is that of the limits`() {
    // Length, SETTINGS, no flags, stream 0: the maximum of streams, and of a list of headers.
    var bytes = ByteBuffer(bytes: [0, 0, 12, 4, 0, 0, 0, 0, 0])
    for (key, value) in [(3, StreamAllowance.inLibrary), (6, StreamAllowance.inLibrary)] {
      bytes.writeInteger(UInt16(key))
      bytes.writeInteger(UInt32(value))
    }
    let before = bytes
    StreamAllowance.announce(in: &bytes)
    #expect(bytes.getInteger(at: 11, as: UInt32.self) == 1_000)
    #expect(bytes.getInteger(at: 17, as: UInt32.self) == 1_001)
    #expect(bytes.readableBytes == before.readableBytes)
    for other in ["", "HTTP/1.1 200 OK\r\n\r\n", "\u{0}\u{0}"] {
      var bytes = ByteBuffer(string: other)
      StreamAllowance.announce(in: &bytes)
      #expect(String(buffer: bytes) == other)
    }
  }
}
