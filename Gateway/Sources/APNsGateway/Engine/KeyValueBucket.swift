import CNats
import Foundation

/// A table in the engine, which all gateways see.
final class KeyValueBucket {
  private let name: String
  private var store: OpaquePointer?
  private var context: OpaquePointer?

  enum Event {
    case entry(Entry)
    /// All entries that there were are given.
    case complete
    case timeout
  }

  /// An entry; its value is nil if it was removed.
  struct Entry {
    var key: String
    var value: [UInt8]?
    var revision: UInt64
  }

  /// Opens the table, or makes it.
  /// - Throws: ``GatewayError`` if the engine does not answer or refuses.
  init(_ name: String, _ connection: EngineConnection, replicas: Int) throws(GatewayError) {
    self.name = name
    try EngineConnection.check(
      natsConnection_JetStream(&context, connection.handle, nil), "JetStream")
    if js_KeyValue(&store, context, name) == NATS_OK { return }
    var configuration = kvConfig()
    kvConfig_Init(&configuration)
    configuration.History = 1
    configuration.StorageType = js_FileStorage
    configuration.Replicas = Int32(replicas)
    let status = name.withCString { name in
      configuration.Bucket = name
      return js_CreateKeyValue(&store, context, &configuration)
    }
    try EngineConnection.check(status, "The bucket \(name)")
  }

  deinit {
    kvStore_Destroy(store)
    jsCtx_Destroy(context)
  }

  /// Writes an entry; it is stored when this returns.
  /// - Throws: ``GatewayError`` if the engine does not accept it.
  func put(_ key: String, _ value: [UInt8]) throws(GatewayError) {
    let status = value.withUnsafeBytes {
      kvStore_Put(nil, store, key, $0.baseAddress, Int32($0.count))
    }
    try EngineConnection.check(status, "\(key) in the bucket \(name)")
  }

  /// Removes an entry; that is stored when this returns.
  /// - Throws: ``GatewayError`` if the engine does not accept it.
  func remove(_ key: String) throws(GatewayError) {
    try EngineConnection.check(kvStore_Delete(store, key), "\(key) in the bucket \(name)")
  }

  /// Writes an entry if its last revision is this one (0: there is none).
  /// - Returns: its new revision.
  /// - Throws: ``GatewayError`` if another one has changed it meanwhile.
  func put(_ key: String, _ value: [UInt8], after revision: UInt64) throws(GatewayError) -> UInt64 {
    var new: UInt64 = 0
    let status = value.withUnsafeBytes {
      kvStore_Update(&new, store, key, $0.baseAddress, Int32($0.count), revision)
    }
    try EngineConnection.check(status, "\(key) in the bucket \(name)")
    return new
  }

  /// Reads all entries, then follows changes.
  /// - Parameter action: returns the next timeout in milliseconds; nil to stop.
  /// - Throws: ``GatewayError`` when the caller must start again, and what `action` throws.
  func follow(_ action: (Event) throws(GatewayError) -> Int64?) throws(GatewayError) {
    var watcher: OpaquePointer?
    try EngineConnection.check(
      kvStore_WatchAll(&watcher, store, nil), "Watching the bucket \(name)")
    defer { kvWatcher_Destroy(watcher) }
    var timeout: Int64? = 1_000
    while let milliseconds = timeout {
      var entry: OpaquePointer?
      let status = kvWatcher_Next(&entry, watcher, milliseconds)
      defer { kvEntry_Destroy(entry) }
      if status == NATS_TIMEOUT {
        timeout = try action(.timeout)
      } else {
        try EngineConnection.check(status, "The bucket \(name)")
        timeout = try action(Self.entry(entry).map(Event.entry) ?? .complete)
      }
    }
  }

  private static func entry(_ entry: OpaquePointer?) -> Entry? {
    guard let entry, let key = kvEntry_Key(entry) else { return nil }
    let bytes = UnsafeRawBufferPointer(
      start: kvEntry_Value(entry), count: Int(kvEntry_ValueLen(entry)))
    return Entry(
      key: String(cString: key), value: kvEntry_Operation(entry) == kvOp_Put ? Array(bytes) : nil,
      revision: kvEntry_Revision(entry))
  }
}
