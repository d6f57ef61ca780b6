import Foundation
import Glibc

/// Which deliveries the handler has ended, before the store knows.
///
/// A file that keeps what the kernel has got, whatever becomes of the process, at the price of one
/// short write: so the store may take the ends of many deliveries at once, and a process that is
/// killed meanwhile repeats none of them. It is not synced; a loss of power repeats deliveries.
final class DeliveryProgress: Sendable {
  /// A delivery that was ended.
  struct Entry: Sendable, Hashable {
    let token: Claim.Token
    let date: Date
  }

  /// So many deliveries are remembered; more never wait for the store.
  static let capacity = 1_024
  /// A divisor of a page's size: a kill may part a write between two pages.
  private static let entrySize = 32

  private let descriptor: Int32

  /// - Returns: nil where there can be no file.
  init?(_ path: String) {
    descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard descriptor >= 0 else { return nil }
  }

  deinit { close(descriptor) }

  /// Remembers a delivery in the place of the one `capacity` numbers before it.
  /// - Returns: false where that failed.
  func note(_ entry: Entry, number: Int) -> Bool {
    let words = [entry.token.sequence, entry.token.number, entry.date.microseconds, 0]
    let place = number % Self.capacity * Self.entrySize
    let count = words.withUnsafeBytes { pwrite(descriptor, $0.baseAddress, $0.count, place) }
    return count == Self.entrySize
  }

  /// What is in a file. Some of it may be old, or no entry at all: the number of a claim, which is
  /// random, tells.
  static func entries(at path: String) -> [Entry] {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
    guard descriptor >= 0 else { return [] }
    defer { close(descriptor) }
    var words = [Int64](repeating: 0, count: capacity * entrySize / 8)
    let count = words.withUnsafeMutableBytes { pread(descriptor, $0.baseAddress, $0.count, 0) }
    return stride(from: 0, to: max(0, count) / entrySize * 4, by: 4).map { start in
      Entry(
        token: Claim.Token(sequence: words[start], number: words[start + 1]),
        date: Date(microseconds: words[start + 2]))
    }
  }
}
