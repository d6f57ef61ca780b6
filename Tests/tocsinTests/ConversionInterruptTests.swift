import Foundation
import TestSupport
import Testing

@Suite("Ctrl-C while a file is made")
struct ConversionInterruptTests {
  private let work: Workplace

  init() throws { work = try Workplace() }

  /// Starts a program, interrupts it when it is at work, or when its child is, and prints how it
  /// ended; its children must end too.
  private static let interrupt = """
    import os, signal, subprocess, sys, time
    needs_child, arguments = sys.argv[1] == "child", sys.argv[2:]
    def listen():
        # Whoever started the tests may have blocked or ignored it.
        signal.signal(signal.SIGINT, signal.SIG_DFL)
        signal.pthread_sigmask(signal.SIG_SETMASK, [])
    program = subprocess.Popen(
        arguments, stdout=subprocess.DEVNULL,
        preexec_fn=listen)
    def children():
        found = []
        for task in os.listdir(f"/proc/{program.pid}/task"):
            try:
                for child in open(f"/proc/{program.pid}/task/{task}/children").read().split():
                    if "ffmpeg" in os.readlink(f"/proc/{child}/exe"): found.append(child)
            except OSError: pass
        return found
    def runs(child):
        try: return open(f"/proc/{child}/stat").read().rsplit(")", 1)[1].split()[0] != "Z"
        except OSError: return False
    def ticks():
        fields = open(f"/proc/{program.pid}/stat").read().rsplit(")", 1)[1].split()
        return int(fields[11]) + int(fields[12])
    seen = []
    while program.poll() is None and (not seen if needs_child else ticks() < 30):
        seen = children()
        time.sleep(0.01)
    assert program.poll() is None, "it was done before it could be interrupted"
    program.send_signal(signal.SIGINT)
    print(program.wait())
    for child in seen:
        while runs(child): time.sleep(0.01)
    """

  private func interrupted(_ arguments: [String], waitingForChild: Bool = false) throws {
    let before = try work.folder.names()
    let result = try Tool.python.run(
      ["-c", Self.interrupt, waitingForChild ? "child" : "work", try Tool.tocsin().path]
        + arguments,
      in: work.folder.url, environment: ["TMPDIR": work.folder.url.path])
    // A shell's 130: ended by signal 2.
    #expect(result.text == "-2\n", "\(result.text)\(result.errors)")
    #expect(try work.folder.names() == before)
  }

  /// A WAVE of some hours of silence, of which the disk holds the header alone.
  private func writeLong() throws {
    let audio: UInt32 = 1 << 30
    let path = try work.folder.write(PlainWAVE.header(audioSize: audio), to: "long.wav")
    #expect(truncate(path, Int(audio) + 44) == 0)
  }

  @Test(
    "leaves nothing",
    arguments: [
      ["convert", "long.wav", "out.caf", "-q", "best"],
      ["convert", "long.wav", "out.caf", "--normalize", "-16", "--fade-out", "1"],
      ["convert", "long.wav", "out.caf", "--trim-silence", "--remove-dc", "--repeat", "3"],
      ["convert", "--join", "long.wav", "in.wav", "long.wav", "out.caf"],
      ["wave", "long.wav", "-o", "out.png"], ["wave", "long.wav"],
    ])
  func work(arguments: [String]) throws {
    try writeLong()
    try interrupted(arguments)
  }

  @Test("ends ffmpeg, too, when it reads and when it writes", arguments: [true, false])
  func child(reads: Bool) throws {
    if reads {
      let made = try Tool("ffmpeg").run(
        ["-v", "error", "-f", "lavfi", "-i", "anullsrc=r=44100", "-t", "1800", "in.m4a"],
        in: work.folder.url)
      #expect(made.status == 0)
      try interrupted(["convert", "in.m4a", "out.caf", "-q", "best"], waitingForChild: true)
    } else {
      try writeLong()
      try interrupted(["convert", "long.wav", "out.m4a", "-d", "aac"], waitingForChild: true)
    }
  }
}
