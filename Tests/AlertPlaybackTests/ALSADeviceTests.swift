import AudioFormats
import Foundation
import TestSupport
import Testing

@Suite("tocsin play on an ALSA device")
struct ALSADeviceTests {
  @Test(
    "gives it every sample of the file, and nothing else",
    arguments: [1, 2, 6], [1, 441, 2_646, 60_001])
  func exact(channels: Int, frames: Int) throws {
    let card = try SoundCard()
    let sound = Samples16(
      Signals.noise(amplitude: 1, frames: frames, channels: channels), sampleRate: 44_100)
    let result = try card.play(try card.folder.write(sound.wave, to: "a.wav"), on: "file")
    #expect(result.status == 0, "\(result.errors)")
    #expect(try card.heard() == sound.samples.map { Int32($0) << 16 })
    #expect(result.errors.contains("device: file, 44100 Hz, \(channels) ch, S32_LE, period 441"))
    #expect(SoundCard.count("mixed", in: result.errors) == nil)
    #expect(result.errors.contains("statistics: \(frames) frames mixed, 0 underruns"))
  }

  @Test("plays what was decoded from IMA4")
  func decoded() throws {
    let card = try SoundCard()
    let sound = Samples16(Signals.chirp(frames: 30_000), sampleRate: 44_100)
    let wave = try card.folder.write(sound.wave, to: "a.wav")
    let tocsin = try Tool.tocsin()
    #expect(try tocsin.run(["convert", wave, card.folder.path("a.caf"), "-d", "ima4"]).status == 0)
    let raw = card.folder.path("a.aiff")
    #expect(try tocsin.run(["convert", card.folder.path("a.caf"), raw, "-d", "BEI16"]).status == 0)
    #expect(try card.play(card.folder.path("a.caf"), on: "file").status == 0)
    let decoded = try card.folder.bytes(of: "a.aiff").suffix(30_000 * 2)
    let expected = integers(Array(decoded), as: UInt16.self).map {
      Int32(Int16(bitPattern: $0.byteSwapped)) << 16
    }
    #expect(try card.heard() == expected)
  }

  @Test("takes the rate and the channels that the device has", arguments: ["S32_LE", "S16_LE"])
  func negotiated(form: String) throws {
    let card = try SoundCard("rate 48000 channels 2 form \"\(form)\"")
    let sound = Samples16(Signals.sine(frames: 22_050), sampleRate: 44_100)
    let result = try card.play(try card.folder.write(sound.wave, to: "a.wav"), on: "flaky")
    #expect(result.status == 0)
    #expect(
      result.errors.contains(
        "device: flaky, 48000 Hz, 2 ch, \(form), period 480 frames (10.0 ms), "
          + "buffer 2880 frames (60.0 ms)"))
    let bytes = try card.folder.bytes(of: "heard.raw")
    let heard =
      form == "S16_LE"
      ? integers(bytes, as: Int16.self).map { Double($0) / 0x1p15 }
      : integers(bytes, as: Int32.self).map { Double($0) / 0x1p31 }
    #expect(heard.count == 2 * 24_000)
    let left = heard.indices.filter { $0.isMultiple(of: 2) }.map { heard[$0] }
    let right = heard.indices.filter { !$0.isMultiple(of: 2) }.map { heard[$0] }
    #expect(left == right)
    #expect(abs(frequency(of: left, sampleRate: 48_000) - 440) < 0.01)
    #expect(abs((left.max() ?? 0) - 0.5) < 0.001)
  }

  @Test("mixes six channels down to the two of the device")
  func mixedDown() throws {
    let card = try SoundCard("rate 44100 channels 2")
    // Low frequencies alone have no place in a stereo mix.
    let pcm = Signals.make(frames: 4_410, channels: 6) { _, channel in channel == 3 ? 0.9 : 0.3 }
    let sound = Samples16(pcm, sampleRate: 44_100)
    #expect(
      try card.play(try card.folder.write(sound.wave, to: "a.wav"), on: "flaky").status == 0)
    let heard = try card.heard()
    #expect(heard.count == 2 * 4_410)
    #expect(heard.allSatisfy { abs(Double($0) / 0x1p31 - 0.3) < 0.001 })
  }

  @Test("scales every sample by -v, and cuts at full scale")
  func volume() throws {
    let card = try SoundCard()
    let sound = Samples16(Signals.noise(frames: 5_000), sampleRate: 44_100)
    let path = try card.folder.write(sound.wave, to: "a.wav")
    #expect(try card.play(path, on: "file", ["-v", "0.5"]).status == 0)
    #expect(try card.heard() == sound.samples.map { Int32($0) << 15 })
    let loud = try card.play(path, on: "file", ["-v", "8"])
    let cut = sound.samples.count { abs(Int32($0)) > 4_096 }
    #expect(loud.errors.contains("\(cut) samples clipped"))
  }

  @Test("stops after -t, faded over the last 10 ms")
  func time() throws {
    let card = try SoundCard()
    let sound = Samples16(
      PCMBuffer(channelCount: 1, samples: Array(repeating: 0.5, count: 44_100)),
      sampleRate: 44_100)
    let path = try card.folder.write(sound.wave, to: "a.wav")
    #expect(try card.play(path, on: "file", ["-t", "0.3"]).status == 0)
    let heard = try card.heard()
    let level = Int32(sound.samples[0]) << 16
    #expect(heard.count == 13_230)
    #expect(heard.prefix(13_230 - 441).allSatisfy { $0 == level })
    #expect(heard.last == 0)
    #expect(zip(heard, heard.dropFirst()).allSatisfy { $0 - $1 <= level / 440 })
  }

  @Test(
    "plays faster or slower with -r, and the pitch follows",
    arguments: [0.5, 0.75, 1.5, 2], ["0", "1"])
  func rate(rate: Double, quality: String) throws {
    let card = try SoundCard()
    let sound = Samples16(Signals.sine(frames: 44_100), sampleRate: 44_100)
    let path = try card.folder.write(sound.wave, to: "a.wav")
    #expect(try card.play(path, on: "file", ["-r", "\(rate)", "-q", quality]).status == 0)
    let heard = try card.heard().map { Double($0) / 0x1p31 }
    #expect(heard.count == Int((44_100 / rate).rounded()))
    #expect(abs(frequency(of: heard, sampleRate: 44_100) - 440 * rate) < 0.1)
  }

  @Test("writes to file:PATH what the device would have been given")
  func file() throws {
    let card = try SoundCard()
    let sound = Samples16(Signals.noise(frames: 9_999, channels: 2), sampleRate: 44_100)
    let path = try card.folder.write(sound.wave, to: "a.wav")
    let output = card.folder.path("b.wav")
    let options = ["-v", "0.5", "-t", "0.1"]
    #expect(try card.play(path, on: "file:\(output)", options).status == 0)
    #expect(try card.play(path, on: "file", options).status == 0)
    let data = Array(try card.folder.bytes(of: "b.wav").dropFirst(4_096))
    let written = integers(data, as: Int16.self)
    let heard = try card.heard()
    #expect(written.count == 2 * 4_410)
    #expect(heard.count == written.count)
    #expect(zip(written, heard).allSatisfy { abs(Int64($0) << 16 - Int64($1)) <= 1 << 15 })
  }
}
