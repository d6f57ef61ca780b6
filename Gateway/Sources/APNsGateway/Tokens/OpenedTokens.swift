import Synchronization

/// Device tokens that keys in use have opened before: to open one takes longer than most of a push.
final class OpenedTokens: Sendable {
  /// 150 bytes or so each; all are forgotten when there are more.
  private static let capacity = 32_768
  private let addresses = Mutex<[Substring: DeviceAddress]>([:])

  subscript(token: Substring) -> DeviceAddress? {
    get { addresses.withLock { $0[token] } }
    set {
      // A text of its own, and not a part of a request's.
      let key = String(token)[...]
      addresses.withLock { addresses in
        if addresses.count >= Self.capacity { addresses.removeAll() }
        addresses[key] = newValue
      }
    }
  }
}
