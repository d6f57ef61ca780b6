import APNsGateway
import Crypto
import Foundation

/// `providers.json`, and the key that this machine's own `push` signs with.
struct ProviderFile {
  static let name = "providers.json"
  static let localKey = "LOCAL00000"
  static let localTeam = "LOCAL"

  private let folder: StateFolder

  init(_ folder: StateFolder) {
    self.folder = folder
  }

  func records() throws -> [ProviderRecord] { try folder.load(Self.name) }

  func add(_ record: ProviderRecord) throws {
    try folder.store(records() + [record], as: Self.name)
  }

  func change(_ change: (inout [ProviderRecord]) throws -> Void) throws {
    var records = try records()
    try change(&records)
    try folder.store(records, as: Self.name)
  }

  /// What a serving gateway goes by.
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
      name: Self.localKey, team: Self.localTeam, key: key.publicKey.pemRepresentation,
      topics: ["*"])
    // Of those that were taken over, the one of the machine that they are from is of no use here.
    let others = folder.exists(Self.name) ? try records().filter { $0.name != Self.localKey } : []
    try folder.store([record] + others, as: Self.name)
  }
}
