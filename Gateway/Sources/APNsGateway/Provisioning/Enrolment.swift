import Foundation
import RemoteNotifications

/// What a box must know: the file that `tocsinctl remote enrol` reads.
package enum Enrolment {
  /// Makes a new device of a name.
  /// - Returns: the file's text, and what the gateway keeps of it.
  /// - Throws: ``GatewayError`` if something of the state is missing.
  package static func make(
    _ name: String, in folder: StateFolder
  ) throws(GatewayError) -> (String, DeviceRecord) {
    let settings: GatewaySettings = try folder.load("gateway.json")
    let identity: EngineIdentity = try folder.load("identity.json")
    let seal = try SealKeyRing(folder.load("seal.json"))
    let number = UInt64.random(in: .min ... .max)
    let user = NKey(.user)
    let token = try EngineToken.device(
      user.publicKey, name: Hex.text(number), account: NKey(seed: identity.accountSeed).publicKey,
      by: NKey(seed: identity.deviceRoleSeed))
    let enrolment = RemoteEnrolment(
      name: name, device: Hex.text(number), engine: settings.publicEngine,
      ca: try folder.read("ca.pem"),
      credentials: EngineToken.credentials(token: token, seed: user.seed),
      deviceKey: seal.deviceKey(number).hexadecimal,
      gateway: "https://\(settings.host):\(settings.port)")
    let record = DeviceRecord(name: name, device: Hex.text(number), user: user.publicKey)
    return (try json(enrolment), record)
  }

  private static func json(_ enrolment: RemoteEnrolment) throws(GatewayError) -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes, .prettyPrinted]
    guard let data = try? encoder.encode(enrolment) else {
      throw GatewayError("The enrolment cannot be written as JSON.")
    }
    return String(decoding: data, as: UTF8.self)
  }
}
