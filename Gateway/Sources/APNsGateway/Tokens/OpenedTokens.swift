import Synchronization

/// A cache of device tokens that current keys have opened: opening one takes longer than most of
/// the work for a push.
final class OpenedTokens: Sendable {
  /// The maximum number of tokens, about 150 bytes each; when it is exceeded, all are removed.
  private static let capacity = 32_768
  private let addresses = Mutex<[Substring: DeviceAddress]>([:])

  subscript(token: Substring) -> DeviceAddress? {
    get { addresses.withLock { $0[token] } }
    set {
      // Copies the text, so that the cache does not keep the request's alive.
      let key = String(token)[...]
      addresses.withLock { addresses in
        if addresses.count >= Self.capacity { addresses.removeAll() }
        addresses[key] = newValue
      }
    }
  }
}
