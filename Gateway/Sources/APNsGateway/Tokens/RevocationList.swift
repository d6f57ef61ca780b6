import RemoteNotifications

/// The revoked devices, and revoked apps on devices.
package struct RevocationList: Equatable, Sendable {
  private var devices: [UInt64: Int64] = [:]
  private var addresses: [DeviceAddress: Int64] = [:]

  package init() {}

  var count: Int { devices.count + addresses.count }

  /// The time of the revocation, in milliseconds since 1970; nil if the address is not revoked.
  func since(_ address: DeviceAddress) -> Int64? {
    devices.isEmpty && addresses.isEmpty ? nil : devices[address.device] ?? addresses[address]
  }

  func since(device: UInt64) -> Int64? { devices[device] }

  /// Adds one entry of the table, `<device>` or `<device>.<app>`; nil removes it.
  package mutating func set(_ key: String, since: Int64?) {
    let parts = key.split(separator: ".", omittingEmptySubsequences: false)
    let numbers = parts.map { Hexadecimal.number($0, takesCapitals: true) }
    guard let device = numbers[0] else { return }
    if parts.count == 1 {
      devices[device] = since
    } else if parts.count == 2, let app = numbers[1] {
      addresses[DeviceAddress(device: device, app: app)] = since
    }
  }
}
