import AlertPlayback
import Dispatch
import LinuxProcess
import Synchronization

/// Opens the first of several devices that can be opened.
///
/// Each but the last one is opened on a thread of its own. One that hangs is passed over after a
/// timeout, and is not tried again before that thread has come back.
final class DeviceOpener: Sendable {
  /// Opens the device of a name.
  typealias Open =
    @Sendable (String, PlaybackFormat) throws(PlaybackError) -> any PlaybackDevice

  private let names: [String]
  private let timeout: DispatchTimeInterval
  private let openDevice: Open
  private let hanging = Mutex<Set<String>>([])
  private let lastFailure = Mutex<PlaybackError?>(nil)

  /// - Parameters:
  ///   - names: the names of the devices, in the order in which they are tried.
  ///   - timeout: the time in which a device must open while there is another one to try. It is
  ///     below that after which a player gives up (5 s), also for two devices.
  ///   - open: opens a device; nil is by ALSA.
  init(names: [String], timeout: DispatchTimeInterval = .seconds(2), open: Open? = nil) {
    self.names = names
    self.timeout = timeout
    if let open { openDevice = open } else { openDevice = Self.openByName }
  }

  @Sendable private static func openByName(
    _ name: String, _ format: PlaybackFormat
  ) throws(PlaybackError) -> any PlaybackDevice {
    if name == "null" { return NullDevice(format) }
    let device = try ALSADevice(name, format)
    guard let output = SilentOutput.ofThisProcess() else { return device }
    device.close()
    throw .silent(device: name, output)
  }

  /// The reason why the device that was tried last was not opened; nil after one that was.
  var problem: PlaybackError? { lastFailure.withLock(\.self) }

  /// Looks whether there are devices of these names, on a thread of its own.
  /// - Parameter report: gets the reason for each that there is not.
  func look(_ report: @escaping @Sendable (PlaybackError) -> Void) {
    _ = startThread("tocsin.devices") { [self] in
      for error in names.compactMap(ALSADevice.absence) {
        lastFailure.withLock { $0 = $0 ?? error }
        report(error)
      }
    }
  }

  /// - Throws: the reason of the last device that cannot be opened.
  func open(_ format: PlaybackFormat) throws(PlaybackError) -> any PlaybackDevice {
    do throws(PlaybackError) {
      let device = try openFirst(format)
      lastFailure.withLock { $0 = nil }
      return device
    } catch {
      lastFailure.withLock { $0 = error }
      throw error
    }
  }

  private func openFirst(_ format: PlaybackFormat) throws(PlaybackError) -> any PlaybackDevice {
    var failure = PlaybackError.notOpened(device: "", reason: "no device is set")
    for (index, name) in names.enumerated() {
      do throws(PlaybackError) {
        if index == names.count - 1 { return try openDevice(name, format) }
        return try openInTime(name, format)
      } catch {
        failure = error
      }
    }
    throw failure
  }

  private func openInTime(
    _ name: String, _ format: PlaybackFormat
  ) throws(PlaybackError) -> any PlaybackDevice {
    guard hanging.withLock({ $0.insert(name).inserted }) else {
      throw .notOpened(device: name, reason: "an earlier try to open it still hangs")
    }
    let attempt = Attempt()
    let isStarted = startThread("tocsin.device") { [self] in
      let opened: Opened
      do throws(PlaybackError) {
        opened = Opened(result: .success(try openDevice(name, format)))
      } catch {
        opened = Opened(result: .failure(error))
      }
      hanging.withLock { _ = $0.remove(name) }
      if !attempt.end(opened), case .success(let device) = opened.result { device.close() }
    }
    guard isStarted else {
      hanging.withLock { _ = $0.remove(name) }
      throw .noThread
    }
    guard let opened = attempt.wait(timeout) else {
      throw .notOpened(device: name, reason: "it does not answer")
    }
    return try opened.result.get()
  }

  /// A device on its way from the thread that has opened it to the one that plays: one of them uses
  /// it at a time.
  private struct Opened: @unchecked Sendable {
    let result: Result<any PlaybackDevice, PlaybackError>
  }

  /// The opening of one device, which ends in time or is given up.
  private final class Attempt: Sendable {
    private enum State {
      case isRunning, isGivenUp
      case hasEnded(Opened)
    }

    private let state = Mutex<State>(.isRunning)
    private let hasEnded = DispatchSemaphore(value: 0)

    /// - Returns: false where nobody waits for it any more.
    func end(_ opened: Opened) -> Bool {
      state.withLock { state in
        if case .isGivenUp = state { return false }
        state = .hasEnded(opened)
        hasEnded.signal()
        return true
      }
    }

    /// - Returns: nil where it has not ended in time.
    func wait(_ timeout: DispatchTimeInterval) -> Opened? {
      _ = hasEnded.wait(timeout: .now() + timeout)
      return state.withLock { state in
        if case .hasEnded(let opened) = state { return opened }
        state = .isGivenUp
        return nil
      }
    }
  }
}
