import NIOCore
import Testing

@testable import APNsGateway

/// Requests that were right before some of their bytes were changed.
@Suite struct HostileTests {
  private let world = World.made()

  /// Numbers that are the same at each run (SplitMix64).
  private struct Numbers: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
      state &+= 0x9E37_79B9_7F4A_7C15
      var value = state
      value = (value ^ value >> 30) &* 0xBF58_476D_1CE4_E5B9
      value = (value ^ value >> 27) &* 0x94D0_49BB_1331_11EB
      return value ^ value >> 31
    }
  }

  private func changed(_ text: String, _ numbers: inout Numbers) -> String {
    var bytes = Array(text.utf8)
    for _ in 0..<Int.random(in: 1...3, using: &numbers) {
      let place = Int.random(in: 0...bytes.count, using: &numbers)
      switch Int.random(in: 0..<4, using: &numbers) {
      case 0: bytes.insert(UInt8.random(in: 0...255, using: &numbers), at: place)
      case 1 where place < bytes.count: bytes.remove(at: place)
      case 2: bytes.removeLast(bytes.count - place)
      case _ where place < bytes.count:
        bytes[place] ^= 1 << UInt8.random(in: 0..<8, using: &numbers)
      default: bytes += bytes
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  @Test(arguments: 0..<8) func `what is accepted goes where its token says, and is allowed`(
    seed: UInt64
  ) throws {
    var numbers = Numbers(state: seed)
    let token = world.jwt()
    let more = [
      "apns-id": "123e4567-e89b-42d3-a456-426614174000", "apns-priority": "10",
      "apns-expiration": "1790000000", "apns-collapse-id": "tea",
    ]
    var accepted = 0
    for _ in 0..<250 {
      var attempt = Attempt(world)
      attempt["authorization"] = "bearer \(token)"
      for (name, value) in more { attempt[name] = value }
      let name = try #require(
        ([":method", ":path", "apns-topic", "apns-push-type", "authorization"] + more.keys.sorted())
          .randomElement(using: &numbers))
      let value = attempt[name] ?? ""
      attempt[name] = changed(value, &numbers)
      guard let push = try? world.parse(attempt) else { continue }
      accepted += 1
      #expect(push.address == world.address && push.topic == world.topic, "\(attempt)")
      #expect(name != ":method" || attempt[name] == value)
      #expect(push.collapseIdentifier?.utf8.count ?? 0 <= 64)
      #expect(MessageIdentifier.isValid(push.identifier), "\(attempt)")
    }
    // Some changes change nothing that counts.
    #expect((1..<240).contains(accepted))
  }

  @Test func `the first bytes tell the version of HTTP`() {
    func version(_ text: String) -> Bool? { ConnectionStart.isHTTP2(ByteBuffer(string: text)) }
    #expect(version("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n") == true)
    #expect(version("") == nil && version("P") == nil && version("PRI * HTTP/2.") == nil)
    #expect(version("POST / HTTP/1.1") == false && version("PRINT / HTTP/1.1") == false)
    #expect(version("G") == false && version("PRI * HTTP/1.1") == false)
  }
}
