import CALSA
import Glibc
import LinuxProcess

/// An ALSA playback device: hardware, or a sound server that one of ALSA's plugins connects to.
public final class ALSADevice: PlaybackDevice {
  /// The configuration that the device has accepted.
  public let configuration: DeviceConfiguration
  private let pcm: OpaquePointer
  private let form: DeviceSampleForm
  /// The frames of one write in the device's own form.
  private let bytes: UnsafeMutableRawPointer
  private let status: OpaquePointer
  private let descriptors: UnsafeMutableBufferPointer<pollfd>
  private var isClosed = false
  private let clock = SystemClock()

  /// Opens the device without waiting for other programs that hold it.
  /// - Parameters:
  ///   - name: the device's ALSA name, such as `default` or `hw:1`.
  ///   - wish: the requested format; `configuration` has the accepted one.
  ///   - period: the time between two wake-ups, which is also the maximum delay of an order.
  ///   - buffer: the duration of the sound between a write and the loudspeaker.
  /// - Throws: ``PlaybackError/notOpened(device:reason:)`` with the remedy for the user, or
  ///   ``PlaybackError/noLibrary``.
  public init(
    _ name: String, _ wish: PlaybackFormat, period: Duration = .milliseconds(10),
    buffer: Duration = .milliseconds(60)
  ) throws(PlaybackError) {
    _ = Self.silence
    var opened: OpaquePointer?
    let result = snd_pcm_open(&opened, name, SND_PCM_STREAM_PLAYBACK, Int32(SND_PCM_NONBLOCK))
    guard result == 0, let opened else {
      throw result == -ELIBACC
        ? .noLibrary : .notOpened(device: name, reason: openingFailure(result))
    }
    let agreed: ALSANegotiation
    do throws(ALSANegotiation.Refusal) {
      agreed = try ALSANegotiation(opened, wish: wish, period: period, buffer: buffer)
    } catch {
      snd_pcm_close(opened)
      throw .notOpened(
        device: name, reason: "it refuses \(error.step): \(systemText(error.code))")
    }
    var allocated: OpaquePointer?
    guard snd_pcm_status_malloc(&allocated) == 0, let allocated else {
      snd_pcm_close(opened)
      throw .notOpened(device: name, reason: systemText(-ENOMEM))
    }
    pcm = opened
    status = allocated
    form = agreed.form
    configuration = DeviceConfiguration(
      name: name, format: agreed.format, sampleForm: agreed.form.name,
      periodFrames: agreed.periodFrames, bufferFrames: agreed.bufferFrames)
    bytes = .allocate(
      byteCount: agreed.bufferFrames * agreed.format.channelCount * agreed.form.bytesPerSample,
      alignment: 16)
    descriptors = .allocate(capacity: Int(max(0, snd_pcm_poll_descriptors_count(opened))))
    descriptors.initialize(repeating: pollfd())
    snd_pcm_poll_descriptors(opened, descriptors.baseAddress, UInt32(descriptors.count))
  }

  deinit {
    close()
    snd_pcm_status_free(status)
    bytes.deallocate()
    descriptors.deallocate()
  }

  /// libasound would write to standard error; its error codes have the same information.
  private static let silence: Void = tocsin_alsa_silence()

  /// Why no device has this name; nil if one has, even if it cannot be opened now.
  public static func absence(of name: String) -> PlaybackError? {
    if name == "null" { return nil }
    _ = silence
    var opened: OpaquePointer?
    let result = snd_pcm_open(&opened, name, SND_PCM_STREAM_PLAYBACK, Int32(SND_PCM_NONBLOCK))
    if let opened { snd_pcm_close(opened) }
    guard [ENOENT, ENODEV, ENXIO].contains(-result) else { return nil }
    return .notOpened(device: name, reason: openingFailure(result))
  }

  /// Frames that were written and are not heard yet, those in a sound server among them.
  public var queuedFrames: Int {
    let available = snd_pcm_avail_update(pcm)
    let buffered = available < 0 ? 0 : configuration.bufferFrames - available
    // A sound server has another buffer after this one, which counts once the sound runs.
    var delay: snd_pcm_sframes_t = 0
    guard snd_pcm_state(pcm) != SND_PCM_STATE_PREPARED, snd_pcm_delay(pcm, &delay) == 0 else {
      return max(0, buffered)
    }
    return max(0, buffered, delay)
  }

  /// Waits in `poll` until the device has room for a period.
  /// - Returns: frames of room, a period or more; 0 after `timeout`.
  /// - Throws: ``DeviceFault`` for an underrun, and where the device is gone.
  public func waitForRoom(timeout: Duration) throws(DeviceFault) -> Int {
    let end = clock.now + timeout
    while true {
      let available = snd_pcm_avail_update(pcm)
      if available < 0 { throw fault(Int32(available)) }
      if available >= configuration.periodFrames { return available }
      if snd_pcm_state(pcm) == SND_PCM_STATE_PREPARED {
        // The buffer is nearly full, and the sound has not been started yet.
        let result = snd_pcm_start(pcm)
        if result < 0 { throw fault(result) }
      }
      let left = end - clock.now
      if left <= .zero { return 0 }
      guard try poll(left) else { continue }
      // Some plugins wake their caller early: do not spin until the rest of the period is free.
      let missing = configuration.periodFrames - Int(max(0, snd_pcm_avail_update(pcm)))
      if missing > 0 { clock.sleep(for: min(left, duration(ofFrames: missing))) }
    }
  }

