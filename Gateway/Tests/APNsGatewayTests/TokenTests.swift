import Crypto
import Foundation
import NIOCore
import RemoteNotifications
import Testing

@testable import APNsGateway

/// Device tokens, the engine's keys, rates, registrations.
@Suite struct TokenTests {
  private let world = World.made()

  @Test func `the same address has the same token, another has another`() throws {
    let ring = try SealKeyRing([.random()])
    let address = DeviceAddress(device: 1, app: 2)
    #expect(ring.seal(address) == ring.seal(address))
    #expect(ring.seal(address).count == 64)
    #expect(ring.seal(address) != ring.seal(DeviceAddress(device: 1, app: 3)))
    #expect(try ring.open(ring.seal(address)) == address)
  }

  @Test func `no bit of a token can be changed`() throws {
    let ring = try SealKeyRing([.random()])
    let token = try #require(Hexadecimal.bytes(ring.seal(DeviceAddress(device: .max, app: 0))))
    for bit in 0..<256 {
      var changed = token
      changed[bit / 8] ^= 1 << (bit % 8)
      #expect(throws: Refusal(.badDeviceToken)) { try ring.open(Hexadecimal.text(changed)) }
    }
  }

  @Test func `a device keeps its key when seal keys change`() throws {
    let (first, second) = (SealKeyRecord.random(), SealKeyRecord.random())
    func key(_ ring: SealKeyRing) -> DeviceKey { ring.deviceKey(9) }
    let retired = SealKeyRecord(key: first.key, retired: 1)
    #expect(try key(SealKeyRing([first])) == key(SealKeyRing([retired, second])))
    #expect(throws: GatewayError.self) { try SealKeyRing([retired]) }
  }

  @Test func `keys of the engine are written as it reads them`() throws {
    for (kind, letter) in [(NKey.Kind.account, "A"), (.operatorKey, "O"), (.user, "U")] {
      let key = NKey(kind)
      #expect(key.publicKey.hasPrefix(letter) && key.publicKey.count == 56)
      #expect(key.seed.hasPrefix("S" + letter) && key.seed.count == 58)
      #expect(try NKey(seed: key.seed + "\n").publicKey == key.publicKey)
      #expect(throws: GatewayError.self) { try NKey(seed: String(key.seed.reversed())) }
    }
  }

  @Test func `a lifetime is told where the engine knows it, and not for one try`() throws {
    func names(_ expiration: String?, _ withLifetime: Bool) throws -> [String: String] {
      var attempt = Attempt(world)
      attempt["apns-expiration"] = expiration
      let message = PushMessage(
        try world.parse(attempt), received: World.now,
        deviceKey: try SealKeyRing([.random()]).deviceKey(7),
        withLifetime: withLifetime)
      #expect(message.isTransient == (expiration == "0"))
      return Dictionary(uniqueKeysWithValues: message.headers.map { ($0.name, $0.value) })
    }
    let seconds = World.now / 1_000
    #expect(try names("\(seconds + 7)", true)["Nats-TTL"] == "7s")
    #expect(try names("\(seconds - 7)", true)["Nats-TTL"] == "1s")
    #expect(try names("\(Int64.max)", true)["Nats-TTL"] == "2592000s")
    #expect(try names("\(seconds + 7)", false)["Nats-TTL"] == nil)
    #expect(try names("0", true)["Nats-TTL"] == nil)
    #expect(try names("0", true)["Nats-Msg-Id"] == nil)
    #expect(try names(nil, true)["apns-expiration"] == nil)
    #expect(
      try names(nil, true)["Nats-Msg-Id"]?.hasSuffix("/0000000000000007/\(world.app)") == true)
  }

  @Test func `a token's rate is a burst and what comes back each second`() {
    let limit = RateLimit(burst: 3, rate: 2, capacity: 4)
    func allowed(_ device: UInt64, _ now: Int64, _ count: Int) -> Int {
      (0..<count).count { _ in
        limit.allows(DeviceAddress(device: device, app: 0), now: now)
      }
    }
    #expect(allowed(1, 0, 10) == 3)
    #expect(allowed(2, 0, 10) == 3)
    #expect(allowed(1, 1_000, 10) == 2)
    #expect(allowed(1, 500, 10) == 0)
    #expect(allowed(1, 1_000_000, 10) == 3)
    for device in 10..<100 { #expect(allowed(UInt64(device), 0, 1) == 1) }
    #expect(RateLimit(burst: 1, rate: 0).allows(world.address, now: 0))
  }

  @Test func `a registration gets its token, or a sentence`() {
    func answer(_ subject: String, _ body: String) -> RegistrationDesk.Answer {
      RegistrationDesk.answer(subject: subject, body: Data(body.utf8), rules: world.rules)
    }
    func isError(_ answer: RegistrationDesk.Answer) -> Bool {
      if case .error = answer { true } else { false }
    }
    let body = #"{"topic":"org.example.kitchen"}"#
    #expect(answer("reg.0000000000000007.\(world.app)", body) == .token(world.token))
    #expect(isError(answer("reg.0000000000000007.\(world.app)", "{}")))
    #expect(isError(answer("reg.0000000000000007.\(world.app)", #"{"topic":"a b"}"#)))
    #expect(isError(answer("reg.0000000000000007.0000000000000001", body)))
    #expect(isError(answer("reg.7.\(world.app)", body)))
    #expect(isError(answer("reg.0000000000000008.\(world.app)", body)))
  }

  @Test func `revocations are of a device or of an app on it`() {
    var list = RevocationList()
    list.set("0000000000000001", since: 5)
    list.set("0000000000000002.0000000000000003", since: 6)
    list.set("nonsense", since: 7)
    #expect(list.since(DeviceAddress(device: 1, app: 9)) == 5)
    #expect(list.since(DeviceAddress(device: 2, app: 3)) == 6)
    #expect(list.since(DeviceAddress(device: 2, app: 4)) == nil)
    list.set("0000000000000001", since: nil)
    #expect(list.since(device: 1) == nil && list.count == 1)
  }

  @Test func `versions of the engine are compared by number`() throws {
    let old = try #require(EngineVersion(in: "nats-server: v2.9.10"))
    let new = try #require(EngineVersion(in: "nats-server: v2.15.1"))
    #expect(old < new && !old.canSyncAlways && new.canSyncAlways)
    #expect(EngineVersion(in: "none") == nil)
  }
}
