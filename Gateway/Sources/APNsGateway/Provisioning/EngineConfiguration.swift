import Foundation

/// `nats.conf`: the engine's configuration.
package struct EngineConfiguration: Sendable {
  private let folder: StateFolder
  private let settings: GatewaySettings
  private let identity: EngineIdentity
  private let version: EngineVersion?

  package init(
    folder: StateFolder, settings: GatewaySettings, identity: EngineIdentity,
    version: EngineVersion?
  ) {
    self.folder = folder
    self.settings = settings
    self.identity = identity
    self.version = version
  }

  /// - Throws: ``GatewayError`` if a seed of the identity is not one.
  package func text() throws(GatewayError) -> String {
    let account = try NKey(seed: identity.accountSeed).publicKey
    let system = try NKey(seed: identity.systemAccountSeed).publicKey
    return """
      # Written by tocsin-gateway. Change gateway.json instead.
      server_name: \(quoted(settings.node?.name ?? settings.host))
      port: \(settings.enginePort)
      max_payload: 65536
      tls {
        cert_file: \(quoted(folder.file("server.pem")))
        key_file: \(quoted(folder.file("server.key")))
        timeout: 30
      }
      jetstream {
        store_dir: \(quoted(folder.file("engine")))\(sync)
      }
      operator: \(quoted(try identity.operatorToken()))
      system_account: \(system)
      resolver: { type: full, dir: \(quoted(folder.file("accounts"))), allow_delete: false }
      resolver_preload: {
        \(account): \(quoted(try identity.accountToken()))
        \(system): \(quoted(try identity.systemAccountToken()))
      }
      \(cluster)
      """
  }

  /// The engines of one gateway trust each other by their common authority. Boxes get only the
  /// addresses of their enrolment, because the certificates are not valid for others.
  private var cluster: String {
    guard let node = settings.node, let nodes = settings.nodes else { return "" }
    let routes = nodes.filter { $0 != node }.map { quoted($0.routeAddress) }
    return """
      cluster {
        name: tocsin
        port: \(node.clusterPort)
        no_advertise: true
        routes: [ \(routes.joined(separator: ", ")) ]
        tls {
          cert_file: \(quoted(folder.file("server.pem")))
          key_file: \(quoted(folder.file("server.key")))
          ca_file: \(quoted(folder.file("ca.pem")))
          verify: true
          timeout: 5
        }
      }

      """
  }

  /// Each push is on the disk before it is acknowledged, if the engine can do that.
  private var sync: String {
    settings.replicas == 1 && version?.canSyncAlways == true ? "\n  sync_interval: always" : ""
  }

  private func quoted(_ text: String) -> String {
    "\""
      + text.replacingOccurrences(of: "\\", with: "\\\\")
      .replacingOccurrences(of: "\"", with: "\\\"") + "\""
  }
}

/// An engine's version, like 2.9.10.
package struct EngineVersion: Comparable, CustomStringConvertible, Sendable {
  private let numbers: [Int]

  /// Reads the first version in a text like `nats-server: v2.9.10`.
  package init?(in text: String) {
    guard let match = text.firstMatch(of: /(\d+)\.(\d+)\.(\d+)/) else { return nil }
    numbers = [match.1, match.2, match.3].compactMap { Int($0) }
  }

  package var description: String { numbers.map(String.init).joined(separator: ".") }

  /// `sync_interval: always` came with 2.10; 2.9 syncs once a minute.
  package var canSyncAlways: Bool { !numbers.lexicographicallyPrecedes([2, 10]) }

  package static func < (one: Self, other: Self) -> Bool {
    one.numbers.lexicographicallyPrecedes(other.numbers)
  }
}
