import Foundation
import NotificationTypes
import Testing

@Suite("Sounds on the page")
struct SoundTests {
  /// A file that ffmpeg makes of a sine.
  private func sound(
    _ name: String, seconds: Double, in bench: Bench, _ options: [String] = []
  ) throws -> Data {
    let file = bench.root.appending(path: "made-" + name)
    let source = "sine=440:duration=\(seconds)"
    let arguments = ["-v", "error", "-f", "lavfi", "-i", source, "-af", "volume=0.5"] + options
    try Bench.run("ffmpeg", arguments + [file.path])
    return try Data(contentsOf: file)
  }

  private func folder(_ bench: Bench, _ app: String = "org.example.a") -> URL {
    bench.data.appending(path: app + "/Library/Sounds")
  }

  private func names(_ url: URL) -> [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: url.path)) ?? []).sorted()
  }

  @Test("a dropped file is converted, checked and put into the app's folder")
  func converted() throws {
    let bench = try Bench()
    let data = try sound("bell.ogg", seconds: 1, in: bench)
    let answer = try bench.ask("/api/sounds?app=org.example.a&name=my+bell.ogg", data)
    #expect(answer.status == 200, "\(answer.text)")
    let result = try #require(
      try JSONSerialization.jsonObject(with: answer.body) as? [String: Any])
    #expect(result["name"] as? String == "my bell.caf" && result["isConverted"] as? Bool == true)
    #expect(names(folder(bench)) == ["my bell.caf"])

    let list = try bench.ask("/api/sounds?app=org.example.a")
    let items = try #require(
      try JSONSerialization.jsonObject(with: list.body) as? [[String: Any]])
    let item = try #require(items.first)
    #expect(item["name"] as? String == "my bell.caf" && item["place"] as? String == "library")
    #expect((item["shape"] as? String)?.hasPrefix("M0 0V-") == true)
    let report = try #require(item["report"] as? [String: Any])
    #expect(report["dataFormat"] as? String == "ima4")

    let wave = try bench.ask("/api/sound?app=org.example.a&folder=0&name=my+bell.caf")
    #expect(wave.status == 200 && wave.fields["content-type"] == "audio/wav")
    #expect(wave.body.starts(with: Array("RIFF".utf8)))
  }

  @Test("a good alert sound is kept as it is")
  func kept() throws {
    let bench = try Bench()
    let data = try sound("ok.wav", seconds: 1, in: bench)
    #expect(try bench.ask("/api/sounds?app=org.example.a&name=ok.wav", data).status == 200)
    #expect(try Data(contentsOf: folder(bench).appending(path: "ok.wav")) == data)
  }

  @Test("what cannot be an alert sound is refused, and leaves nothing")
  func refused() throws {
    let bench = try Bench()
    let long = try sound("long.wav", seconds: 31, in: bench, ["-ar", "8000"])
    let answer = try bench.ask("/api/sounds?app=org.example.a&name=long.wav", long)
    #expect(answer.status == 422 && answer.text.contains("30"), "\(answer.text)")
    for text in ["", "not a sound", "<html>"] {
      let answer = try bench.ask("/api/sounds?app=org.example.a&name=a.wav", Data(text.utf8))
      #expect(answer.status == 422, "\(text): \(answer.text)")
    }
    let large = Data(repeating: 0, count: (32 << 20) + 1)
    #expect(try bench.ask("/api/sounds?app=org.example.a&name=a.wav", large).status == 413)
    #expect(!FileManager.default.fileExists(atPath: bench.data.path))
  }

  @Test("no name leads out of the folder")
  func names() throws {
    let bench = try Bench()
    let data = try sound("ok.wav", seconds: 0.2, in: bench)
    let bad = [
      "../evil.wav", "%2e%2e%2fevil.wav", ".hidden.wav", "a%2Fb.wav", "%00.wav", "a%0Ab.wav", "",
      String(repeating: "x", count: 120) + ".wav",
    ]
    for name in bad {
      #expect(
        try bench.ask("/api/sounds?app=org.example.a&name=" + name, data).status == 400, "\(name)")
    }
    for app in ["..", "%2e%2e%2f%2e%2e", "a%2Fb", ".", ""] {
      #expect(try bench.ask("/api/sounds?app=\(app)&name=ok.wav", data).status == 400, "\(app)")
    }
    #expect(!FileManager.default.fileExists(atPath: bench.data.path))
    for name in ["..%2F..%2Fetc%2Fpasswd", "nothing.wav"] {
      let path = "/api/sound?app=org.example.a&folder=0&name=" + name
      #expect(try bench.ask(path).status == 404)
    }
    #expect(try bench.ask("/api/sound?app=org.example.a&folder=99&name=a.wav").status == 404)
  }

  @Test("a sound of the same name is replaced only when the user says so")
  func replaced() throws {
    let bench = try Bench()
    let first = try sound("a.wav", seconds: 0.2, in: bench)
    let second = try sound("b.wav", seconds: 0.3, in: bench)
    let path = "/api/sounds?app=org.example.a&name=ok.wav"
    let file = folder(bench).appending(path: "ok.wav")
    #expect(try bench.ask(path, first).status == 200)
    #expect(try bench.ask(path, second).status == 409)
    #expect(try Data(contentsOf: file) == first)
    #expect(try bench.ask(path + "&replace=1", second).status == 200)
    #expect(try Data(contentsOf: file) == second)
    #expect(names(folder(bench)) == ["ok.wav"])
  }
}
