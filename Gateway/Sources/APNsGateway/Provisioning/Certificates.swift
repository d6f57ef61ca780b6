package import Foundation
import NIOSSL
import RemoteNotifications

/// Creates the certificates with openssl: an authority of our own, the server's, and those of
/// providers.
package struct Certificates: Sendable {
  private let folder: StateFolder

  package init(_ folder: StateFolder) {
    self.folder = folder
  }

  /// Creates the authority, valid for ten years: `ca.pem`, `ca.key`.
  /// - Throws: ``GatewayError`` with openssl's error.
  package func makeAuthority() throws(GatewayError) {
    try makeKey("ca.key")
    let request = try request("ca.key", commonName: "Tocsin gateway authority")
    let pem = try sign(
      request, by: ["-selfsign", "-keyfile", folder.file("ca.key")], days: 3_650,
      extensions: ["basicConstraints=critical,CA:TRUE", "keyUsage=critical,keyCertSign,cRLSign"])
    try folder.write(pem, to: "ca.pem")
  }

  /// Creates the server's certificate, valid for two years: `server.pem`, `server.key`.
  /// - Throws: ``GatewayError`` with openssl's error.
  package func makeServer(host: String) throws(GatewayError) {
    let kind = host.contains(/^[0-9.]+$|:/) ? "IP" : "DNS"
    let names = "\(kind):\(host),DNS:localhost,IP:127.0.0.1,IP:::1"
    try make(
      "server", commonName: host,
      extensions: [
        "extendedKeyUsage=serverAuth,clientAuth",
        "subjectAltName=\(names)",
      ])
  }

  /// Creates a provider's certificate, valid for two years.
  /// - Returns: its certificate and its key, PEM, and its fingerprint.
  /// - Throws: ``GatewayError`` with openssl's error.
  package func makeProvider(
    _ name: String
  ) throws(GatewayError) -> (certificate: String, key: String, fingerprint: String) {
    let file = "provider-\(UUID().uuidString)"
    defer { for ending in ["pem", "key"] { unlink(folder.file("\(file).\(ending)")) } }
    try make(file, commonName: name, extensions: ["extendedKeyUsage=clientAuth"])
    let certificate = try folder.read("\(file).pem")
    return (certificate, try folder.read("\(file).key"), try Self.fingerprint(certificate))
  }

  /// The SHA-256 of a certificate's DER form.
  /// - Throws: ``GatewayError`` if the text is not a certificate.
  package static func fingerprint(_ pem: String) throws(GatewayError) -> String {
    guard let certificate = try? NIOSSLCertificate(bytes: Array(pem.utf8), format: .pem),
      let bytes = try? certificate.toDERBytes()
    else { throw GatewayError("The text is not a certificate in PEM form.") }
    return Fingerprint.text(bytes)
  }

  /// The end of the validity of a certificate in the folder.
  /// - Throws: ``GatewayError`` if the file is not a certificate.
  package func end(of name: String) throws(GatewayError) -> Date {
    guard
      let certificate = try? NIOSSLCertificate(bytes: Array(folder.read(name).utf8), format: .pem)
    else { throw GatewayError("\(folder.file(name)) is not a certificate in PEM form.") }
    return Date(timeIntervalSince1970: TimeInterval(certificate.notValidAfter))
  }

  private func makeKey(_ name: String) throws(GatewayError) {
    let key = try Child.run(
      "openssl", ["genpkey", "-algorithm", "EC", "-pkeyopt", "ec_paramgen_curve:P-256"])
    try folder.write(key, to: name)
  }

  private func make(
    _ name: String, commonName: String, extensions: [String]
  ) throws(GatewayError) {
    try makeKey("\(name).key")
    let pem = try sign(
      try request("\(name).key", commonName: commonName),
      by: ["-cert", folder.file("ca.pem"), "-keyfile", folder.file("ca.key")], days: 730,
      extensions: ["basicConstraints=CA:FALSE", "keyUsage=critical,digitalSignature"] + extensions)
    try folder.write(pem, to: "\(name).pem")
  }

  private func request(_ key: String, commonName: String) throws(GatewayError) -> String {
    try Child.run(
      "openssl", ["req", "-new", "-key", folder.file(key), "-subj", "/CN=\(commonName)"])
  }

  /// Signs a request with a random number, valid since yesterday: the clock of a box may be slow.
  private func sign(
    _ request: String, by signer: [String], days: Int, extensions: [String]
  ) throws(GatewayError) -> String {
    let name = "signing-\(UUID().uuidString)"
    let place = folder.file(name)
    try folder.make(name)
    defer { try? FileManager.default.removeItem(atPath: place) }
    let files = [
      "request.pem": request, "extensions": extensions.joined(separator: "\n") + "\n", "index": "",
      "serial": Hexadecimal.text(UInt64.random(in: 1...(.max >> 1))) + "\n",
      "openssl.cnf": Self.configuration(place),
    ]
    for (file, text) in files { try folder.write(text, to: "\(name)/\(file)") }
    return try Child.run(
      "openssl",
      [
        "ca", "-batch", "-notext", "-config", "\(place)/openssl.cnf", "-in",
        "\(place)/request.pem", "-extfile", "\(place)/extensions", "-startdate", Self.date(-1),
        "-enddate", Self.date(days),
      ] + signer)
  }

  /// `openssl ca` alone can set the first day (in version 3.0), and needs a folder with its own books.
  private static func configuration(_ place: String) -> String {
    var path = place
    for mark in ["\\", "$", "#", "\"", "'"] {
      path = path.replacingOccurrences(of: mark, with: "\\" + mark)
    }
    return """
      [ca]
      default_ca = own
      [own]
      database = \(path)/index
      serial = \(path)/serial
      new_certs_dir = \(path)
      default_md = sha256
      unique_subject = no
      policy = any
      [any]
      commonName = supplied
      """
  }

  /// A date as openssl reads it.
  /// - Parameter days: from now.
  private static func date(_ days: Int) -> String {
    var time = time_t(Date().timeIntervalSince1970) + days * 86_400
    var parts = tm()
    gmtime_r(&time, &parts)
    var text = [CChar](repeating: 0, count: 32)
    strftime(&text, text.count, "%Y%m%d%H%M%SZ", &parts)
    return text.withUnsafeBufferPointer { $0.baseAddress.map { String(cString: $0) } ?? "" }
  }
}
