import Crypto
import Foundation
import NIOCore
import NIOHPACK
import RemoteNotifications

@testable import APNsGateway

/// Keys, a device and an app for tests.
struct World: @unchecked Sendable {
  static let now: Int64 = 1_790_000_000_000

  let topic = "org.example.kitchen"
  let address: DeviceAddress
  let providerKey = P256.Signing.PrivateKey()
  let token: String
  let previousToken: String
  let retiredToken: String
  let revokedToken: String
  let foreignToken: String
  let rules: PushRules

  var app: String { Hexadecimal.text(address.app) }

  init() throws {
    let retired = SealKeyRecord(key: SealKeyRecord.random().key, retired: 99)
    let (previous, current) = (SealKeyRecord.random(), SealKeyRecord.random())
    let ring = try SealKeyRing([retired, previous, current])
    address = DeviceAddress(device: 7, app: PushSubject.appNumber(ofTopic: topic))
    let revoked = DeviceAddress(device: 8, app: address.app)
    token = ring.seal(address)
    previousToken = try SealKeyRing([previous]).seal(address)
    retiredToken = try SealKeyRing([SealKeyRecord(key: retired.key)]).seal(address)
    revokedToken = ring.seal(revoked)
    foreignToken = ring.seal(
      DeviceAddress(device: 7, app: PushSubject.appNumber(ofTopic: "com.other.app")))
    var revocations = RevocationList()
    revocations.set("0000000000000008", since: 1_234)
    let key = ProviderKey(
      team: "TEAM123456", key: providerKey.publicKey, topics: [try TopicPattern("org.example.*")])
    rules = PushRules(
      seal: ring, providers: Providers(keys: ["KEY1234567": key], certificates: [:]),
      revocations: revocations)
  }

  /// A world, for properties that cannot throw.
  static func made() -> World {
    do { return try World() } catch { fatalError("\(error)") }
  }

  /// A provider's token.
  func jwt(
    key: P256.Signing.PrivateKey? = nil, header: String = #"{"alg":"ES256","kid":"KEY1234567"}"#,
    team: String = "TEAM123456", issued: String = "\(World.now / 1_000)"
  ) -> String {
    let claims = #"{"iss":"\#(team)","iat":\#(issued)}"#
    let text = Base64URL.text(header.utf8) + "." + Base64URL.text(claims.utf8)
    guard let signature = try? (key ?? providerKey).signature(for: Data(text.utf8)) else {
      fatalError("no signature")
    }
    return text + "." + Base64URL.text(signature.rawRepresentation)
  }

  func parse(_ attempt: Attempt) throws(Refusal) -> PushRequest {
    var sender = Sender()
    var push = try PushRequest(
      parsing: RequestFields(attempt.headers),
      identifier: MessageIdentifier.answering(attempt["apns-id"]), from: &sender, by: rules,
      now: World.now)
    try push.take(
      ByteBuffer(repeating: 0x20, count: attempt.length), length: attempt.length)
    return push
  }

  func refusal(_ attempt: Attempt) -> Refusal? {
    do throws(Refusal) {
      _ = try parse(attempt)
      return nil
    } catch {
      return error
    }
  }
}

/// A request to be, right until something of it is changed.
struct Attempt {
  private var fields: [String: String]
  var extra: [(String, String)] = []
  var length = 20

  init(_ world: World) {
    fields = [
      ":method": "POST", ":path": "/3/device/\(world.token)", "apns-topic": world.topic,
      "apns-push-type": "alert", "authorization": "bearer \(world.jwt())",
    ]
  }

  subscript(name: String) -> String? {
    get { fields[name] }
    set { fields[name] = newValue }
  }

  var headers: HPACKHeaders { HPACKHeaders(fields.sorted { $0.key < $1.key } + extra) }
}

extension String {
  /// With another first digit.
  func replacingFirst() -> String { (first == "0" ? "1" : "0") + dropFirst() }
}
