import Foundation
import NotificationScheduling
import NotificationStorage
import NotificationTypes
import TestSupport
import Testing

@Suite("Ten thousand notifications that are due at once")
struct StormTests {
  private static let count = 10_000

  @Test("All are delivered in order and recorded, none twice", arguments: StoreKind.allCases)
  func storm(kind: StoreKind) async throws {
    let (store, folder) = try kind.make()
    defer { withExtendedLifetime(folder) {} }
    let requests = try (0..<Self.count).map { try Sample.new("\($0)", due: -0.5) }
    _ = try store.add(requests, limit: .unlimited)
    let host = try Host(store: store)
    await host.start()
    #expect(host.identifiers == (0..<Self.count).map { "\($0)" })
    #expect(try store.fetch(.pending(app: nil)).isEmpty)
    let recorded = try store.fetch(.delivered(app: nil)).map(\.request.identifier)
    #expect(recorded.count == Self.count)
    #expect(Set(recorded) == Set(host.identifiers))
    #expect(try store.fetch(.missed(app: nil)).isEmpty)
    try await host.stop()
  }
}
