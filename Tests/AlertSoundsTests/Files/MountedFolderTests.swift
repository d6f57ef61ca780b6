import TestSupport
import Testing

@Suite(
  "Full and read-only disks: a clear error, the old output, and nothing else",
  .needs(Facility.mounts, "mounting a small tmpfs needs root and a mount name space"))
struct MountedFolderTests {
  /// Runs `script` with a tmpfs of 64 KiB at `$1`; `$2` is tocsin, `$3` an input of 200 KB.
  private func run(_ script: String) throws -> ToolResult {
    let folder = try TemporaryFolder()
    let samples = TestSamples.integers(bitDepth: 16, count: 100_000)
    let input = try folder.write(PlainWAVE.integers(samples), to: "in.wav")
    let disk = try TemporaryFolder()
    let setUp = "mount -t tmpfs -o size=64k tmpfs \"$1\" || exit 99\n"
    return try Tool("unshare").run(
      ["-m", "sh", "-c", setUp + script, "sh", disk.path("."), try Tool.tocsin().path, input])
  }

  @Test(
    "A full disk", arguments: [("BEI16", "out.caf"), ("LEI24", "out.caf"), ("ulaw", "out.wav")])
  func full(dataFormat: String, name: String) throws {
    let result = try run(
      """
      echo old > "$1/\(name)"
      "$2" convert --force "$3" "$1/\(name)" -d \(dataFormat)
      echo "status $?"
      ls -A "$1"
      cat "$1/\(name)"
      """)
    #expect(result.text == "status 1\n\(name)\nold\n")
    #expect(result.errors.hasPrefix("Error: cannot write "))
    #expect(result.errors.hasSuffix(": no space left on device\n"))
  }

  @Test(
    "A disk that is full for what ffmpeg writes",
    arguments: [("alac", "out.m4a"), ("alac", "out.caf")])
  func fullForFFmpeg(dataFormat: String, name: String) throws {
    let result = try run(
      """
      echo old > "$1/\(name)"
      "$2" convert --force "$3" "$1/\(name)" -d \(dataFormat)
      echo "status $?"
      ls -A "$1"
      cat "$1/\(name)"
      """)
    #expect(result.text == "status 1\n\(name)\nold\n")
    #expect(result.errors.hasPrefix("Error: ") && result.errors.contains("ffmpeg cannot write it"))
  }

  @Test(
    "A disk that is full for whatever else makes a file",
    arguments: [
      "convert --force --join \"$3\" \"$3\" \"$1/old\" -f caff -d LEI16",
      "convert --force \"$3\" \"$1/old\" -f caff -d ima4 --normalize -16 --fade-out 0.1",
      "wave \"$3\" -o \"$1/old.svg\"", "wave \"$3\" -o \"$1/old.png\"",
      "wave --force \"$3\" --output-dir \"$1\" --format svg",
    ])
  func fullForOthers(command: String) throws {
    let result = try run(
      """
      for name in old old.svg old.png in.svg; do echo old > "$1/$name"; done
      head -c 64k /dev/zero > "$1/filler" 2> /dev/null
      "$2" \(command)
      echo "status $?"
      ls -A "$1"
      cat "$1/old" "$1/old.svg" "$1/old.png" "$1/in.svg"
      """)
    #expect(
      result.text == "status 1\nfiller\nin.svg\nold\nold.png\nold.svg\nold\nold\nold\nold\n")
    #expect(result.errors.contains("no space left on device"), "\(result.errors)")
  }

  @Test(
    "No room for what comes from a pipe or goes into one",
    arguments: [
      "cat \"$3\" | \"$2\" info -", "\"$2\" convert \"$3\" - -f caff -d LEI16 > /dev/null",
    ])
  func fullForPipes(command: String) throws {
    let result = try run("export TMPDIR=\"$1\"\n\(command)\necho \"status $?\"\nls -A \"$1\"")
    #expect(result.text == "status 1\n")
    #expect(result.errors.hasSuffix(": no space left on device\n"), "\(result.errors)")
  }

  @Test("A disk that is full for the replaced file and the new one together")
  func noRoomForBoth() throws {
    // 26 KB each: two fit, three do not.
    let result = try run(
      """
      for name in a b c; do
        "$2" convert "$3" "$1/$name.caf" -d ima4@22050
        echo "status $?"
      done
      ls -A "$1"
      """)
    #expect(result.text == "status 0\nstatus 0\nstatus 1\na.caf\nb.caf\n")
  }

  @Test("A read-only disk")
  func readOnly() throws {
    let result = try run(
      """
      echo old > "$1/out.caf"
      mount -o remount,ro "$1"
      "$2" convert --force "$3" "$1/out.caf" -d ima4
      echo "status $?"
      cat "$1/out.caf"
      """)
    #expect(result.text == "status 1\nold\n")
    #expect(result.errors.hasSuffix(": read-only file system\n"))
  }

  @Test("Several files into a full folder: the first fit, each other is an error")
  func batch() throws {
    let result = try run(
      """
      "$2" convert "$3" --to caff:LEI24 --output-dir "$1/sounds" > /dev/null
      echo "status $?"
      ls -A "$1/sounds"
      """)
    #expect(result.text == "status 1\n")
    #expect(result.errors.hasSuffix(": no space left on device\n"))
  }
}
