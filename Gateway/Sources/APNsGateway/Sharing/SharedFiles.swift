import Foundation

/// The files of a gateway's state that all machines have in common, as records.
package struct SharedFiles: Sendable {
  /// The records that this machine had in common with the others at last.
  private static let baseFile = "shared.json"

  private let folder: StateFolder

  package init(_ folder: StateFolder) {
    self.folder = folder
  }

  /// The moments of the files' last changes.
  func moments() -> [Date?] {
    ["providers.json", "topics.json", "devices.json", "seal.json", "identity.json"].map { name in
      let attributes = try? FileManager.default.attributesOfItem(atPath: folder.file(name))
      return attributes?[.modificationDate] as? Date
    }
  }

  // MARK: The base

  func base() throws(GatewayError) -> SharedRecords {
    guard folder.exists(Self.baseFile) else { return [:] }
    let records: [SharedRecord] = try folder.load(Self.baseFile)
    return Dictionary(records.map { ($0.key, $0) }) { $1 }
  }

  func setBase(_ records: SharedRecords) throws(GatewayError) {
    try folder.store(records.values.sorted { $0.key < $1.key }, as: Self.baseFile)
  }

  /// Notes that the others have what this machine has.
  /// - Throws: ``GatewayError`` if a file cannot be read or written.
  package func noteAsShared() throws(GatewayError) { try setBase(try read()) }

  // MARK: The files

  package func read() throws(GatewayError) -> SharedRecords {
    var records: [SharedRecord] = []
    for each in try providers() where !each.isLocal { records.append(try Self.record(each)) }
    for each in try topics() { records.append(try Self.record(each)) }
    for each in try devices() { records.append(try Self.record(each)) }
    let keys: [SealKeyRecord] = try folder.load("seal.json")
    records.append(try SharedRecord(.seal, "keys", keys))
    let identity: EngineIdentity = try folder.load("identity.json")
    for (user, since) in identity.revoked {
      records.append(try SharedRecord(.revocation, user, since))
    }
    return Dictionary(records.map { ($0.key, $0) }) { $1 }
  }

  /// Writes the files whose records differ.
  /// - Returns: the kinds of those records.
  func write(
    _ new: SharedRecords, over old: SharedRecords
  ) throws(GatewayError) -> Set<SharedRecord.Kind> {
    let present = new.filter { $0.value.content != nil }
    let keys = Set(present.keys).union(old.keys).filter { present[$0] != old[$0] }
    let kinds = Set(keys.compactMap { (new[$0] ?? old[$0])?.kind })
    for kind in kinds { try write(kind, present.filter { $0.value.kind == kind }) }
    return kinds
  }

  private func write(_ kind: SharedRecord.Kind, _ records: SharedRecords) throws(GatewayError) {
    switch kind {
    case .provider:
      let local = try providers().filter(\.isLocal)
      let others = try Self.ordered(records, like: providers(), Self.record)
      try folder.store(local + others, as: "providers.json")
    case .topic:
      try folder.store(Self.ordered(records, like: topics(), Self.record), as: "topics.json")
    case .device:
      try folder.store(Self.ordered(records, like: devices(), Self.record), as: "devices.json")
    case .seal:
      let keys: [SealKeyRecord]? = try records.values.first?.value()
      if let keys { try folder.store(keys, as: "seal.json") }
    case .revocation:
      var identity: EngineIdentity = try folder.load("identity.json")
      for record in records.values { identity.revoked[record.name] = try record.value() }
      try folder.store(identity, as: "identity.json")
    }
  }

  private func providers() throws(GatewayError) -> [ProviderRecord] {
    try folder.load("providers.json")
  }

  private func devices() throws(GatewayError) -> [DeviceRecord] { try folder.load("devices.json") }

  private func topics() throws(GatewayError) -> [TopicRecord] {
    folder.exists("topics.json") ? try folder.load("topics.json") : []
  }

  private static func record(_ provider: ProviderRecord) throws(GatewayError) -> SharedRecord {
    let name = provider.certificate.map { "certificate \($0)" } ?? "key \(provider.name)"
    return try SharedRecord(.provider, name, provider)
  }

  private static func record(_ topic: TopicRecord) throws(GatewayError) -> SharedRecord {
    try SharedRecord(.topic, topic.name, topic)
  }

  private static func record(_ device: DeviceRecord) throws(GatewayError) -> SharedRecord {
    try SharedRecord(.device, device.device, device)
  }

  /// The values of the records, in the order of the file; new ones at its end.
  private static func ordered<Value: Decodable>(
    _ records: SharedRecords, like file: [Value],
    _ record: (Value) throws(GatewayError) -> SharedRecord
  ) throws(GatewayError) -> [Value] {
    var rest = records
    var values: [Value] = []
    for old in file {
      guard let kept = rest.removeValue(forKey: try record(old).key) else { continue }
      if let value: Value = try kept.value() { values.append(value) }
    }
    for record in rest.values.sorted(by: { $0.key < $1.key }) {
      if let value: Value = try record.value() { values.append(value) }
    }
    return values
  }
}
