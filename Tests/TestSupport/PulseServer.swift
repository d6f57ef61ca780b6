package import Foundation

/// A sound server of the test's own, with one sink that nobody hears and that keeps real time.
package final class PulseServer {
  package static let sampleRate = 44_100
  package static let channelCount = 2

  /// The module of the sink `bell`, and its settings.
  private static let card =
    "module-null-sink sink_name=bell rate=\(sampleRate) channels=\(channelCount) format=s16le "
    + "norewinds=1"

  private let folder: TemporaryFolder
  private let server: RunningTool
  /// The server lives as long as somebody holds the other end.
  private let lifeline = Pipe()
  private var recorder: RunningTool?

  /// Starts PulseAudio. It ends with this object.
  /// - Parameter hasCard: whether it has the sink `bell`; else it has its placeholder alone.
  package init(hasCard: Bool = true) throws {
    folder = try TemporaryFolder()
    try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: folder.url.path)
    // Without `norewinds` the null sink works in blocks of two seconds and takes back what it has
    // recorded.
    let script = """
      .fail
      load-module module-native-protocol-unix auth-anonymous=1 socket=\(folder.path("socket"))
      load-module \(hasCard ? Self.card : "module-always-sink")
      """
    try folder.write(script.utf8, to: "script.pa")
    try folder.write(
      "pcm_type.pulse { lib libasound_module_pcm_pulse.so }\npcm.server { type pulse }\n".utf8,
      to: "asound.conf")
    // The shell ends the server when the test is over, or has died.
    server = try Tool("sh").start(
      [
        "-c", "\"$@\" & echo $! > \(folder.path("pid")); read line; kill $!", "sh",
        try Tool("pulseaudio").path, "-n", "-F", folder.path("script.pa"), "--daemonize=no",
        "--exit-idle-time=-1", "--use-pid-file=no", "--disable-shm=yes", "--realtime=no",
        "--high-priority=no",
      ], environment: Self.environment(folder), input: .pipe(lifeline), errors: .null)
    let pactl = try Tool("pactl")
    try waitUntil("the sound server answers") {
      try pactl.run(["info"], environment: environment).status == 0
    }
  }

  /// Gives it the sink `bell`.
  package func addCard() throws {
    try control(["load-module"] + Self.card.split(separator: " ").map(String.init))
  }

  /// Runs `pactl` on it.
  /// - Returns: what it prints.
  @discardableResult
  package func control(_ arguments: [String]) throws -> String {
    let result = try Tool("pactl").run(arguments, environment: environment)
    guard result.status == 0 else { throw NeverHappened(description: result.errors) }
    return result.text
  }

  /// Stops the server where it stands, as one that hangs; or lets it go on.
  package func hang(_ hangs: Bool) throws {
    let text = String(decoding: try folder.bytes(of: "pid"), as: UTF8.self)
    if let pid = Int32(text.trimmingCharacters(in: .whitespacesAndNewlines)) {
      kill(pid, hangs ? SIGSTOP : SIGCONT)
    }
  }

  deinit {
    try? hang(false)
    recorder?.kill()
    try? lifeline.fileHandleForWriting.close()
    server.waitUntilExit()
  }

  /// What a program needs to find this server, and to play on it as the ALSA device `server`.
  package var environment: [String: String] { Self.environment(folder) }

  private static func environment(_ folder: TemporaryFolder) -> [String: String] {
    [
      "XDG_RUNTIME_DIR": folder.url.path, "HOME": folder.url.path,
      "PULSE_RUNTIME_PATH": folder.path("pulse"), "PULSE_STATE_PATH": folder.path("state"),
      "PULSE_SERVER": "unix:" + folder.path("socket"),
      "ALSA_CONFIG_PATH": folder.path("asound.conf"),
    ]
  }

  /// Records what the sink plays, from now on.
  package func startRecording() throws {
    recorder = try Tool("parec").start(
      [
        "-d", "bell.monitor", "--raw", "--format=s16le", "--rate=\(Self.sampleRate)",
        "--channels=\(Self.channelCount)", "--latency-msec=20",
      ], environment: environment, output: .file(folder.path("recorded.raw")), errors: .null)
    // The sink records silence as soon as somebody listens.
    try waitUntil("the recorder runs") { try !recording().isEmpty }
  }

  /// When the first sample of the recording was played, to some milliseconds: what is in the file
  /// was played before, so the least that is ever seen is the nearest.
  package func recordingStart() throws -> Date {
    var start = Date.distantFuture
    for _ in 0..<200 {
      let frames = try folder.bytes(of: "recorded.raw").count / 2 / Self.channelCount
      start = min(start, Date() - Double(frames) / Double(Self.sampleRate))
      usleep(2_000)
    }
    return start
  }

  /// Waits until everything played is in the record, and ends it.
  /// - Returns: the samples, interleaved.
  package func stopRecording() throws -> [Int16] {
    let frames = try recording().count
    // Half a second more than there was when the sound was over.
    try waitUntil("the recorder catches up") {
      try recording().count >= frames + Self.sampleRate * Self.channelCount / 2
    }
    recorder?.kill()
    return try recording()
  }

  /// What was recorded so far.
  package func recording() throws -> [Int16] {
    integers(try folder.bytes(of: "recorded.raw"), as: Int16.self)
  }
}
