import Dispatch
import Synchronization

@testable import AlertPlayback

/// A sound card that plays by a fake clock, keeps what is heard, and fails where it is told to.
final class FakeCard: Sendable {
  enum Fault: Sendable {
    /// What is queued is lost; `times` in a row.
    case underrun(times: Int = 1)
    /// Unplugged; the next `absences` openings fail.
    case gone(absences: Int = 0)
    case stall
    /// The card and its clock stand still until the test lets them go on.
    case hold
  }

  /// What is done to the card at a frame, once; in the order of the frames.
  struct Incident: Sendable {
    let frame: Int
    let fault: Fault
  }

  fileprivate struct State: Sendable {
    var format: PlaybackFormat
    var incidents: [Incident]
    /// Samples that a listener has heard.
    var heard: [Double] = []
    var queue: [Double] = []
    /// When the clock began to play, and how many frames had been heard by then.
    var start = Duration.zero
    var heardAtStart = 0
    var isOpen = false
    var isUnplugged = false
    var isStalled = false
    var isHeld = false
    var absences = 0
    var openings = 0
    var calls = 0
  }

  static let periodFrames = 480
  static let bufferFrames = 4 * periodFrames

  let clock: FakeClock
  private let state: Mutex<State>
  private let hold = DispatchSemaphore(value: 0)

  init(
    _ format: PlaybackFormat = PlaybackFormat(sampleRate: 48_000, channelCount: 1),
    clock: FakeClock = FakeClock(), incidents: [Incident] = []
  ) {
    self.clock = clock
    state = Mutex(State(format: format, incidents: incidents))
  }

  /// A player on this card. A busy machine does not make it lose its patience.
  func player(patience: Duration = .seconds(2)) -> Player {
    Player(clock: clock, patience: patience, hangPatience: .seconds(600)) {
      (_) throws(PlaybackError) in try self.open()
    }
  }

  /// The samples that a listener has heard.
  var heard: [Double] { state.withLock(\.heard) }
  var isOpen: Bool { state.withLock(\.isOpen) }
  /// Times that somebody tried to open the card.
  var openings: Int { state.withLock(\.openings) }
  /// Calls of an open device.
  var calls: Int { state.withLock(\.calls) }

  /// Returns when the card has come to a hold.
  func held() async { while !state.withLock(\.isHeld) { await Task.yield() } }

  /// Ends a hold.
  func release() {
    state.withLock { $0.isHeld = false }
    hold.signal()
  }

  /// What the card takes from the next opening on.
  func setFormat(_ format: PlaybackFormat) { state.withLock { $0.format = format } }

  func open() throws(PlaybackError) -> any PlaybackDevice {
    let format = state.withLock { state -> PlaybackFormat? in
      state.openings += 1
      guard state.absences == 0 else {
        state.absences -= 1
        return nil
      }
      state.isUnplugged = false
      state.isOpen = true
      state.queue = []
      return state.format
    }
    guard let format else { throw .notOpened(device: "fake", reason: "absent") }
    return FakeDevice(self, format)
  }

  fileprivate func close() {
    state.withLock { state in
      state.isOpen = false
      state.queue = []
    }
  }

  /// Plays up to now. Whatever happens to the card happens here.
  fileprivate func play() throws(DeviceFault) {
    let now = clock.now
    let fault = state.withLock { state in
      state.calls += 1
      return state.isUnplugged ? DeviceFault.gone(reason: "unplugged") : state.play(until: now)
    }
    if state.withLock(\.isHeld) { hold.wait() }
    if let fault { throw fault }
  }

  fileprivate var queuedFrames: Int { state.withLock(\.queuedFrames) }

  fileprivate func write(_ samples: Span<Double>) -> Int {
    let now = clock.now
    return state.withLock { state in
      if state.queue.isEmpty {
        state.start = now
        state.heardAtStart = state.heardFrames
      }
      for index in 0..<samples.count { state.queue.append(samples[index]) }
      return samples.count / state.format.channelCount
    }
  }
}

extension FakeCard.State {
  fileprivate var heardFrames: Int { heard.count / format.channelCount }
  fileprivate var queuedFrames: Int { queue.count / format.channelCount }

  fileprivate mutating func play(until now: Duration) -> DeviceFault? {
    guard !queue.isEmpty, !isStalled else { return nil }
    let passed = Int((now - start) / .seconds(1) * format.sampleRate + 1e-6)
    guard let incident = incidents.first, incident.frame <= heardAtStart + passed else {
      listen(to: heardAtStart + passed)
      return nil
    }
    listen(to: incident.frame)
    return heardFrames == incident.frame ? suffer(incident) : nil
  }

  private mutating func listen(to frame: Int) {
    let count = max(0, min(queue.count, (frame - heardFrames) * format.channelCount))
    heard += queue.prefix(count)
    queue.removeFirst(count)
  }

  private mutating func suffer(_ incident: FakeCard.Incident) -> DeviceFault? {
    incidents.removeFirst()
    switch incident.fault {
    case .hold:
      isHeld = true
      return nil
    case .stall:
      isStalled = true
      return nil
    case .gone(let absences):
      self.absences = absences
      isUnplugged = true
      return .gone(reason: "unplugged")
    case .underrun(let times):
      if times > 1 {
        incidents.insert(.init(frame: incident.frame, fault: .underrun(times: times - 1)), at: 0)
      }
      let lost = queuedFrames
      queue = []
      return .underrun(lostFrames: lost)
    }
  }
}

private final class FakeDevice: PlaybackDevice {
  let configuration: DeviceConfiguration
  private let card: FakeCard

  init(_ card: FakeCard, _ format: PlaybackFormat) {
    self.card = card
    configuration = DeviceConfiguration(
      name: "fake", format: format, sampleForm: "Double", periodFrames: FakeCard.periodFrames,
      bufferFrames: FakeCard.bufferFrames)
  }

  var queuedFrames: Int { card.queuedFrames }

  func waitForRoom(timeout: Duration) throws(DeviceFault) -> Int {
    let limit = FakeCard.bufferFrames - FakeCard.periodFrames
    return try wait(untilLeft: limit, timeout) ? FakeCard.bufferFrames - queuedFrames : 0
  }

  func write(_ samples: Span<Double>) throws(DeviceFault) -> Int {
    try card.play()
    return card.write(samples)
  }

  func drain(timeout: Duration) throws(DeviceFault) -> Bool { try wait(untilLeft: 0, timeout) }

  func close() { card.close() }

  private func wait(untilLeft frames: Int, _ timeout: Duration) throws(DeviceFault) -> Bool {
    let end = card.clock.now + timeout
    while true {
      try card.play()
      if card.queuedFrames <= frames { return true }
      if card.clock.now >= end { return false }
      card.clock.sleep(for: .milliseconds(1))
    }
  }
}
