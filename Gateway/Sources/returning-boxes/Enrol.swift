import APNsGateway
import ArgumentParser
import Foundation
import RemoteNotifications

/// The credentials of one simulated box, with one app.
struct BoxCredentials: Codable, Sendable {
  /// 16 hexadecimal digits each.
  var device: String
  var app: String
  var topic: String
  /// For the engine: the user's token and the seed of its key.
  var user: String
  var seed: String
}

/// `returning-boxes enrol`
struct Enrol: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Enrols boxes, and writes where a provider pushes to each, a line per box.")

  @Option(help: "The gateway's state.") var state: String
  @Option(help: "The number of boxes.") var boxes = 5_000
  @Option(help: "Their app.") var topic: String
  @Option(help: "The file for their credentials.") var output: String

  func run() throws {
    let folder = StateFolder(state)
    let settings: GatewaySettings = try folder.load("gateway.json")
    let identity: EngineIdentity = try folder.load("identity.json")
    let seal = try SealKeyRing(folder.load("seal.json"))
    let account = try NKey(seed: identity.accountSeed).publicKey
    let role = try NKey(seed: identity.deviceRoleSeed)
    var all: [BoxCredentials] = []
    for _ in 0..<boxes {
      let number = UInt64.random(in: .min ... .max)
      let (device, key) = (Hexadecimal.text(number), NKey(.user))
      let token = try EngineToken.device(
        key.publicKey, name: device, account: account, by: role)
      all.append(
        BoxCredentials(
          device: device, app: PushSubject.app(ofTopic: topic), topic: topic, user: token,
          seed: key.seed))
      let address = DeviceAddress(device: number, app: PushSubject.appNumber(ofTopic: topic))
      print("https://localhost:\(settings.port)/3/device/\(seal.seal(address))")
    }
    try JSONEncoder().encode(all).write(to: URL(fileURLWithPath: output))
  }
}
