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
    let subject = "/CN=Tocsin gateway authority"
    let pem = try Child.run(
      "openssl",
      [
        "req", "-x509", "-new", "-sha256", "-key", folder.file("ca.key"), "-days", "3650", "-subj",
        subject, "-addext", "basicConstraints=critical,CA:TRUE", "-addext",
        "keyUsage=critical,keyCertSign,cRLSign",
      ])
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
    let request = try Child.run(
      "openssl", ["req", "-new", "-key", folder.file("\(name).key"), "-subj", "/CN=\(commonName)"])
    let lines = ["basicConstraints=CA:FALSE", "keyUsage=critical,digitalSignature"] + extensions
    try folder.write(lines.joined(separator: "\n") + "\n", to: "\(name).ext")
    defer { unlink(folder.file("\(name).ext")) }
    let serial = Hexadecimal.text(UInt64.random(in: 1...(.max >> 1)))
    let pem = try Child.run(
      "openssl",
      [
        "x509", "-req", "-sha256", "-CA", folder.file("ca.pem"), "-CAkey", folder.file("ca.key"),
        "-set_serial", "0x\(serial)", "-days", "730", "-extfile", folder.file("\(name).ext"),
      ], input: request)
    try folder.write(pem, to: "\(name).pem")
  }
}
