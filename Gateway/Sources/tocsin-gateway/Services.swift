import APNsGateway
import Glibc

/// The engine and the gateway as services, with the commands that start them.
struct Services {
  /// Whether the system's service manager runs them.
  let areSystem: Bool

  init(_ folder: StateFolder) {
    areSystem = folder.path == StateFolder.ofSystem && Self.isThere("tocsin-gateway")
  }

  /// The command that starts the engine.
  var engine: String {
    areSystem ? "systemctl restart tocsin-gateway-engine" : "tocsin-gateway engine"
  }

  /// The command that starts the gateway.
  var gateway: String { areSystem ? "systemctl restart tocsin-gateway" : "tocsin-gateway serve" }

  /// Whether the system has this service.
  static func isThere(_ service: String) -> Bool {
    ["/usr/lib", "/lib"].contains { access("\($0)/systemd/system/\(service).service", F_OK) == 0 }
  }

  /// What is wrong with the engine, and the command that helps.
  func advice(on condition: EngineCondition, _ settings: GatewaySettings) -> String {
    switch condition {
    case .ready: return "The engine stores pushes."
    case .away:
      return Self.listens(settings.enginePort)
        ? "The engine listens on port \(settings.enginePort) and does not answer: end it, then "
          + "`\(engine)`."
        : "The engine does not run. Start it: `\(engine)`."
    case .silent: return "The engine does not answer any more: end it, then `\(engine)`."
    case .withoutStream:
      return "The engine has no stream PUSH: the gateway makes it within seconds when it runs. "
        + "Start it: `\(gateway)`."
    case .withoutQuorum:
      let others = settings.otherHosts.joined(separator: " and ")
      return "The engine here is alone, and two of three must run. Start it on \(others): "
        + "`\(engine)`."
    case .notStoring:
      return "The engine does not store what it is given. Make room on its disk if that is full, "
        + "then `\(engine)`."
    }
  }

  /// Whether something listens on a port of the loopback.
  private static func listens(_ port: Int) -> Bool {
    let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    guard descriptor >= 0 else { return false }
    defer { close(descriptor) }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = in_port_t(UInt16(truncatingIfNeeded: port)).bigEndian
    address.sin_addr.s_addr = in_addr_t(0x7F00_0001).bigEndian
    return withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
      }
    }
  }
}
