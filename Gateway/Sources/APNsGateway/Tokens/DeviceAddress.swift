/// One app on one device.
package struct DeviceAddress: Hashable, Sendable {
  package var device: UInt64
  package var app: UInt64

  package init(device: UInt64, app: UInt64) {
    self.device = device
    self.app = app
  }

  var bytes: [UInt8] {
    withUnsafeBytes(of: (device.bigEndian, app.bigEndian)) { Array($0) }
  }
}
