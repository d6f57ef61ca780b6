import CNats
import Foundation

/// The table of revocations in the engine, the key-value bucket `REVOKED`: `<device>` or
/// `<device>.<app>`, and since when in milliseconds since 1970.
package struct RevocationTable: @unchecked Sendable {
  private let connection: EngineConnection
  private let replicas: Int

  package init(_ connection: EngineConnection, replicas: Int) {
    self.connection = connection
    self.replicas = replicas
  }

  /// Writes one entry; it is stored when this returns.
  /// - Throws: ``GatewayError`` if the engine does not take it.
  package func put(_ key: String, since milliseconds: Int64) throws(GatewayError) {
    let bucket = try Bucket(connection, replicas: replicas)
    try EngineConnection.check(
      kvStore_PutString(nil, bucket.store, key, String(milliseconds)), "The revocation of \(key)")
  }

  /// Reads the table and goes on with what changes, until something is wrong with the connection.
  /// - Parameter change: gets each entry; nil where it was taken out.
  /// - Throws: ``GatewayError`` when it must be begun again.
  func follow(
    _ change: (_ key: String, _ since: Int64?) -> Void, whileTrue goesOn: () -> Bool
  ) throws(GatewayError) {
    let bucket = try Bucket(connection, replicas: replicas)
    var watcher: OpaquePointer?
    try EngineConnection.check(
      kvStore_WatchAll(&watcher, bucket.store, nil), "Watching the bucket REVOKED")
    defer { kvWatcher_Destroy(watcher) }
    while goesOn() {
      var entry: OpaquePointer?
      let status = kvWatcher_Next(&entry, watcher, 1_000)
      defer { kvEntry_Destroy(entry) }
      if status == NATS_TIMEOUT { continue }
      try EngineConnection.check(status, "The bucket REVOKED")
      // Without an entry: all that was there has been told.
      guard entry != nil, let key = kvEntry_Key(entry).map({ String(cString: $0) }) else {
        continue
      }
      let value = kvEntry_ValueString(entry).flatMap { Int64(String(cString: $0)) }
      change(key, kvEntry_Operation(entry) == kvOp_Put ? value : nil)
    }
  }

  /// The bucket's handles.
  private final class Bucket {
    private(set) var store: OpaquePointer?
    private var context: OpaquePointer?

    init(_ connection: EngineConnection, replicas: Int) throws(GatewayError) {
      try EngineConnection.check(
        natsConnection_JetStream(&context, connection.handle, nil), "JetStream")
      if js_KeyValue(&store, context, "REVOKED") == NATS_OK { return }
      var configuration = kvConfig()
      kvConfig_Init(&configuration)
      configuration.History = 1
      configuration.StorageType = js_FileStorage
      configuration.Replicas = Int32(replicas)
      let status = "REVOKED".withCString { name in
        configuration.Bucket = name
        return js_CreateKeyValue(&store, context, &configuration)
      }
      try EngineConnection.check(status, "The bucket REVOKED")
    }

    deinit {
      kvStore_Destroy(store)
      jsCtx_Destroy(context)
    }
  }
}
