import Foundation
import Glibc

/// Who has claimed a request: one scheduler of one process.
struct ClaimOwner: Sendable, Hashable {
  /// The name of the scheduler's lock.
  let lock: String
  private let process: Int32
  /// When the process began, in clock ticks since the machine's start: a number is given again.
  private let processStart: UInt64
  /// The machine's start, short: each of ten thousand claims says it, and rows that grow much move.
  private let boot: Substring
  private let number: UInt32

  /// This process.
  init(lock: String, boot: String) {
    self.lock = lock
    process = getpid()
    processStart = Self.start(of: process) ?? 0
    self.boot = Self.short(boot)
    number = .random(in: 0...UInt32.max)
  }

  /// Nil where `text` names nobody.
  init?(text: String) {
    let parts = text.split(separator: " ", omittingEmptySubsequences: false)
    guard parts.count == 5, let process = Int32(parts[1]), let start = UInt64(parts[2]),
      let number = UInt32(parts[4])
    else { return nil }
    lock = String(parts[0])
    self.process = process
    processStart = start
    boot = Self.short(parts[3])
    self.number = number
  }

  var text: String { "\(lock) \(process) \(processStart) \(boot) \(number)" }

  /// Whether another process than this one is the owner and still runs, as far as it can be seen
  /// from here: a process in another container cannot.
  func isOtherLivingProcess(boot: String) -> Bool {
    process != getpid() && Self.short(boot) == self.boot && Self.start(of: process) == processStart
  }

  /// The first 32 of the 122 random bits.
  private static func short(_ boot: some StringProtocol) -> Substring { Substring(boot.prefix(8)) }

  /// Field 22 of /proc/PID/stat; the second field is in parentheses and may hold anything.
  private static func start(of process: Int32) -> UInt64? {
    guard let text = try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8),
      let end = text.lastIndex(of: ")")
    else { return nil }
    let fields = text[end...].split(separator: " ")
    return fields.count > 20 ? UInt64(fields[20]) : nil
  }
}
