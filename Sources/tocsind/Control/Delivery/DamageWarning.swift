import ConsoleOutput
import Files
import Foundation
import NotificationStorage

extension Warnings {
  /// The seconds for which each command reports damage; `status` reports it for as long as the
  /// store knows it.
  private static let damageTimeout = 86_400.0

  /// Reports the losses from a damaged database, whichever process has found it.
  static func tellOfDamage(_ store: NotificationStore) {
    let found = (try? store.fetch(.recoveries)) ?? []
    for recovery in found where Date().timeIntervalSince(recovery.date) < damageTimeout {
      Console.complain("Warning: \(printable(recovery.description))")
    }
  }
}
