import AlertPlayback
import HTTPTypes
import NotificationDelivery
import SoundResolution

/// The default sound on the configured device, at once, whatever the settings of apps are.
struct TestTone: Sendable {
  let configuration: @Sendable () -> HostConfiguration

  /// Returns when the sound is over.
  /// - Throws: ``Refusal`` with the reason why nothing is heard.
  func play() async throws(Refusal) {
    let configuration = configuration()
    let resolver = SoundResolver(
      configuration.places, defaultSound: configuration.defaultSound,
      theme: configuration.soundTheme)
    guard let sound = resolver.resolveDefault().sound else {
      throw Refusal(.conflict, "The sound theme of the desktop has switched the default sound off.")
    }
    let devices = configuration.devices
    let player = Player { format throws(PlaybackError) in try Self.open(devices, format) }
    let format = PlaybackFormat(sampleRate: sound.sampleRate, channelCount: sound.channelCount)
    let voice = player.play(format) { format in
      try sound.source(sampleRate: format.sampleRate, channelCount: format.channelCount)
    }
    if case .failed(let error) = await voice.finished {
      throw Refusal(.serviceUnavailable, "\(error)")
    }
  }

  private static func open(
    _ names: [String], _ format: PlaybackFormat
  ) throws(PlaybackError) -> any PlaybackDevice {
    var failure = PlaybackError.notOpened(device: "", reason: "no device is set")
    for name in names {
      if name == "null" { return NullDevice(format) }
      do throws(PlaybackError) { return try ALSADevice(name, format) } catch { failure = error }
    }
    throw failure
  }
}
