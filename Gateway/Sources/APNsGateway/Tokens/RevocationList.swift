/// Devices, and apps on devices, that pushes do not go to any more.
package struct RevocationList: Equatable, Sendable {
  private var devices: [UInt64: Int64] = [:]
  private var addresses: [DeviceAddress: Int64] = [:]

  package init() {}

  var count: Int { devices.count + addresses.count }

  /// Since when, in milliseconds since 1970; nil where pushes go.
  func since(_ address: DeviceAddress) -> Int64? {
    devices.isEmpty && addresses.isEmpty ? nil : devices[address.device] ?? addresses[address]
  }

  func since(device: UInt64) -> Int64? { devices[device] }

  /// Takes one entry of the table in: `<device>` or `<device>.<app>`; nil takes it out.
  package mutating func set(_ key: String, since: Int64?) {
    let parts = key.split(separator: ".", omittingEmptySubsequences: false)
    guard let device = parts.first.flatMap(Hex.number) else { return }
    if parts.count == 1 {
      devices[device] = since
    } else if parts.count == 2, let app = Hex.number(parts[1]) {
      addresses[DeviceAddress(device: device, app: app)] = since
    }
  }
}
