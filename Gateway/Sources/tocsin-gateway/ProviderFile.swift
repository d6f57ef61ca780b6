import APNsGateway
import Crypto
import Foundation

/// `providers.json`, and the key that this machine's own `push` signs with.
struct ProviderFile {
  static let name = "providers.json"
  static let localTeam = "LOCAL"

  private let folder: StateFolder

  init(_ folder: StateFolder) {
    self.folder = folder
  }

  func records() throws(GatewayError) -> [ProviderRecord] { try folder.load(Self.name) }

  func add(_ record: ProviderRecord) throws(GatewayError) {
    try change { $0.append(record) }
  }

  func change(
    _ change: (inout [ProviderRecord]) throws(GatewayError) -> Void
  ) throws(GatewayError) {
    try folder.locked { () throws(GatewayError) in
      var records = try records()
      try change(&records)
      try folder.store(records, as: Self.name)
    }
  }

  /// The providers of a serving gateway.
  func providers() throws -> Providers {
    var providers = Providers(keys: [:], certificates: [:])
    for record in try records() {
      let topics = try record.topics.map { try TopicPattern($0) }
      if let pem = record.key {
        guard let key = try? P256.Signing.PublicKey(pemRepresentation: pem) else {
          throw GatewayError("The key \(record.name) in \(folder.file(Self.name)) is not one.")
        }
        providers.keys[record.name] = ProviderKey(
          team: record.team ?? "", key: key, topics: topics)
      } else if let fingerprint = record.certificate {
        providers.certificates[fingerprint] = ProviderCertificate(
          topics: topics, isWithdrawn: record.withdrawn == true)
      }
    }
    return providers
  }

  func makeLocalKey() throws {
    let key = P256.Signing.PrivateKey()
    try folder.write(key.pemRepresentation + "\n", to: "local.p8")
    let record = ProviderRecord(
      name: ProviderRecord.localName, team: Self.localTeam, key: key.publicKey.pemRepresentation,
      topics: ["*"])
    // Records that were copied from another machine may contain its own key, which has no use here.
    let others = folder.exists(Self.name) ? try records().filter { !$0.isLocal } : []
    try folder.store([record] + others, as: Self.name)
  }
}
