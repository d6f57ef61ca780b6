import AudioFormats
import Foundation
import TestSupport
import Testing

@Suite("tocsin play that is interrupted")
struct InterruptTests {
  @Test("fades out and exits with 130", arguments: [SIGINT, SIGTERM])
  func interrupted(signal: Int32) throws {
    let card = try SoundCard()
    let pcm = PCMBuffer(channelCount: 2, samples: Array(repeating: 0.5, count: 2 * 5 * 48_000))
    let path = try card.folder.write(Samples16(pcm, sampleRate: 48_000).wave, to: "a.wav")
    let player = try card.start(path)
    card.wait(untilHeard: 10_000)
    let before = card.heardFrames
    player.send(signal)
    #expect(player.waitUntilExit() == .exited(130))
    #expect(try card.errors().isEmpty)
    let heard = try card.heard()
    print("frames from the signal to silence: \(heard.count / 2 - before) at 48000 Hz")
    #expect(heard.count < pcm.samples.count)
    #expect(heard.last == 0)
    // A straight line over 10 ms, and nothing after it.
    let left = heard.indices.filter { $0.isMultiple(of: 2) }.map { heard[$0] }
    let level = try #require(left.first)
    #expect(left.dropLast(480).allSatisfy { $0 == level })
    #expect(zip(left, left.dropFirst()).allSatisfy { $0 - $1 <= level / 479 })
  }

  @Test("ends at once at the second signal, even on a device that has stalled")
  func twice() throws {
    let card = try SoundCard("fault \"stall\" at 9600")
    let pcm = Signals.noise(frames: 5 * 48_000, channels: 2)
    let path = try card.folder.write(Samples16(pcm, sampleRate: 48_000).wave, to: "a.wav")
    let player = try card.start(path)
    card.wait(untilHeard: 9_600)
    player.send(SIGINT)
    // The first one has to be taken before the second comes, or they are one.
    while try Self.isPending(SIGINT, player.processIdentifier) { usleep(1_000) }
    player.send(SIGINT)
    #expect(player.waitUntilExit() == .exited(130))
  }

  /// Whether a signal waits to be taken by the process (proc(5), ShdPnd).
  private static func isPending(_ signal: Int32, _ process: Int32) throws -> Bool {
    let status = try String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8)
    let line = status.split(separator: "\n").first { $0.hasPrefix("ShdPnd:") } ?? ""
    let mask = UInt64(line.dropFirst(7).trimmingCharacters(in: .whitespaces), radix: 16) ?? 0
    return mask & 1 << (signal - 1) != 0
  }

  @Test("leaves no file behind when it plays to one")
  func file() throws {
    let folder = try TemporaryFolder()
    let pcm = PCMBuffer(channelCount: 1, samples: Array(repeating: 0.5, count: 200 * 48_000))
    let path = try folder.write(Samples16(pcm, sampleRate: 48_000).wave, to: "a.wav")
    // Slowed down, 200 s are 2,000 s: seconds of work to be interrupted in.
    let player = try Tool.tocsin().start(
      ["play", "-r", "0.1", "--device", "file:\(folder.path("b.wav"))", path])
    try waitUntil("it writes") { try Self.writes(player.processIdentifier, into: folder.url.path) }
    player.send(SIGINT)
    #expect(player.waitUntilExit() == .exited(130))
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path) == ["a.wav"])
  }

  /// Whether the process has a file of the folder open that has no name yet.
  private static func writes(_ process: Int32, into folder: String) throws -> Bool {
    let files = "/proc/\(process)/fd"
    return try FileManager.default.contentsOfDirectory(atPath: files).contains {
      let target = try? FileManager.default.destinationOfSymbolicLink(atPath: "\(files)/\($0)")
      return target?.hasPrefix(folder) == true && target?.hasSuffix(" (deleted)") == true
    }
  }

  @Test("ends with 130 at Ctrl-C on a terminal, and brings the cursor back")
  func terminal() throws {
    let folder = try TemporaryFolder()
    let pcm = PCMBuffer(channelCount: 1, samples: Array(repeating: 0.5, count: 20 * 48_000))
    let path = try folder.write(Samples16(pcm, sampleRate: 48_000).wave, to: "a.wav")
    let result = try Tool.python.run(
      ["-c", Self.atTerminal, try Tool.tocsin().path, "play", "--device", "null", path],
      environment: ["TERM": "xterm"])
    #expect(result.text == "130\n", "\(result.text)\(result.errors)")
  }

  /// Runs a program on a terminal of 90 columns, types Ctrl-C when it has drawn twice, and prints
  /// its status; what it has drawn last must be a visible cursor.
  private static let atTerminal = """
    import fcntl, os, pty, struct, sys, termios
    pid, master = pty.fork()
    if pid == 0:
        fcntl.ioctl(0, termios.TIOCSWINSZ, struct.pack("HHHH", 30, 90, 0, 0))
        os.execv(sys.argv[1], sys.argv[1:])
    drawn, typed = b"", False
    while True:
        try: piece = os.read(master, 65536)
        except OSError: break
        if not piece: break
        drawn += piece
        if not typed and drawn.count("0 dB ┤".encode()) > 2:
            os.write(master, b"\\x03")
            typed = True
    status = os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])
    assert b"\\x1b[?25l" in drawn, "the cursor was never hidden"
    assert drawn.rstrip().endswith(b"\\x1b[?25h"), drawn[-200:]
    print(status)
    """
}
