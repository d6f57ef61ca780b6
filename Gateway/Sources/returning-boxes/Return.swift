import APNsGateway
import ArgumentParser
import Foundation
import Glibc
import NIOCore
import NIOPosix
import NIOSSL

/// `returning-boxes return`
struct Return: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "return",
    abstract: "Connects all boxes at once, and waits until each has its newest push.",
    discussion: """
      Each does what tocsin-remote does: it connects by TLS, signs the engine's nonce, subscribes, asks \
      the gateway for its app's token, then the engine for the app's newest alert and its newest \
      background push. A connection that fails is made again 2 to 5 seconds later. Then all boxes \
      stay connected until the standard input ends.
      """)

  @Option(help: "The gateway's state.") var state: String
  @Argument(help: "The file with their credentials.") var file: String

  func run() async throws {
    let folder = StateFolder(state)
    let settings: GatewaySettings = try folder.load("gateway.json")
    let boxes = try JSONDecoder().decode(
      [BoxCredentials].self, from: Data(contentsOf: URL(fileURLWithPath: file)))
    raiseFileLimit()
    var tls = TLSConfiguration.makeClientConfiguration()
    tls.trustRoots = .file(folder.file("ca.pem"))
    let group = MultiThreadedEventLoopGroup(numberOfThreads: 2)
    let crowd = Crowd(
      port: settings.enginePort, context: try NIOSSLContext(configuration: tls), group: group)
    let times = await crowd.comeBack(boxes).sorted()
    let report = String(
      format: "%d boxes back in %.1f s (half of them in %.1f s), %d attempts failed",
      times.count, times.last ?? 0, times[times.count / 2], crowd.failures)
    try FileHandle.standardOutput.write(contentsOf: Data((report + "\n").utf8))
    _ = try? FileHandle.standardInput.readToEnd()
    Glibc.exit(0)
  }

  /// As many open files as the system allows.
  private func raiseFileLimit() {
    var limit = rlimit()
    getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
    limit.rlim_cur = limit.rlim_max
    setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
  }
}
