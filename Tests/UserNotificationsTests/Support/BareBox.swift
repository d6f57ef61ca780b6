import Foundation
import TestSupport

/// A box without a daemon, a bus and a sound device, for programs that are run as they stand.
struct BareBox {
  let folder: TemporaryFolder
  /// What the programs find in their environment.
  let environment: [String: String]

  /// - Parameter app: the identifier that the programs have; empty leaves them their own.
  init(app: String) throws {
    folder = try TemporaryFolder()
    try FileManager.default.createDirectory(
      at: folder.url("run"), withIntermediateDirectories: false,
      attributes: [.posixPermissions: 0o700])
    environment = [
      "XDG_STATE_HOME": folder.path("state"), "XDG_DATA_HOME": folder.path("data"),
      "XDG_RUNTIME_DIR": folder.path("run"), "DBUS_SESSION_BUS_ADDRESS": "",
      "TOCSIN_APP_ID": app, "TOCSIN_AUDIO_DEVICE": "null",
      "TOCSIN_AUTHORIZATION_UNATTENDED": "true",
    ]
  }
}
