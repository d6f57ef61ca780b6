import Foundation
import RemoteNotifications

/// The enrolment file of a box, which `tocsinctl remote enrol` reads.
package enum Enrolment {
  /// Creates a new device with a name.
  /// - Returns: the file's text, and the gateway's record of the device.
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
      user.publicKey, name: Hexadecimal.text(number),
      account: NKey(seed: identity.accountSeed).publicKey,
      by: NKey(seed: identity.deviceRoleSeed))
    let enrolment = RemoteEnrolment(
      name: name, device: Hexadecimal.text(number), engine: settings.publicEngine,
      ca: try folder.read("ca.pem"),
      credentials: EngineToken.credentials(token: token, seed: user.seed),
      deviceKey: seal.deviceKey(number).hexadecimal,
      gateway: "https://\(settings.host):\(settings.port)")
    let record = DeviceRecord(name: name, device: Hexadecimal.text(number), user: user.publicKey)
    return (try enrolment.readableJSON("The enrolment"), record)
  }
}
