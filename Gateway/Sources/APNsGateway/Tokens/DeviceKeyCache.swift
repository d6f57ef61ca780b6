import RemoteNotifications
import Synchronization

/// A cache of derived device keys: each push needs the key of its device.
final class DeviceKeyCache: Sendable {
  /// The maximum number of keys, about 64 bytes each; when it is exceeded, all are removed.
  private static let capacity = 65_536
  private let keys = Mutex<[UInt64: DeviceKey]>([:])

  func key(_ device: UInt64, of ring: SealKeyRing) -> DeviceKey {
    if let key = keys.withLock({ $0[device] }) { return key }
    let key = ring.deviceKey(device)
    keys.withLock { keys in
      if keys.count >= Self.capacity { keys.removeAll() }
      keys[device] = key
    }
    return key
  }
}
