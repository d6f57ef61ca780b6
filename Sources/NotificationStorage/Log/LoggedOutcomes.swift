package import NotificationTypes

/// The outcomes of a delivery's banner and sound, and its state, as bytes of a log's record.
///
/// A record has room for the code of an outcome, not for its reason.
package struct LoggedOutcomes: Sendable, Hashable {
  /// 0 where nothing is known.
  private var banner: UInt8 = 0
  private var sound: UInt8 = 0
  package private(set) var state = DeliveryState.open

  /// The codes by their bytes, from 1. Append only: logs of earlier versions contain the older ones.
  package static let codes = [
    "none", "begun", "interrupted", "list", "shown", "not-shown", "withheld", "silent", "played",
    "merged", "preempted", "silenced", "stopped", "dropped-queue-full", "dropped-late",
    "dropped-stopping", "not-heard", "no-device", "cut-off", "unplayable",
  ]

  package init() {}

  package init(_ record: DeliveryRecord?, state: DeliveryState = .open) {
    banner = record.map { Self.byte($0.banner) } ?? 0
    sound = record.map { Self.byte($0.sound) } ?? 0
    self.state = state
  }

  private static func byte(_ outcome: DeliveryRecord.Fate) -> UInt8 {
    codes.firstIndex(of: outcome.code).map { UInt8($0 + 1) } ?? 0
  }

  /// Nil for 0 and for the byte of a later version.
  private static func outcome(_ byte: UInt8) -> DeliveryRecord.Fate? {
    codes.indices.contains(Int(byte) - 1) ? .init(codes[Int(byte) - 1]) : nil
  }

  /// Whether the sound had begun, and no end of it is known.
  package var isPlaying: Bool { Self.outcome(sound) == .begun }

  /// Takes what a later record of the delivery knows.
  package mutating func add(_ later: LoggedOutcomes) {
    if later.banner > 0 { banner = later.banner }
    if later.sound > 0 { sound = later.sound }
    state = later.state
  }

  /// The record of a delivery whose process has died. A sound that was playing is still begun.
  /// - Parameter steps: what is known of a delivery in the log of an earlier version.
  /// - Returns: nil where nothing is known.
  package func record(after steps: Set<DeliveryStep>) -> DeliveryRecord? {
    let (banner, sound) = (Self.outcome(banner), Self.outcome(sound))
    if banner == nil, sound == nil, steps.isEmpty { return nil }
    var record = DeliveryRecord(banner: banner ?? .none, sound: sound ?? .none)
    if banner == .begun || banner == nil && steps.contains(.presented) {
      record.banner = .interruptedBanner
    }
    // An earlier version did not write down how a sound ended.
    if sound == nil, steps.contains(.heard) { record.sound = .interruptedSound }
    return record
  }
}

extension LoggedOutcomes {
  /// The bits of a record's first word: the third byte is the banner's, the fourth the sound's, the
  /// fifth the state.
  static let mask: Int64 = 0xFF_FFFF_0000

  init?(word: Int64) {
    guard let state = DeliveryState(rawValue: Int(word >> 32 & 0xFF)) else { return nil }
    self.state = state
    banner = UInt8(truncatingIfNeeded: word >> 16)
    sound = UInt8(truncatingIfNeeded: word >> 24)
  }

  var word: Int64 { Int64(banner) << 16 | Int64(sound) << 24 | Int64(state.rawValue) << 32 }
}
