import Glibc

/// An output of the sound server on which nothing is heard.
public struct SilentOutput: Hashable, Sendable {
  /// The reason why nothing is heard.
  public enum Cause: Hashable, Sendable {
    /// The server has no sound card: PulseAudio and PipeWire have a placeholder then.
    case placeholder
    case muted
    case volumeZero
  }

  /// The server's name for the output.
  public var name: String
  /// The reason why nothing is heard.
  public var cause: Cause
  private let index: UInt32
  private let channelCount: Int

  /// The output of the sound that this process plays on the sound server; it waits 200 ms at most.
  /// - Returns: nil where it is heard, or where this process does not use a sound server.
  public static func ofThisProcess() -> SilentOutput? {
    guard usesServer, let server = PulseConnection() else { return nil }
    return server.call(.getSinkInputs, []).flatMap { sink(of: getpid(), in: $0) }
      .flatMap { server.call(.getSink, [.number($0), .text(nil)]) }
      .flatMap(SilentOutput.init)
  }

  /// Whether a plug-in of ALSA has loaded a library for a sound server. A connection can start a
  /// server, which could take the hardware away from a program that plays on it.
  private static var usesServer: Bool {
    ["libpulse.so.0", "libpipewire-0.3.so.0"].contains { name in
      guard let library = dlopen(name, RTLD_LAZY | RTLD_NOLOAD) else { return false }
      dlclose(library)
      return true
    }
  }

  /// Switches the output on, at half of its full volume where it had none.
  public func unmute() {
    guard let server = PulseConnection() else { return }
    let output = [PulseValue.number(index), .text(nil)]
    if cause == .volumeZero {
      let half = [UInt32](repeating: 32_768, count: channelCount)
      _ = server.call(.setSinkVolume, output + [.volume(half)])
    }
    _ = server.call(.setSinkMute, output + [.flag(false)])
  }

  /// - Returns: nil where sounds on it are heard.
  private init?(_ sink: [PulseValue]) {
    guard sink.count > 7, case .number(let index) = sink[0], case .text(let name?) = sink[1],
      case .volume(let volume) = sink[6], case .flag(let isMuted) = sink[7]
    else { return nil }
    if name.hasPrefix("auto_null") {
      cause = .placeholder
    } else if volume.allSatisfy({ $0 == 0 }) {
      cause = .volumeZero
    } else if isMuted {
      cause = .muted
    } else {
      return nil
    }
    self.name = name
    self.index = index
    channelCount = volume.count
  }

  /// - Parameter inputs: the server's sounds, each of 13 values and a list of properties.
  /// - Returns: the index of the output on which a process plays; nil where it does not.
  private static func sink(of process: pid_t, in inputs: [PulseValue]) -> UInt32? {
    let owner = PulseValue.bytes(Array("\(process)".utf8) + [0])
    var rest = inputs[...]
    while rest.count > 14 {
      let output = rest[rest.startIndex + 4]
      rest = rest.dropFirst(14)
      var isOwn = false
      while rest.count > 2, case .text(let key?) = rest.first {
        if key == "application.process.id" { isOwn = rest[rest.startIndex + 2] == owner }
        rest = rest.dropFirst(3)
      }
      rest = rest.dropFirst()
      // While it is connected to none, it will be to the default one, which the same number means.
      if isOwn, case .number(let index) = output { return index }
    }
    return nil
  }
}

extension SilentOutput: CustomStringConvertible {
  /// The reason, as a sentence without a full stop.
  public var description: String {
    switch cause {
    case .placeholder: "the sound server has no sound card, only the placeholder '\(name)'"
    case .muted: "the sound server's output '\(name)' is muted"
    case .volumeZero: "the volume of the sound server's output '\(name)' is 0"
    }
  }
}
