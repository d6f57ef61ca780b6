import Foundation
import TestSupport
import Testing

/// A real engine with a configuration of its own, on a port of the kernel's choice.
final class ConfiguredEngine {
  let folder: TemporaryFolder
  private(set) var port = 0
  private var process: RunningTool?

  /// - Parameter configuration: all but the address; the argument is the folder.
  init(_ version: Engine.Version = .debian, _ configuration: (TemporaryFolder) throws -> String)
    throws
  {
    folder = try TemporaryFolder()
    try write(try configuration(folder))
    process = try Tool(at: try version.path()).start(
      ["-c", folder.path("nats.conf"), "-l", folder.path("log")], errors: .null)
    let name = ".ports"
    try waitUntil("the engine starts") {
      guard let file = try folder.names().first(where: { $0.hasSuffix(name) }),
        let object = try? JSONSerialization.jsonObject(with: Data(try folder.bytes(of: file))),
        let url = (object as? [String: [String]])?["nats"]?.first
      else { return false }
      port = URL(string: url)?.port ?? 0
      return port > 0
    }
  }

  deinit { process?.kill() }

  /// Changes the configuration and has it read.
  func reload(_ configuration: String) throws {
    try write(configuration)
    kill(try #require(process).processIdentifier, SIGHUP)
  }

  private func write(_ configuration: String) throws {
    let address = "host: \"127.0.0.1\", port: -1, ports_file_dir: \"\(folder.url.path)\"\n"
    try folder.write(Array((address + configuration).utf8), to: "nats.conf")
  }
}

/// Certificates by openssl.
struct TestAuthority {
  let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try Self.openssl(
      "req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -subj /CN=authority",
      "-days", "30000", "-keyout", folder.path("ca.key"), "-out", folder.path("ca.pem"))
    let configuration = """
      [ca]
      default_ca = d
      [d]
      database = \(folder.path("index"))
      serial = \(folder.path("serial"))
      new_certs_dir = \(folder.url.path)
      default_md = sha256
      unique_subject = no
      policy = p
      copy_extensions = copy
      [p]
      commonName = supplied
      """
    try folder.write(Array(configuration.utf8), to: "ca.cnf")
    try folder.write([], to: "index")
    try folder.write(Array("1000\n".utf8), to: "serial")
  }

  var pem: String {
    get throws { String(decoding: try folder.bytes(of: "ca.pem"), as: UTF8.self) }
  }

  /// The lines of an engine with a certificate for a host, from one date to another.
  func configuration(_ host: String, from start: String, to end: String) throws -> String {
    try Self.openssl(
      "req -new -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes", "-subj", "/CN=\(host)",
      "-addext", "subjectAltName=DNS:\(host)", "-keyout", folder.path("key.pem"), "-out",
      folder.path("request.pem"))
    try Self.openssl(
      "ca -batch -notext", "-config", folder.path("ca.cnf"), "-in", folder.path("request.pem"),
      "-cert", folder.path("ca.pem"), "-keyfile", folder.path("ca.key"), "-startdate", start,
      "-enddate", end, "-out", folder.path("server.pem"))
    return """
      tls { cert_file: "\(folder.path("server.pem"))", key_file: "\(folder.path("key.pem"))" }
      authorization { user: device, password: secret }
      """
  }

  private static func openssl(_ words: String, _ more: String...) throws {
    let result = try Tool("openssl").run(words.split(separator: " ").map(String.init) + more)
    try #require(result.status == 0, "\(result.errors)")
  }
}
