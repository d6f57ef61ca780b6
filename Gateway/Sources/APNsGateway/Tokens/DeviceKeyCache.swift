import RemoteNotifications
import Synchronization

/// Device keys that were derived before: each push needs that of its device.
final class DeviceKeyCache: Sendable {
  /// 64 bytes or so each; all are forgotten when there are more.
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
