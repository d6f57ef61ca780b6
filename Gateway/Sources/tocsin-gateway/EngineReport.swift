import APNsGateway
import Foundation

/// The engine's report on its version and its clock.
struct EngineReport {
  private let apps: Int
  private let clockDifference: TimeInterval

  init(_ connection: EngineConnection) throws(GatewayError) {
    for _ in 0..<50 where !connection.isConnected { Thread.sleep(forTimeInterval: 0.1) }
    guard connection.isConnected else { throw GatewayError("The engine does not answer.") }
    let bytes = try connection.request("$JS.API.STREAM.INFO.PUSH", "")
    guard let answer = try? JSONDecoder().decode(Answer.self, from: Data(bytes)) else {
      throw GatewayError("The engine's answer on the stream PUSH cannot be read.")
    }
    guard let state = answer.state else {
      throw GatewayError("The engine has no stream PUSH: start `tocsin-gateway serve`.")
    }
    apps = state.messages
    // Engines before 2.10 do not report their time.
    let seconds = answer.ts.map { $0.prefix(19) + "Z" }
    let time = seconds.flatMap { try? Date(String($0), strategy: .iso8601) }
    clockDifference = abs(time?.timeIntervalSinceNow ?? 0)
  }

  var finding: Examination.Finding {
    if clockDifference > 5 {
      return .init(
        level: .bad,
        text: "The engine's clock differs by \(Int(clockDifference)) s: pushes expire wrongly.")
    }
    return .init(level: .good, text: "The engine answers and keeps \(apps) pushes.")
  }

  private struct Answer: Decodable {
    struct State: Decodable { var messages: Int }
    var state: State?
    var ts: String?
  }
}
