import ConsoleOutput
import Files
import Foundation
import NotificationScheduling

extension Warnings {
  /// So long each command says it; `status` says it for as long as the store knows it.
  private static let damageTimeout = 86_400.0

  /// What was lost with a damaged database, whoever has found it.
  static func tellOfDamage(_ store: NotificationStore) {
    let found = (try? store.fetch(.recoveries)) ?? []
    for recovery in found where Date().timeIntervalSince(recovery.date) < damageTimeout {
      Console.complain("Warning: \(printable(recovery.description))")
    }
  }
}
