import AlertPlayback

/// Opens the first of several devices that can be opened.
struct DeviceOpener: Sendable {
  let names: [String]

  func open(_ format: PlaybackFormat) throws(PlaybackError) -> any PlaybackDevice {
    var failure = PlaybackError.notOpened(device: "", reason: "no device is set")
    for name in names {
      if name == "null" { return NullDevice(format) }
      do throws(PlaybackError) {
        return try ALSADevice(name, format)
      } catch {
        failure = error
      }
    }
    throw failure
  }
}
