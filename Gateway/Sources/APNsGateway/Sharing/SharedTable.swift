import Crypto
import Foundation

/// The records in the engine, the key-value bucket `SHARED`. They are encrypted with a key that all
/// machines have: secrets are among them, and an engine may be another's.
struct SharedTable {
  private let bucket: KeyValueBucket
  private let key: SymmetricKey

  init(
    _ connection: EngineConnection, replicas: Int, identity: EngineIdentity
  ) throws(GatewayError) {
    bucket = try KeyValueBucket("SHARED", connection, replicas: replicas)
    key = HKDF<SHA256>.deriveKey(
      inputKeyMaterial: SymmetricKey(data: Data(identity.accountSeed.utf8)),
      info: Data("tocsin shared records".utf8), outputByteCount: 32)
  }

  /// Writes a record if its last revision is this one (0: there is none).
  /// - Throws: ``GatewayError`` if another machine has changed it meanwhile.
  func put(_ record: SharedRecord, after revision: UInt64) throws(GatewayError) -> UInt64 {
    guard let plain = try? JSONEncoder().encode(record),
      let box = try? AES.GCM.seal(plain, using: key, authenticating: Data(record.key.utf8)),
      let bytes = box.combined
    else { throw GatewayError("The shared \(record.kind) \(record.name) cannot be encrypted.") }
    return try bucket.put(record.key, Array(bytes), after: revision)
  }

  enum Event {
    case record(SharedRecord, revision: UInt64)
    case complete, timeout
  }

  /// As ``KeyValueBucket/follow(_:)``.
  /// - Throws: ``GatewayError``, also if a record was written with another key.
  func follow(_ action: (Event) throws(GatewayError) -> Int64?) throws(GatewayError) {
    try bucket.follow { event throws(GatewayError) in
      switch event {
      case .entry(let entry):
        return try action(.record(try open(entry), revision: entry.revision))
      case .complete: return try action(.complete)
      case .timeout: return try action(.timeout)
      }
    }
  }

  private func open(_ entry: KeyValueBucket.Entry) throws(GatewayError) -> SharedRecord {
    guard let value = entry.value, let box = try? AES.GCM.SealedBox(combined: value),
      let plain = try? AES.GCM.open(box, using: key, authenticating: Data(entry.key.utf8)),
      let record = try? JSONDecoder().decode(SharedRecord.self, from: plain),
      record.key == entry.key
    else { throw GatewayError("\(entry.key) in the bucket SHARED is not of this gateway.") }
    return record
  }

  /// All records, at this moment.
  func all() throws(GatewayError) -> SharedRecords {
    var records: SharedRecords = [:]
    try follow { event throws(GatewayError) in
      switch event {
      case .record(let record, _):
        records[record.key] = record
        return 5_000
      case .complete: return nil
      case .timeout: throw GatewayError("The engine does not hand out the bucket SHARED.")
      }
    }
    return records
  }
}
