import RemoteNotifications

/// The revoked devices, and revoked apps on devices.
package struct RevocationList: Equatable, Sendable {
  private var devices: [UInt64: Int64] = [:]
  private var addresses: [DeviceAddress: Int64] = [:]
  /// The number of addresses of each device.
  private var counts: [UInt64: Int] = [:]

  package init() {}

  var count: Int { devices.count + addresses.count }

  /// The time of the revocation, in milliseconds since 1970; nil if the address is not revoked.
  func since(_ address: DeviceAddress) -> Int64? {
    devices.isEmpty && addresses.isEmpty ? nil : devices[address.device] ?? addresses[address]
  }

  /// The time of the revocation of the address alone.
  func since(only address: DeviceAddress) -> Int64? { addresses[address] }

  /// The number of revoked apps on a device.
  func count(of device: UInt64) -> Int { counts[device, default: 0] }

  func since(device: UInt64) -> Int64? { devices[device] }

  /// Adds one entry of the table, `<device>` or `<device>.<app>`; nil removes it.
  package mutating func set(_ key: String, since: Int64?) {
    let parts = key.split(separator: ".", omittingEmptySubsequences: false)
    let numbers = parts.map { Hexadecimal.number($0, takesCapitals: true) }
    guard let device = numbers[0] else { return }
    if parts.count == 1 {
      devices[device] = since
    } else if parts.count == 2, let app = numbers[1] {
      let address = DeviceAddress(device: device, app: app)
      let change = (since == nil ? 0 : 1) - (addresses[address] == nil ? 0 : 1)
      addresses[address] = since
      let count = counts[device, default: 0] + change
      counts[device] = count == 0 ? nil : count
    }
  }
}
