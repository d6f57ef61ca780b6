/// The subjects that a user of the engine may publish to, and those that it may subscribe to.
package struct EngineRights: Equatable, Sendable {
  package var publish: [String]
  package var subscribe: [String]

  /// All of the gateway's work, by name. It can neither delete nor empty a stream, and reads no
  /// pushes but the newest of a place.
  package static let gateway = EngineRights(
    publish: [
      "push.*.*.*", "live.*.*.*", "_INBOX.*.>", "$JS.API.INFO",
      // libnats asks for the name of a table's stream.
      "$JS.API.STREAM.NAMES",
      "$JS.API.STREAM.CREATE.PUSH", "$JS.API.STREAM.UPDATE.PUSH", "$JS.API.STREAM.INFO.PUSH",
      "$JS.API.STREAM.MSG.GET.PUSH",
    ] + buckets.flatMap(bucket),
    subscribe: [EngineConnection.inbox + ".>", "reg.*.*", PushRetrieval.requests + "push.*.*.*"])

  /// Telling the engine an account's token.
  package static let system = EngineRights(
    publish: ["$SYS.REQ.CLAIMS.UPDATE"], subscribe: [EngineConnection.inbox + ".>"])

  /// The key-value tables of the gateways.
  private static let buckets = ["REVOKED", "SHARED", "HEALTH"]

  /// What making, reading, writing and watching a key-value table takes.
  private static func bucket(_ name: String) -> [String] {
    [
      "$KV.\(name).>", "$JS.API.STREAM.CREATE.KV_\(name)", "$JS.API.STREAM.INFO.KV_\(name)",
      "$JS.API.CONSUMER.CREATE.KV_\(name)", "$JS.API.CONSUMER.CREATE.KV_\(name).>",
      "$JS.API.CONSUMER.INFO.KV_\(name).*", "$JS.API.CONSUMER.DELETE.KV_\(name).*",
      "$JS.FC.KV_\(name).>",
    ]
  }
}