  /// Writes as many frames as the device has room for, in its own form of a sample.
  /// - Returns: the frames that were taken.
  /// - Throws: ``DeviceFault`` for an underrun, and where the device is gone.
  public func write(_ samples: Span<Double>) throws(DeviceFault) -> Int {
    let channelCount = configuration.format.channelCount
    let frames = min(samples.count / channelCount, configuration.bufferFrames)
    form.convert(samples.extracting(first: frames * channelCount), to: bytes)
    let written = snd_pcm_writei(pcm, bytes, snd_pcm_uframes_t(frames))
    if written == -Int(EAGAIN) { return 0 }
    if written < 0 { throw fault(Int32(written)) }
    return written
  }

  /// Plays the rest of the buffer.
  /// - Returns: whether the end has come within `timeout`.
  /// - Throws: ``DeviceFault`` where the device is gone.
  public func drain(timeout: Duration) throws(DeviceFault) -> Bool {
    // The handle does not block: the call starts the draining, the state shows its end.
    let result = snd_pcm_drain(pcm)
    if result < 0, result != -EAGAIN { throw fault(result) }
    let end = clock.now + timeout
    while snd_pcm_state(pcm) == SND_PCM_STATE_DRAINING {
      let left = end - clock.now
      if left <= .zero { return false }
      clock.sleep(for: min(left, max(.milliseconds(2), duration(ofFrames: queuedFrames))))
    }
    let prepared = snd_pcm_prepare(pcm)
    if prepared < 0 { throw fault(prepared) }
    return true
  }

  /// Drops the frames that are not heard yet and closes the handle; a second call does nothing.
  public func close() {
    guard !isClosed else { return }
    isClosed = true
    snd_pcm_drop(pcm)
    snd_pcm_close(pcm)
  }
}

extension ALSADevice {
  private func duration(ofFrames frames: Int) -> Duration {
    configuration.format.duration(ofFrames: Int64(frames))
  }

  /// Sleeps until the device reports an event.
  /// - Returns: false after `timeout`.
  private func poll(_ timeout: Duration) throws(DeviceFault) -> Bool {
    let milliseconds = Int32((timeout.inSeconds * 1_000).rounded(.up))
    let ready = Glibc.poll(descriptors.baseAddress, nfds_t(descriptors.count), milliseconds)
    guard ready > 0 else { return false }
    var events: UInt16 = 0
    snd_pcm_poll_descriptors_revents(
      pcm, descriptors.baseAddress, UInt32(descriptors.count), &events)
    // A device that was unplugged reports both; underruns report an error and room.
    guard Int32(events) & (POLLERR | POLLNVAL | POLLHUP) != 0 else { return true }
    switch snd_pcm_state(pcm) {
    case SND_PCM_STATE_XRUN: throw fault(-EPIPE)
    case SND_PCM_STATE_SUSPENDED: throw fault(-ESTRPIPE)
    default: throw fault(-ENODEV)
    }
  }

  /// The meaning of `error`; after an underrun the device is prepared again.
  private func fault(_ error: Int32) -> DeviceFault {
    guard error == -EPIPE || error == -ESTRPIPE else { return .gone(reason: systemText(error)) }
    // Preparing drops the frames that the hardware had not fetched yet.
    var lost = 0
    if snd_pcm_status(pcm, status) == 0 {
      lost = configuration.bufferFrames - Int(snd_pcm_status_get_avail(status))
    }
    let prepared = snd_pcm_prepare(pcm)
    guard prepared == 0 else { return .gone(reason: systemText(prepared)) }
    return .underrun(lostFrames: max(0, min(lost, configuration.bufferFrames)))
  }
}

/// The remedy for a device that does not open.
private func openingFailure(_ error: Int32) -> String {
  switch -error {
  case ENOENT, ENODEV, ENXIO: "there is no such device" + remedy()
  case EBUSY, EAGAIN: "another program is using it"
  case EACCES, EPERM: "permission denied; sound devices belong to the group 'audio'"
  case ECONNREFUSED: "the sound server does not answer"
  default: systemText(error)
  }
}

/// The devices that there are, and the missing part for a sound server that runs.
private func remedy() -> String {
  let names = ListedDevice.all.map(\.name).filter { $0 != "null" }
  let some = names.prefix(6).map { "'\($0)'" }.joined(separator: ", ")
  let list = names.isEmpty ? "" : "; there are \(some)" + (names.count > 6 ? " and others" : "")
  let runtime = RuntimeFolder.path ?? ""
  let hasServer = ["pulse/native", "pipewire-0"].contains { access("\(runtime)/\($0)", F_OK) == 0 }
  guard hasServer, Set(["pulse", "pipewire"]).isDisjoint(with: names) else { return list }
  return list + "; for the sound server that runs, install libasound2-plugins or pipewire-alsa"
}

private func systemText(_ error: Int32) -> String {
  String(cString: snd_strerror(error)).lowercased()
}
