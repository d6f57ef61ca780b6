import AlertPlayback
import Dispatch
import Synchronization
import TestSupport
import Testing

@testable import NotificationDelivery

@Suite("Of several devices the first that can be opened plays")
struct DeviceOpenerTests {
  private let format = PlaybackFormat(sampleRate: 48_000, channelCount: 2)

  /// Notes which device is opened, and closed, and holds one of them up.
  private final class Devices: Sendable {
    let tried = Mutex<[String]>([])
    let closed = Atomic(0)
    let gate = DispatchSemaphore(value: 0)

    func open(_ name: String, _ format: PlaybackFormat) throws(PlaybackError)
      -> any PlaybackDevice
    {
      tried.withLock { $0.append(name) }
      switch name {
      case "hanging": gate.wait()
      case "missing": throw .notOpened(device: name, reason: "no such device")
      default: break
      }
      return Device(NullDevice(format)) { self.closed.add(1, ordering: .relaxed) }
    }
  }

  private final class Device: PlaybackDevice {
    private let device: NullDevice
    private let onClose: () -> Void

    init(_ device: NullDevice, onClose: @escaping () -> Void) {
      (self.device, self.onClose) = (device, onClose)
    }

    var configuration: DeviceConfiguration { device.configuration }
    var queuedFrames: Int { device.queuedFrames }
    func waitForRoom(timeout: Duration) throws(DeviceFault) -> Int {
      device.waitForRoom(timeout: timeout)
    }
    func write(_ samples: Span<Double>) throws(DeviceFault) -> Int { device.write(samples) }
    func drain(timeout: Duration) throws(DeviceFault) -> Bool { device.drain(timeout: timeout) }
    func close() {
      onClose()
      device.close()
    }
  }

  @Test("One that hangs in opening is passed over, and tried again when it has come back")
  func hanging() throws {
    let devices = Devices()
    let opener = DeviceOpener(names: ["hanging", "second"], timeout: .milliseconds(50)) {
      name, format throws(PlaybackError) in try devices.open(name, format)
    }
    func count(_ name: String) -> Int { devices.tried.withLock { $0.count { $0 == name } } }
    for _ in 0..<3 { _ = try opener.open(format) }
    #expect(count("second") == 3)
    // One thread hangs, however often it is opened.
    try waitUntil("it is tried") { count("hanging") == 1 }
    devices.gate.signal()
    try waitUntil("the late device is closed") { devices.closed.load(ordering: .relaxed) == 1 }
    devices.gate.signal()
    _ = try opener.open(format)
    try waitUntil("it is tried again") { count("hanging") == 2 }
  }

  @Test("Where none can be opened, the last one's reason is given")
  func none() {
    let devices = Devices()
    let opener = DeviceOpener(names: ["hanging", "missing"], timeout: .milliseconds(20)) {
      name, format throws(PlaybackError) in try devices.open(name, format)
    }
    #expect(throws: PlaybackError.notOpened(device: "missing", reason: "no such device")) {
      _ = try opener.open(format)
    }
    #expect(throws: PlaybackError.notOpened(device: "", reason: "no device is set")) {
      _ = try DeviceOpener(names: []).open(format)
    }
    devices.gate.signal()
  }
}
