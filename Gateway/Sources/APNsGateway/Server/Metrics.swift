import Synchronization

/// The metrics of the gateway, in Prometheus' text format.
package final class Metrics: Sendable {
  private struct Numbers {
    var accepted = 0
    var refused: [Reason: Int] = [:]
    /// The refused calls of ntfy's clients, by ntfy's code.
    var refusedCalls: [Int: Int] = [:]
    var connections = 0
    var refusedConnections = 0
    var registrations = 0
    /// The number of answers by latency: each counts at the first bound (milliseconds) that it does
    /// not exceed.
    var latencies = [Int](repeating: 0, count: Metrics.bounds.count)
    var latencySum = 0.0
  }

  private static let bounds = [1, 2, 5, 10, 20, 50, 100, 500, 1_000, 8_000]
  private let numbers = Mutex(Numbers())

  package init() {}

  /// - Parameter milliseconds: from the end of the request to the engine's acknowledgement.
  func accepted(after milliseconds: Double) {
    numbers.withLock { numbers in
      numbers.accepted += 1
      numbers.latencySum += milliseconds
      if let index = Self.bounds.firstIndex(where: { milliseconds <= Double($0) }) {
        numbers.latencies[index] += 1
      }
    }
  }

  func refused(_ reason: Reason) {
    numbers.withLock { $0.refused[reason, default: 0] += 1 }
  }

  func refusedCall(_ code: Int) {
    numbers.withLock { $0.refusedCalls[code, default: 0] += 1 }
  }

  func connected(_ change: Int) {
    numbers.withLock { $0.connections += change }
  }

  func refusedConnection() {
    numbers.withLock { $0.refusedConnections += 1 }
  }

  func registered() {
    numbers.withLock { $0.registrations += 1 }
  }

  /// The page for Prometheus; the caller supplies the engine's state.
  func page(isEngineConnected: Bool, inFlight: Int, revocations: Int) -> String {
    let numbers = numbers.withLock { $0 }
    var lines = [
      "# TYPE tocsin_gateway_accepted_total counter",
      "tocsin_gateway_accepted_total \(numbers.accepted)",
      "# TYPE tocsin_gateway_refused_total counter",
    ]
    for reason in Reason.allCases {
      guard let count = numbers.refused[reason] else { continue }
      lines.append("tocsin_gateway_refused_total{reason=\"\(reason.rawValue)\"} \(count)")
    }
    if !numbers.refusedCalls.isEmpty {
      lines.append("# TYPE tocsin_gateway_ntfy_refused_total counter")
      for (code, count) in numbers.refusedCalls.sorted(by: { $0.key < $1.key }) {
        lines.append("tocsin_gateway_ntfy_refused_total{code=\"\(code)\"} \(count)")
      }
    }
    lines += latencyLines(numbers)
    for (name, value) in [
      ("connections", numbers.connections), ("in_flight", inFlight),
      ("engine_connected", isEngineConnected ? 1 : 0), ("revocations", revocations),
    ] {
      lines.append("# TYPE tocsin_gateway_\(name) gauge")
      lines.append("tocsin_gateway_\(name) \(value)")
    }
    for (name, value) in [
      ("registrations", numbers.registrations),
      ("refused_connections", numbers.refusedConnections),
    ] {
      lines.append("# TYPE tocsin_gateway_\(name)_total counter")
      lines.append("tocsin_gateway_\(name)_total \(value)")
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private func latencyLines(_ numbers: Numbers) -> [String] {
    let name = "tocsin_gateway_acknowledged_seconds"
    var lines = ["# TYPE \(name) histogram"]
    var total = 0
    for (bound, count) in zip(Self.bounds, numbers.latencies) {
      total += count
      lines.append("\(name)_bucket{le=\"\(Double(bound) / 1_000)\"} \(total)")
    }
    lines.append("\(name)_bucket{le=\"+Inf\"} \(numbers.accepted)")
    lines.append("\(name)_sum \(numbers.latencySum / 1_000)")
    lines.append("\(name)_count \(numbers.accepted)")
    return lines
  }
}
