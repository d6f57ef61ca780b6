import Foundation
import Glibc
import TestSupport

/// A gpsd with a receiver that moves along a line: `gpsfake` plays NMEA 0183 into a terminal, from
/// which a real gpsd reads. It begins when somebody connects.
final class FakeReceiver {
  let port: UInt16
  private let folder: TemporaryFolder
  private let process: RunningTool

  static let isInstalled = (try? Tool("gpsfake")) != nil && (try? Tool("gpsd")) != nil

  /// - Parameter distances: metres north of 52.5163, 13.3777, one for each second of the receiver.
  init(_ distances: [Double]) throws {
    folder = try TemporaryFolder()
    port = try Self.freePort()
    try folder.write(Self.track(distances).utf8, to: "track.nmea")
    // A sentence each 20 ms: the receiver's seconds are shorter than others.
    let arguments = ["-1", "-q", "-W", "60", "-c", "0.02", "-P", "\(port)"]
    process = try Tool("gpsfake").start(arguments + [folder.path("track.nmea")], errors: .null)
  }

  /// A gpsd to which nobody listens reads no more, and its gpsfake would wait for it for ever.
  deinit {
    for child in Self.children(of: process.processIdentifier) { kill(child, SIGKILL) }
    process.kill()
  }

  private static func children(of parent: pid_t) -> [pid_t] {
    let threads =
      (try? FileManager.default.contentsOfDirectory(atPath: "/proc/\(parent)/task")) ?? []
    return threads.flatMap { thread in
      let list = try? String(
        contentsOfFile: "/proc/\(parent)/task/\(thread)/children", encoding: .utf8)
      return (list ?? "").split(separator: " ").compactMap { pid_t($0) }
    }
  }

  private static func freePort() throws -> UInt16 {
    let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    defer { close(descriptor) }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(INADDR_LOOPBACK).bigEndian
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isBound = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(descriptor, $0, size) == 0 && getsockname(descriptor, $0, &size) == 0
      }
    }
    guard isBound else { throw NeverHappened(description: "no port is free") }
    return UInt16(bigEndian: address.sin_port)
  }

  private static func track(_ distances: [Double]) -> String {
    distances.enumerated().map { second, metres in
      let latitude = 52.5163 + metres / 111_270
      let minutes = String(format: "52%07.4f", (latitude - 52) * 60)
      let time = String(format: "07%02d%02d.00", second / 60, second % 60)
      return [
        "GPRMC,\(time),A,\(minutes),N,01322.6620,E,20.0,180.0,231126,,,A",
        "GPGGA,\(time),\(minutes),N,01322.6620,E,1,08,1.0,34.0,M,44.0,M,,",
        "GPGSA,A,3,01,02,03,04,05,06,07,08,,,,,1.8,1.0,1.5",
      ].map { sentence in
        let sum = sentence.utf8.reduce(0, ^)
        return "$\(sentence)*" + String(format: "%02X", Int(sum)) + "\r\n"
      }.joined()
    }.joined()
  }
}
