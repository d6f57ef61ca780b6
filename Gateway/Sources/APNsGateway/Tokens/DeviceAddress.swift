/// One app on one device.
package struct DeviceAddress: Hashable, Sendable {
  package var device: UInt64
  package var app: UInt64

  package init(device: UInt64, app: UInt64) {
    self.device = device
    self.app = app
  }

  /// The end of a subject: 16 hexadecimal digits each, `a` for alerts and `b` for silent pushes.
  package func subject(_ stem: String, _ type: PushType) -> String {
    "\(stem).\(Hex.text(device)).\(Hex.text(app)).\(type.subjectClass)"
  }

  var bytes: [UInt8] {
    withUnsafeBytes(of: (device.bigEndian, app.bigEndian)) { Array($0) }
  }
}
