// For `pollfd`, which the header of ALSA includes.
import CALSA
import Glibc
import LinuxProcess

/// A connection to the user's sound server: PulseAudio, or PipeWire in its place.
///
/// It uses the native protocol of PulseAudio (`native-common.h`, `protocol-native.c`). For these few
/// calls libpulse would be one more library to load, and none of its calls has a timeout.
final class PulseConnection {
  enum Command: UInt32 {
    case reply = 2
    case authenticate = 8
    case setClientName = 9
    case getSink = 21
    case getSinkInputs = 30
    case setSinkVolume = 36
    case setSinkMute = 39
  }

  /// The first version with properties.
  private static let version: UInt32 = 13
  /// The maximum time of a connection. A server answers each call in less than a millisecond.
  private static let timeout = Duration.milliseconds(200)
  private static let maximumMessage: UInt32 = 1 << 20

  private let socket: Int32
  private let end = SystemClock.time + PulseConnection.timeout
  private var serial: UInt32 = 0

  /// - Returns: nil where no server answers.
  init?() {
    socket = Glibc.socket(
      AF_UNIX,
      Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
        | Int32(SOCK_NONBLOCK.rawValue), 0)
    guard Self.paths.contains(where: { SocketAddress.connect(socket, to: $0) }),
      call(.authenticate, [.number(Self.version), .bytes(Self.cookie)]) != nil,
      call(.setClientName, [.other, .text(nil)]) != nil
    else { return nil }
  }

  deinit { close(socket) }

  /// - Returns: the values of the reply; nil where the server refuses the call or does not answer.
  func call(_ command: Command, _ arguments: [PulseValue]) -> [PulseValue]? {
    serial += 1
    let values = [.number(command.rawValue), .number(serial)] + arguments
    let body = values.flatMap(\.encoded)
    // The length, the channel of commands, and three words that only sound has.
    let header = [UInt32(body.count), .max, 0, 0, 0].flatMap(\.bigEndianBytes)
    let message = header + body
    guard send(socket, message, message.count, Int32(MSG_NOSIGNAL)) == message.count
    else { return nil }
    while let values = receive(), values.count >= 2 {
      guard values[1] == .number(serial) else { continue }
      return values[0] == .number(Command.reply.rawValue) ? Array(values.dropFirst(2)) : nil
    }
    return nil
  }

  private func receive() -> [PulseValue]? {
    guard let header = receive(20) else { return nil }
    let length = header.prefix(4).reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
    guard length <= Self.maximumMessage, let body = receive(Int(length)) else { return nil }
    return PulseValue.all(in: body)
  }

  private func receive(_ count: Int) -> [UInt8]? {
    var bytes = [UInt8](repeating: 0, count: count)
    var filled = 0
    while filled < count {
      var descriptor = pollfd(fd: socket, events: Int16(POLLIN), revents: 0)
      let left = max(.zero, end - SystemClock.time) / .milliseconds(1)
      guard poll(&descriptor, 1, Int32(left.rounded(.up))) == 1 else { return nil }
      let read = bytes.withUnsafeMutableBytes { bytes in
        recv(socket, bytes.baseAddress.map { $0 + filled }, count - filled, 0)
      }
      guard read > 0 else { return nil }
      filled += read
    }
    return bytes
  }

  // MARK: Where the server is

  private static func variable(_ name: String) -> String? {
    getenv(name).map { String(cString: $0) }.flatMap { $0.isEmpty ? nil : $0 }
  }

  /// Where the server listens: as `PULSE_SERVER` says, else the user's own, else that of the machine.
  /// A server on another machine is not asked.
  private static var paths: [String] {
    if let servers = variable("PULSE_SERVER") {
      return servers.split(separator: " ").compactMap { server in
        // The machine's name may stand before it, in braces.
        let address = server.split(separator: "}").last ?? ""
        let path = address.hasPrefix("unix:") ? address.dropFirst("unix:".count) : address
        return path.hasPrefix("/") ? String(path) : nil
      }
    }
    let folder =
      variable("PULSE_RUNTIME_PATH") ?? RuntimeFolder.path.map { $0 + "/pulse" }
    return [folder, "/run/pulse"].compactMap { $0.map { $0 + "/native" } }
  }

  /// What shows a server of another user that it may be used; one's own does not need it.
  private static var cookie: [UInt8] {
    var bytes = [UInt8](repeating: 0, count: 256)
    let path =
      variable("PULSE_COOKIE") ?? variable("HOME").map { $0 + "/.config/pulse/cookie" } ?? ""
    let file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    if file >= 0 {
      _ = read(file, &bytes, bytes.count)
      close(file)
    }
    return bytes
  }
}
