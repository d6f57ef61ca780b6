import Foundation
import Testing

@testable import APNsGateway

/// What becomes of records that were changed on several machines.
@Suite struct ReconciliationTests {
  private static func topic(_ name: String, _ content: String?) -> SharedRecord {
    SharedRecord(kind: .topic, name: name, content: content)
  }

  private static func table(_ records: [SharedRecord]) -> SharedRecords {
    Dictionary(uniqueKeysWithValues: records.map { ($0.key, $0) })
  }

  private static func result(
    base: [SharedRecord], ours: [SharedRecord], theirs: [SharedRecord]
  ) throws -> (merged: [SharedRecord], news: [SharedRecord]) {
    let result = try Reconciliation(
      base: table(base), ours: table(ours), theirs: table(theirs))
    return (Array(result.merged.values), result.news)
  }

  @Test func `a record of one machine becomes the others'`() throws {
    let tea = Self.topic("tea", "1")
    let here = try Self.result(base: [], ours: [tea], theirs: [])
    #expect(here.merged == [tea] && here.news == [tea])
    let there = try Self.result(base: [], ours: [], theirs: [tea])
    #expect(there.merged == [tea] && there.news == [])
    let done = try Self.result(base: [tea], ours: [tea], theirs: [tea])
    #expect(done.merged == [tea] && done.news == [])
  }

  @Test func `who has changed a record is followed`() throws {
    let (old, new) = (Self.topic("tea", "1"), Self.topic("tea", "2"))
    let here = try Self.result(base: [old], ours: [new], theirs: [old])
    #expect(here.merged == [new] && here.news == [new])
    let there = try Self.result(base: [old], ours: [old], theirs: [new])
    #expect(there.merged == [new] && there.news == [])
  }

  @Test func `what was removed does not come back`() throws {
    let tea = Self.topic("tea", "1")
    let removed = Self.topic("tea", nil)
    let here = try Self.result(base: [tea], ours: [], theirs: [tea])
    #expect(here.merged == [removed] && here.news == [removed])
    let there = try Self.result(base: [tea], ours: [tea], theirs: [removed])
    #expect(there.merged == [removed] && there.news == [])
    // Before the others have ever heard of it: an invitation may have it.
    let early = try Self.result(base: [tea], ours: [], theirs: [])
    #expect(early.news == [removed])
    // A machine that does not know what was in common.
    let stranger = try Self.result(base: [], ours: [tea], theirs: [removed])
    #expect(stranger.merged == [removed] && stranger.news == [])
  }

  @Test func `an engine that has lost all is told all`() throws {
    let (tea, egg) = (Self.topic("tea", "1"), Self.topic("egg", nil))
    let result = try Self.result(base: [tea, egg], ours: [tea], theirs: [])
    #expect(Set(result.news) == [tea, egg])
    #expect(Set(result.merged) == [tea, egg])
  }

  @Test func `seal keys that were made at once stay all, in the same order everywhere`() throws {
    let keys = (0..<3).map { SealKeyRecord(key: Array(repeating: $0, count: 32)) }
    var retired = keys[0]
    retired.retired = 5
    let base = try SharedRecord(.seal, "keys", [keys[0]])
    let ours = try SharedRecord(.seal, "keys", [keys[0], keys[1]])
    let theirs = try SharedRecord(.seal, "keys", [retired, keys[2]])
    let result = try Self.result(base: [base], ours: [ours], theirs: [theirs])
    let expected = try SharedRecord(.seal, "keys", [retired, keys[2], keys[1]])
    #expect(result.merged == [expected] && result.news == [expected])
  }

  @Test func `the later revocation counts`() throws {
    let (early, late) = (
      try SharedRecord(.revocation, "U", Int64(5)), try SharedRecord(.revocation, "U", Int64(50))
    )
    #expect(try Self.result(base: [], ours: [early], theirs: [late]).merged == [late])
    let result = try Self.result(base: [], ours: [late], theirs: [early])
    #expect(result.merged == [late] && result.news == [late])
  }

  /// Files and records are the same thing; the key of this machine's own stays here.
  @Test func `records go into files and come back`() throws {
    let folder = StateFolder(NSTemporaryDirectory() + "/tocsin-gw-\(UUID().uuidString)")
    try folder.make()
    defer { try? FileManager.default.removeItem(atPath: folder.path) }
    let local = ProviderRecord(
      name: ProviderRecord.localName, team: "LOCAL", key: "PEM", topics: ["*"])
    let first = ProviderRecord(name: "FIRST", team: "T", key: "PEM", topics: ["a"])
    try folder.store([local, first], as: "providers.json")
    try folder.store([DeviceRecord](), as: "devices.json")
    try folder.store([SealKeyRecord.random()], as: "seal.json")
    try folder.store(EngineIdentity.new(), as: "identity.json")
    let files = SharedFiles(folder)
    let old = try files.read()
    #expect(old.count == 2)
    var new = old
    for record in [
      try SharedRecord(.device, "00", DeviceRecord(name: "a", device: "00", user: "U")),
      try SharedRecord(.revocation, "U", Int64(7)),
      try SharedRecord(
        .provider, "key SECOND",
        ProviderRecord(name: "SECOND", team: "T", key: "PEM", topics: ["b"])),
      SharedRecord(kind: .topic, name: "gone", content: nil),
    ] { new[record.key] = record }
    let kinds = try files.write(new, over: old)
    #expect(kinds == [.device, .revocation, .provider])
    #expect(try files.read() == new.filter { $0.value.content != nil })
    let names = try folder.load("providers.json", as: [ProviderRecord].self).map(\.name)
    #expect(names == [ProviderRecord.localName, "FIRST", "SECOND"])
    #expect(try folder.load("identity.json", as: EngineIdentity.self).revoked == ["U": 7])
    #expect(!folder.exists("topics.json"))
  }
}
