import Foundation
import TestSupport
import Testing

@Suite("tocsin fix: sounds are converted under their names, and only when that is wanted")
struct FixSoundTests {
  /// A folder with three sounds that a conversion fixes.
  private func workplace() throws -> PreflightWorkplace {
    let work = try PreflightWorkplace()
    try work.ffmpeg(
      ["-c:a", "libmp3lame", "-f", "mp3", "mp3.caf"], ["-f", "aiff", "aiff.caf"],
      ["-c:a", "adpcm_ima_wav", "-f", "wav", "adpcm.wav"])
    return work
  }

  @Test("Without --write the plan is printed, and no byte changes")
  func plan() throws {
    let work = try workplace()
    let before = try work.contents()
    let result = try work.tocsin("fix", ".")
    #expect(result.status == 1)
    #expect(
      result.text.contains("would repair mp3.caf: MPEG-1/2 Audio becomes CAF, ima4\n"),
      "\(result.text)")
    #expect(result.text.contains("would repair aiff.caf: AIFF becomes CAF, "))
    #expect(result.text.contains("would repair adpcm.wav: WAVE becomes WAVE, "))
    #expect(result.errors == "Nothing was written: --write does it.\n")
    #expect(try work.contents() == before)
  }

  @Test("--write converts under the name, and a second pre-flight is clean")
  func write() throws {
    let work = try workplace()
    let before = try work.contents()
    let result = try work.tocsin("fix", ".", "--write")
    #expect(result.status == 0)
    #expect(
      result.errors
        == "There is no undo by Git for adpcm.wav and 2 more: each original is kept as NAME.orig.\n"
        + "The original is kept as adpcm.wav.orig and 2 more.\n")
    #expect(result.text.contains("repaired mp3.caf"))
    let after = try work.contents()
    for name in ["mp3.caf", "adpcm.wav", "aiff.caf"] {
      #expect(after[name + ".orig"] == before[name])
    }
    #expect(after.count == before.count + 3)
    #expect(after["ding.wav"] == before["ding.wav"] && after["push.apns"] == before["push.apns"])
    #expect(after["mp3.caf"]?.starts(with: Array("caff".utf8)) == true)
    #expect(after["adpcm.wav"]?.starts(with: Array("RIFF".utf8)) == true)
    #expect(after["aiff.caf"]?.starts(with: Array("caff".utf8)) == true)
    let second = try work.tocsin("preflight", ".", "--strict", "--output", "json")
    #expect(second.status == 0)
    #expect(try second.rules() == [])
    let again = try work.tocsin("fix", ".", "--write")
    #expect(again.text.hasPrefix("nothing to repair\n") && again.status == 0)
  }

  @Test("AIFF that is named .caf is packed again, and keeps its samples")
  func renamedAIFF() throws {
    let work = try workplace()
    func decoded() throws -> Data {
      try Tool("ffmpeg").run(
        ["-v", "error", "-i", "aiff.caf", "-f", "s16le", "-"], in: work.folder.url
      ).output
    }
    let before = try decoded()
    #expect(before.count == 8_000)
    #expect(try work.tocsin("fix", "aiff.caf", "--write").status == 0)
    #expect(try work.folder.bytes(of: "aiff.caf").starts(with: Array("caff".utf8)))
    #expect(try decoded() == before)
  }

  @Test("A sound that would lose its coding under its name is left: devices play it as it is")
  func namedOnPurpose() throws {
    let work = try PreflightWorkplace()
    #expect(try work.tocsin("convert", "ding.wav", "small.caf", "-d", "ima4").status == 0)
    try work.write(try work.folder.bytes(of: "small.caf"), to: "small.wav")
    let before = try work.contents()
    let result = try work.tocsin("fix", ".", "--write")
    #expect(result.status == 0)
    #expect(
      result.text.contains("left small.wav [name]: WAVE cannot hold ima4: rename the file"),
      "\(result.text)")
    #expect(try work.contents() == before)
  }

  @Test("What was converted sounds like what was there")
  func sameSound() throws {
    let work = try workplace()
    #expect(try work.tocsin("fix", ".", "--write").status == 0)
    for name in ["mp3.caf", "adpcm.wav"] {
      let report = try work.tocsin("preflight", name, "--output", "json").jsonObject()
      let sound = try #require((report["sounds"] as? [[String: Any]])?.first)
      let duration = try #require(sound["duration"] as? Double)
      #expect(abs(duration - 0.5) < 0.15, "\(name) has \(duration) s")
      let measured = sound["measurements"] as? [String: Any]
      let peak = try #require(measured?["samplePeak"] as? Double)
      #expect(abs(peak + 20) < 1.5, "\(name) reaches \(peak) dB")
    }
  }

  @Test("A command that a finding prints does what it says", arguments: ["wav", "mp3"])
  func printed(_ suffix: String) throws {
    let work = try PreflightWorkplace()
    try work.write(PreflightWorkplace.tone(seconds: 31), to: "ding.wav")
    if suffix != "wav" { try work.ffmpeg(["long.\(suffix)"]) }
    let name = suffix == "wav" ? "ding.wav" : "long.\(suffix)"
    let report = try work.tocsin("preflight", name, "--output", "json").jsonObject()
    let fixes = (report["findings"] as? [[String: Any]] ?? []).compactMap { $0["fix"] as? String }
    let commands = fixes.compactMap { fix in
      fix.firstRange(of: "tocsin ").map { fix[$0.upperBound...].split(separator: " ") }
    }
    #expect(commands.count == (suffix == "wav" ? 1 : 2), "\(fixes)")
    for command in commands {
      // The second writes the same file anew.
      try? FileManager.default.removeItem(at: work.folder.url("long.caf"))
      let result = try work.run(command.map(String.init))
      #expect(result.status == 0, "\(command): \(result.text)\(result.errors)")
    }
    let made = suffix == "wav" ? name : "long.caf"
    let durations = try commands.map { command in
      try? FileManager.default.removeItem(at: work.folder.url("long.caf"))
      _ = try work.run(command.map(String.init))
      let checked = try work.tocsin("preflight", made, "--output", "json").jsonObject()
      return ((checked["sounds"] as? [[String: Any]])?.first?["duration"] as? Double) ?? 0
    }
    #expect(durations.contains(29.5), "\(durations)")
  }

  @Test("A sound of 30 s and more is cut with --trim, and left without")
  func trim() throws {
    let work = try PreflightWorkplace()
    try work.write(PreflightWorkplace.tone(seconds: 31), to: "long.wav")
    let before = try work.contents()
    let left = try work.tocsin("fix", ".", "--write")
    #expect(left.status == 1)
    #expect(left.text.contains("left long.wav [duration]: --trim cuts it to 29.5 s"))
    #expect(try work.contents() == before)
    let result = try work.tocsin("fix", ".", "--write", "--trim")
    #expect(result.status == 0, "\(result.text)\(result.errors)")
    let report = try work.tocsin("preflight", "long.wav", "--output", "json").jsonObject()
    let sound = (report["sounds"] as? [[String: Any]])?.first
    #expect(sound?["duration"] as? Double == 29.5)
    // Faded, not cut in the middle of a wave.
    let samples = try work.folder.bytes(of: "long.wav").suffix(200)
    #expect(
      samples.enumerated().allSatisfy { $0.offset % 2 == 0 || [0, 0xFF].contains($0.element) })
  }

  @Test("What cannot be repaired is left with a reason, and the rest is repaired")
  func remainders() throws {
    let work = try workplace()
    try work.write("no sound at all", to: "text.caf")
    try work.write([], to: "empty.caf")
    try work.ffmpeg(["-c:a", "libmp3lame", "-f", "mp3", "theme.mp3"])
    try work.write(PreflightWorkplace.payload("theme.mp3"), to: "theme.apns")
    var cut = try work.folder.bytes(of: "ding.wav")
    cut.removeLast(1_000)
    try work.write(cut, to: "cut.wav")
    try work.addError()
    let result = try work.tocsin("fix", ".", "--write", "--rename", "--trim")
    #expect(result.status == 1)
    let left = [
      "left text.caf [container]: it cannot be decoded: convert the original recording",
      "left empty.caf [container]: it cannot be decoded: convert the original recording",
      "left theme.mp3 [container]: its name would have to change: "
        + "convert it, and ask for the new name",
      "left cut.wav [structure]: its end is missing: get the whole file again",
      "left other.apns:3 [sound-missing]: somebody has to decide: 'gone.wav' is not shipped",
    ]
    for line in left { #expect(result.text.contains(line + "\n"), "\(result.text)") }
    #expect(try work.folder.bytes(of: "cut.wav") == cut)
    #expect(try work.folder.bytes(of: "mp3.caf").starts(with: Array("caff".utf8)))
  }

  @Test("What a file is, or where it lies, is the reason, and what is to be done by hand is told")
  func reasons() throws {
    let work = try workplace()
    try work.write(
      "version https://git-lfs.github.com/spec/v1\noid sha256:00\nsize 7\n", to: "lfs.caf")
    let pointer = try work.tocsin("fix", "lfs.caf")
    #expect(pointer.text.contains("left lfs.caf [container]: git lfs pull\n"), "\(pointer.text)")
    let raw = "app/src/main/res/raw"
    try work.write("include ':app'\n", to: "droid/settings.gradle")
    try work.write("plugins { id 'com.android.application' }\n", to: "droid/app/build.gradle")
    try work.write(work.folder.bytes(of: "aiff.caf"), to: "droid/\(raw)/a.aiff")
    let android = try work.tocsin("fix", "droid")
    #expect(
      android.text.contains(
        "left droid/\(raw)/a.aiff [android-format]: by hand: make WAVE of it, and remove this file: "
          + "tocsin convert "), "\(android.text)")
  }

  @Test("A sound in an archive is left: nothing is written there")
  func archive() throws {
    let work = try workplace()
    let zip = try Tool("python3").run(
      ["-c", "import zipfile; zipfile.ZipFile('a.zip', 'w').write('mp3.caf')"], in: work.folder.url)
    #expect(zip.status == 0)
    let before = try work.folder.bytes(of: "a.zip")
    let result = try work.tocsin("fix", "a.zip", "--write")
    #expect(result.status == 1)
    #expect(
      result.text.contains("left a.zip/mp3.caf [container]: mend it in the source of the build\n"),
      "\(result.text)")
    // No command can name the file.
    #expect(try !work.tocsin("preflight", "a.zip").text.contains("tocsin convert"))
    #expect(try work.folder.bytes(of: "a.zip") == before)
  }

  @Test("A link stays one, and what it leads to is repaired once")
  func links() throws {
    let work = try workplace()
    try FileManager.default.createDirectory(
      at: work.folder.url("app"), withIntermediateDirectories: false)
    try work.write(PreflightWorkplace.payload("Ding.wav"), to: "push.json")
    for name in ["mp3.caf", "push.json"] {
      try FileManager.default.createSymbolicLink(
        atPath: work.folder.path("app/" + name), withDestinationPath: "../" + name)
    }
    #expect(try work.tocsin("fix", ".", "--write", "--rename").status == 0)
    let mended = try work.folder.bytes(of: "mp3.caf")
    #expect(mended.starts(with: Array("caff".utf8)))
    for name in ["mp3.caf", "push.json"] {
      let link = try FileManager.default.destinationOfSymbolicLink(
        atPath: work.folder.path("app/" + name))
      #expect(link == "../" + name)
    }
    // The same again through the link alone.
    let again = try workplace()
    try FileManager.default.createSymbolicLink(
      atPath: again.folder.path("link.caf"), withDestinationPath: "mp3.caf")
    #expect(try again.tocsin("fix", "link.caf", "--write").status == 0)
    #expect(try again.folder.bytes(of: "mp3.caf") == mended)
  }

  @Test("The mode of a file stays")
  func modes() throws {
    let work = try workplace()
    try Unprivileged.setMode(0o640, of: work.folder.url("mp3.caf"))
    #expect(try work.tocsin("fix", "mp3.caf", "--write").status == 0)
    let attributes = try FileManager.default.attributesOfItem(atPath: work.folder.path("mp3.caf"))
    #expect(attributes[.posixPermissions] as? Int == 0o640)
  }
}
