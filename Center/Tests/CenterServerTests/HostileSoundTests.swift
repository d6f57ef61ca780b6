import Foundation
import Glibc
import TestSupport
import Testing

@Suite("Hostile files in a folder of sounds", .serialized)
struct HostileSoundTests {
  private static let app = "org.example.a"

  private func folder(_ bench: Bench) throws -> URL {
    let folder = bench.data.appending(path: Self.app + "/Library/Sounds")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    return folder
  }

  /// The records of the app's own folder, by the names of their files.
  private func list(_ bench: Bench) throws -> [String: [String: Any]] {
    let answer = try bench.ask("/api/sounds?app=" + Self.app)
    try #require(answer.status == 200, "\(answer.text)")
    let records = try #require(
      try JSONSerialization.jsonObject(with: answer.body) as? [[String: Any]])
    let own = records.filter { $0["place"] as? String == "library" }
    return Dictionary(own.map { ($0["name"] as? String ?? "", $0) }) { first, _ in first }
  }

  private func findings(_ record: [String: Any]?) -> [[String: Any]] {
    (record?["report"] as? [String: Any])?["findings"] as? [[String: Any]] ?? []
  }

  private func isUnread(_ record: [String: Any]?) -> Bool {
    findings(record).contains { $0["rule"] as? String == "file-unreadable" }
  }

  /// Each sound is listed and played; the server is the same afterwards.
  private func expectServed(_ bench: Bench, _ names: [String]) throws {
    let records = try list(bench)
    #expect(Set(records.keys) == Set(names))
    for name in names {
      let query = try #require(
        name.addingPercentEncoding(withAllowedCharacters: .alphanumerics))
      let answer = try bench.ask("/api/sound?app=\(Self.app)&folder=0&name=\(query)")
      #expect([200, 422].contains(answer.status), "\(name)")
      let shape = records[name]?["shape"] as? String ?? ""
      #expect(!shape.isEmpty || !findings(records[name]).isEmpty, "\(name)")
    }
    #expect(try bench.ask("/").status == 200)
  }

  private func wave(rate: Int) -> [UInt8] {
    PlainWAVE.integers((0..<200).map { Int32($0 * 7_919 % 60_000 - 30_000) }, sampleRate: rate)
  }

  @Test("sounds of 1 to 40 Hz, of none, and of the highest rate")
  func rates() throws {
    let bench = try Bench()
    let folder = try folder(bench)
    let rates = Array(0...40) + [768_000, Int(Int32.max)]
    for rate in rates {
      try Data(wave(rate: rate)).write(to: folder.appending(path: "\(rate).wav"))
    }
    try expectServed(bench, rates.map { "\($0).wav" })
  }

  /// AAC in a CAF, whose packet table claims counts.
  private func coreAudio(packets: Int64, valid: Int64, priming: Int32, remainder: Int32) -> [UInt8]
  {
    func big(_ value: some FixedWidthInteger) -> [UInt8] {
      withUnsafeBytes(of: value.bigEndian) { Array($0) }
    }
    func chunk(_ type: String, _ content: [UInt8]) -> [UInt8] {
      Array(type.utf8) + big(Int64(content.count)) + content
    }
    let description =
      big((44_100.0).bitPattern) + Array("aac ".utf8) + big(UInt32(0)) + big(UInt32(0))
      + big(UInt32(1_024)) + big(UInt32(1)) + big(UInt32(0))
    let table = big(packets) + big(valid) + big(priming) + big(remainder) + [4, 4, 4, 4]
    return Array("caff".utf8) + big(UInt16(1)) + big(UInt16(0)) + chunk("desc", description)
      + chunk("pakt", table) + chunk("data", big(UInt32(0)) + [UInt8](repeating: 1, count: 16))
  }

  @Test("counts of a packet table that no sound has")
  func packetTables() throws {
    let bench = try Bench()
    let folder = try folder(bench)
    var names: [String] = []
    for packets in [0, 4, .max, .min] as [Int64] {
      for valid in [0, .max, .min, .max - 1] as [Int64] {
        for (priming, remainder) in [(1, 0), (.max, .max), (.min, 1)] as [(Int32, Int32)] {
          let name = "\(names.count).caf"
          try Data(
            coreAudio(packets: packets, valid: valid, priming: priming, remainder: remainder)
          ).write(to: folder.appending(path: name))
          names.append(name)
        }
      }
    }
    try expectServed(bench, names)
  }

  @Test("no program is started for a file that lies in a folder")
  func programs() throws {
    let folder = try TemporaryFolder()
    let marker = folder.path("started")
    for name in ["ffmpeg", "ffprobe"] {
      _ = try folder.install("#!/bin/sh\necho \(name) \"$@\" >> \(marker)\nexit 1\n", as: name)
    }
    let path = folder.url.path + ":" + (ProcessInfo.processInfo.environment["PATH"] ?? "")
    let bench = try Bench(variables: ["PATH": path])
    let sounds = try self.folder(bench)
    try Data(coreAudio(packets: 4, valid: 4_096, priming: 0, remainder: 0))
      .write(to: sounds.appending(path: "aac.caf"))
    for (name, text) in [("a.caf", "\0\0\0 ftypM4A "), ("b.wav", "ID3\u{4}"), ("c.aif", "OggS")] {
      try Data((text + String(repeating: "\0", count: 999)).utf8)
        .write(to: sounds.appending(path: name))
    }
    try expectServed(bench, ["aac.caf", "a.caf", "b.wav", "c.aif"])
    #expect(!FileManager.default.fileExists(atPath: marker))
    // One that the user hands over is another matter: the same programs are found.
    let data = Data(("OggS" + String(repeating: "\0", count: 999)).utf8)
    #expect(try bench.ask("/api/sounds?app=\(Self.app)&name=d.ogg", data).status == 422)
    #expect(FileManager.default.fileExists(atPath: marker))
  }

  @Test("pipes, sockets, folders, links, devices, and files that may not be read")
  func kinds() throws {
    let bench = try Bench()
    let folder = try folder(bench)
    func path(_ name: String) -> String { folder.appending(path: name).path }
    #expect(mkfifo(path("pipe.wav"), 0o600) == 0)
    #expect(mknod(path("socket.wav"), S_IFSOCK | 0o600, 0) == 0)
    try FileManager.default.createDirectory(
      atPath: path("folder.caf"), withIntermediateDirectories: true)
    for (name, target) in [
      ("passwd.wav", "/etc/passwd"), ("loop.wav", "loop.wav"), ("nothing.wav", "/nonexistent"),
      ("zero.wav", "/dev/zero"), ("memory.wav", "/proc/self/mem"), ("process.wav", "/proc/kmsg"),
      ("above.wav", ".."), ("terminal.wav", "/dev/tty"),
    ] {
      #expect(symlink(target, path(name)) == 0)
    }
    #expect(FileManager.default.createFile(atPath: path("empty.wav"), contents: nil))
    #expect(FileManager.default.createFile(atPath: path("sparse.wav"), contents: Data("RIFF".utf8)))
    #expect(truncate(path("sparse.wav"), 1 << 40) == 0)
    #expect(
      FileManager.default.createFile(atPath: path("denied.wav"), contents: Data(wave(rate: 8_000))))
    #expect(chmod(path("denied.wav"), 0) == 0)
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    try expectServed(bench, names)
    // Nothing of a file elsewhere that is not a sound is shown.
    let answer = try bench.ask("/api/sounds?app=" + Self.app)
    #expect(!answer.text.contains("root:"))
  }

  @Test("names that lead elsewhere, write backwards, or are not UTF-8")
  func names() throws {
    let bench = try Bench()
    let folder = try folder(bench)
    let names = [
      "\u{202E}gnp.wav", "\u{200B}.wav", "a\nb.wav", "\u{1B}[31m.wav", "\u{7F}.wav", "%2e%2e.wav",
      "<script>.wav", "'\"&.wav", ";id;.wav", "-rf.wav", "..wav", "...wav", " .wav",
      "\u{85}.wav", String(repeating: "a", count: 251) + ".wav",
    ]
    for name in names {
      let made = FileManager.default.createFile(
        atPath: folder.path + "/" + name, contents: Data(wave(rate: 8_000)))
      #expect(made, "\(name)")
    }
    let bytes: [CChar] =
      (folder.path + "/").utf8.map { CChar(bitPattern: $0) }
      + [-1, -2, 46, 119, 97, 118, 0]
    close(open(bytes, O_CREAT | O_WRONLY, 0o600))
    let answer = try bench.ask("/api/sounds?app=" + Self.app)
    #expect(answer.status == 200)
    // Control characters are escaped, and texts about a file have none.
    #expect(!answer.body.dropLast().contains { $0 < 0x20 })
    let records = try list(bench)
    let missing = Set(names).subtracting(records.keys).sorted()
    #expect(missing.isEmpty)
    for name in names {
      for finding in findings(records[name]) {
        let message = finding["message"] as? String ?? ""
        #expect(!message.unicodeScalars.contains { $0.properties.generalCategory == .control })
      }
    }
    #expect(try bench.ask("/").status == 200)
  }

  @Test("of ten thousand files the first hundred are listed")
  func many() throws {
    let bench = try Bench()
    let folder = try folder(bench)
    for number in 0..<10_000 {
      close(open(folder.appending(path: "\(number).wav").path, O_CREAT | O_WRONLY, 0o600))
    }
    #expect(try list(bench).count == 100)
    #expect(try bench.ask("/").status == 200)
  }

  @Test(
    "a file that ends its reader is reported; the files after it are read, and the page goes on")
  func brokenReader() async throws {
    let bench = try Bench()
    let folder = try folder(bench)
    let names = (0..<20).map { "\($0).wav" }
    let bytes = Data(wave(rate: 44_100))
    // Until a reader was met in its work: each round has new files.
    try await eventually("a reader") {
      for name in names { try bytes.write(to: folder.appending(path: name)) }
      let reader = try EventuallyKilled(childOf: bench.process)
      let records = try list(bench)
      #expect(Set(records.keys) == Set(names))
      #expect(try bench.ask("/").status == 200)
      guard reader.stop() else { return false }
      let unread = names.filter { isUnread(records[$0]) }
      #expect(unread.count <= 1)
      #expect(names.filter { records[$0]?["shape"] as? String == "" } == unread)
      return unread.count == 1
    }
    // No process is left that nobody waits for.
    #expect(try EventuallyKilled.children(of: bench.process).isEmpty)
  }

  @Test("while a reader hangs, everything else is answered")
  func hangingReader() async throws {
    let bench = try Bench()
    let folder = try folder(bench)
    let bytes = Data(wave(rate: 44_100))
    try await eventually("a reader") {
      for number in 0..<20 {
        try bytes.write(to: folder.appending(path: "\(number).wav"))
      }
      let reader = try EventuallyKilled(childOf: bench.process, with: SIGSTOP)
      let listing = try Tool("curl").start([
        "-s", "-o", "/dev/null", "-H", "Cookie: " + bench.cookie,
        "http://127.0.0.1:\(bench.port)/api/sounds?app=\(Self.app)&t=\(bench.token)",
      ])
      guard reader.wait() else {
        listing.waitUntilExit()
        return false
      }
      #expect(try bench.ask("/").status == 200)
      #expect(try bench.ask("/api/extension?number=1").status == 404)
      #expect(try bench.post("/api/clear", "{}").status == 204)
      let isHung = listing.isRunning
      reader.resume()
      #expect(listing.waitUntilExit() == .exited(0))
      return isHung
    }
  }
}

