import APNsGateway
import ArgumentParser
import Crypto
import Foundation

/// `tocsin-gateway push TOKEN --topic … --title …`: curl is the client.
struct Push: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Sends one push to a box, through the gateway that serves.")

  @OptionGroup var state: StateOption
  @Argument(help: "The device token, 64 hexadecimal digits.") var token: String
  @Option(help: "The app that the token is for.") var topic: String
  @Option(help: "The title of the notification.") var title: String?
  @Option(help: "The text of the notification.") var body: String?
  @Option(help: "The name of a sound, or default.") var sound: String?
  @Option(help: "The number on the app's icon.") var badge: Int?
  @Option(help: "The whole payload, JSON, instead of the options above.") var payload: String?
  @Option(help: "A push replaces one with the same identifier.") var collapseIdentifier: String?
  @Option(help: "Another server than the one of the state.") var server: String?

  func run() throws {
    let settings: GatewaySettings = try state.folder.load("gateway.json")
    let address = server ?? "https://localhost:\(settings.port)"
    // The options go through standard input, because every user can see a command's arguments.
    let lines =
      [
        ("url", "\(address)/3/device/\(token)"), ("request", "POST"),
        ("cacert", state.folder.file("ca.pem")), ("data-binary", try payloadText()),
        ("header", "authorization: bearer \(try providerToken())"),
        ("header", "apns-topic: \(topic)"), ("header", "apns-push-type: alert"),
        ("write-out", "\\n%{http_code}"), ("max-time", "20"),
      ] + (collapseIdentifier.map { [("header", "apns-collapse-id: \($0)")] } ?? [])
    let configuration = lines.map { "\($0.0) = \"\(escaped($0.1))\"" }.joined(separator: "\n")
    let answer = try Child.run(
      "curl", ["--silent", "--show-error", "--http2", "--config", "-"], input: configuration + "\n")
    let parts = answer.split(separator: "\n")
    guard parts.last == "200" else {
      throw GatewayError("The gateway refuses the push: \(parts.joined(separator: " status "))")
    }
    Terminal.say("The engine has the push. The box gets it at once, or when it is back.")
  }

  private func escaped(_ text: String) -> String {
    text.replacingOccurrences(of: "\\", with: "\\\\").replacingOccurrences(of: "\"", with: "\\\"")
      .replacingOccurrences(of: "\\\\n%", with: "\\n%")
  }

  private func payloadText() throws -> String {
    if let payload { return payload }
    guard title != nil || body != nil || sound != nil || badge != nil else {
      throw GatewayError("A push needs something to say: --title, --body, --sound or --badge.")
    }
    var aps: [String: Any] = [:]
    var alert: [String: String] = [:]
    alert["title"] = title
    alert["body"] = body
    if !alert.isEmpty { aps["alert"] = alert }
    if let sound { aps["sound"] = sound }
    if let badge { aps["badge"] = badge }
    let data = try JSONSerialization.data(withJSONObject: ["aps": aps], options: .sortedKeys)
    return String(decoding: data, as: UTF8.self)
  }

  private func providerToken() throws -> String {
    guard
      let key = try? P256.Signing.PrivateKey(pemRepresentation: state.folder.read("local.p8"))
    else { throw GatewayError("\(state.folder.file("local.p8")) is not a key.") }
    let header = #"{"alg":"ES256","kid":"\#(ProviderRecord.localName)"}"#
    let moment = WallClock.milliseconds() / 1_000
    let claims = #"{"iss":"\#(ProviderFile.localTeam)","iat":\#(moment)}"#
    let text = Base64URL.text(header.utf8) + "." + Base64URL.text(claims.utf8)
    let signature = try key.signature(for: Data(text.utf8)).rawRepresentation
    return text + "." + Base64URL.text(signature)
  }
}
