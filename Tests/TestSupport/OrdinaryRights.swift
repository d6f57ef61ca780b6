import Foundation
import Glibc

/// Runs `body` without root's rights to all files, so that a mode can deny something. Only the
/// caller's thread is changed; who is not root has no such rights.
public func withOrdinaryRights(_ body: () throws -> Void) throws {
  guard geteuid() == 0 else { return try body() }
  typealias SetUser = @convention(c) (UInt32) -> Int32
  guard let symbol = dlsym(UnsafeMutableRawPointer(bitPattern: 0), "setfsuid") else {
    throw CocoaError(.featureUnsupported)
  }
  let setUser = unsafeBitCast(symbol, to: SetUser.self)
  _ = setUser(65_534)
  defer { _ = setUser(0) }
  try body()
}