/// Sends a signal to the first child of a process, as soon as there is one.
private final class EventuallyKilled: @unchecked Sendable {
  private let done = DispatchSemaphore(value: 0)
  private let lock = NSLock()
  private var child: pid_t = 0
  private var isOver = false

  init(childOf process: pid_t, with signal: Int32 = SIGSEGV) throws {
    Thread.detachNewThread { [self] in
      let limit = ContinuousClock.now + .seconds(30)
      while ContinuousClock.now < limit, !lock.withLock({ isOver }) {
        if let child = try? Self.children(of: process).first, kill(child, signal) == 0 {
          lock.withLock { self.child = child }
          break
        }
        usleep(200)
      }
      done.signal()
    }
  }

  /// Whether a child was met, for which it waits half a minute.
  func wait() -> Bool {
    done.wait()
    return lock.withLock { child } > 0
  }

  /// Whether a child was met so far.
  func stop() -> Bool {
    lock.withLock { isOver = true }
    return wait()
  }

  func resume() { kill(lock.withLock { child }, SIGCONT) }

  /// Those of all threads of a process.
  static func children(of process: pid_t) throws -> [pid_t] {
    let tasks = "/proc/\(process)/task"
    return try FileManager.default.contentsOfDirectory(atPath: tasks).flatMap { task in
      let text = (try? String(contentsOfFile: "\(tasks)/\(task)/children", encoding: .utf8)) ?? ""
      return text.split(separator: " ").compactMap { pid_t($0) }
    }
  }
}
