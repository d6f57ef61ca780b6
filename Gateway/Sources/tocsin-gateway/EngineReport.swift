import APNsGateway
import Foundation

/// The engine's report on its stream and its clock.
struct EngineReport {
  private let apps: Int
  private let isOpen: Bool
  private let clockDifference: TimeInterval
  private let services: Services

  init(_ connection: EngineConnection, _ services: Services) throws(GatewayError) {
    let bytes = try connection.request("$JS.API.STREAM.INFO.PUSH", "")
    guard let answer = try? JSONDecoder().decode(Answer.self, from: Data(bytes)),
      let state = answer.state
    else { throw GatewayError("The engine's answer on the stream PUSH cannot be read.") }
    apps = state.messages
    isOpen = answer.config?.allow_direct == true
    self.services = services
    // Engines before 2.10 do not report their time.
    let seconds = answer.ts.map { $0.prefix(19) + "Z" }
    let time = seconds.flatMap { try? Date(String($0), strategy: .iso8601) }
    clockDifference = abs(time?.timeIntervalSinceNow ?? 0)
  }

  var finding: Examination.Finding {
    if isOpen {
      return .init(
        level: .bad,
        text: "The stream PUSH is an older gateway's: a box can do there what it may not. Install "
          + "this version on every machine, then `\(services.gateway)`.")
    }
    if clockDifference > 5 {
      return .init(
        level: .bad,
        text: "The engine's clock differs by \(Int(clockDifference)) s: pushes expire wrongly.")
    }
    return .init(level: .good, text: "The engine answers and keeps \(apps) pushes.")
  }

  private struct Answer: Decodable {
    struct State: Decodable { var messages: Int }
    struct Configuration: Decodable { var allow_direct: Bool? }
    var state: State?
    var config: Configuration?
    var ts: String?
  }
}
