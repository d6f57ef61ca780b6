import Crypto
import Foundation

/// The signed tokens of the engine's operator mode, which grant permissions (NATS JWT, version 2).
package enum EngineToken {
  /// The operator's token; the engine trusts its signature.
  package static func operatorToken(
    _ key: NKey, systemAccount: String
  ) throws(GatewayError) -> String {
    try sign(
      subject: key.publicKey, name: "tocsin", by: key,
      ["type": "operator", "system_account": systemAccount])
  }

  /// The token of the account of all gateways and devices.
  /// - Parameters:
  ///   - deviceRole: the public key that signs devices; the engine enforces the template.
  ///   - revoked: users' public keys, each with a time in seconds since 1970; tokens issued up to
  ///     then are refused.
  package static func account(
    _ account: String, name: String, deviceRole: String?, revoked: [String: Int64] = [:],
    by operatorKey: NKey
  ) throws(GatewayError) -> String {
    var claims: [String: any Sendable] = ["type": "account", "limits": limits]
    if let deviceRole {
      claims["limits"] = limits.merging(storage) { $1 }
      claims["signing_keys"] = [scope(deviceRole)]
    }
    if !revoked.isEmpty { claims["revocations"] = revoked }
    return try sign(subject: account, name: name, by: operatorKey, claims)
  }

  /// The token of a user of the account.
  /// - Parameter rights: what it may do; nil for all that the account can.
  package static func user(
    _ user: String, name: String, rights: EngineRights?, by account: NKey
  ) throws(GatewayError) -> String {
    try sign(
      subject: user, name: name, by: account,
      [
        "type": "user", "pub": allowed(rights?.publish), "sub": allowed(rights?.subscribe),
        "subs": -1, "data": -1, "payload": -1,
      ])
  }

  private static func allowed(_ subjects: [String]?) -> [String: [String]] {
    subjects.map { ["allow": $0] } ?? [:]
  }

  /// The token of a device. Its rights are those of the role that signs it, for its own name.
  package static func device(
    _ user: String, name: String, account: String, by role: NKey
  ) throws(GatewayError) -> String {
    try sign(
      subject: user, name: name, by: role,
      [
        "type": "user", "issuer_account": account, "pub": [String: String](),
        "sub": [String: String](),
      ])
  }

  /// The permissions of a device: get its newest pushes, subscribe to its pushes, register its
  /// apps.
  private static func scope(_ key: String) -> [String: any Sendable] {
    let rights: [String: any Sendable] = [
      "pub": [
        "allow": ["$JS.API.DIRECT.GET.PUSH.push.{{name()}}.*.*", "reg.{{name()}}.*"]
      ],
      "sub": ["allow": ["live.{{name()}}.>", "_INBOX.{{name()}}.>"]],
      "subs": 10, "data": -1, "payload": 1_024,
    ]
    return ["kind": "user_scope", "key": key, "role": "device", "template": rights]
  }

  private static let limits: [String: any Sendable] = [
    "subs": -1, "data": -1, "payload": -1, "imports": -1, "exports": -1, "wildcards": true,
    "conn": -1, "leaf": -1,
  ]

  /// The limits on storage; the system account must not have any.
  private static let storage: [String: any Sendable] = [
    "mem_storage": -1, "disk_storage": -1, "streams": -1, "consumer": -1,
  ]

  private static func sign(
    subject: String, name: String, by key: NKey, _ nats: [String: any Sendable]
  ) throws(GatewayError) -> String {
    var claims: [String: any Sendable] = [
      "iat": WallClock.milliseconds() / 1_000, "iss": key.publicKey, "name": name, "sub": subject,
      "nats": nats.merging(["version": 2]) { $1 },
    ]
    claims["jti"] = Base32.text(Array(SHA256.hash(data: Data(try json(claims).utf8))))
    let header = #"{"typ":"JWT","alg":"ed25519-nkey"}"#
    let text = Base64URL.text(header.utf8) + "." + Base64URL.text(try json(claims).utf8)
    return text + "." + Base64URL.text(try key.sign(Array(text.utf8)))
  }

  private static func json(_ value: [String: any Sendable]) throws(GatewayError) -> String {
    guard
      let data = try? JSONSerialization.data(
        withJSONObject: value, options: [.sortedKeys, .withoutEscapingSlashes])
    else { throw GatewayError("The token cannot be written.") }
    return String(decoding: data, as: UTF8.self)
  }

  /// A user's token and seed in the file format of NATS clients.
  package static func credentials(token: String, seed: String) -> String {
    """
    -----BEGIN NATS USER JWT-----
    \(token)
    ------END NATS USER JWT------

    The seed below is a secret. Who has it is the user above.

    -----BEGIN USER NKEY SEED-----
    \(seed)
    ------END USER NKEY SEED------

    """
  }
}
