import RemoteNotifications

/// A topic for ntfy's publish calls, with the boxes that get its messages.
package struct NtfyTopic: Equatable, Sendable {
  /// The app that its messages belong to on the boxes.
  package var app: String
  package var devices: [UInt64]
  /// The SHA-256 of its access token, as hexadecimal digits.
  package var token: String
  package var sound: String

  package init(app: String, devices: [UInt64], token: String, sound: String) {
    self.app = app
    self.devices = devices
    self.token = token
    self.sound = sound
  }

  var addresses: [DeviceAddress] {
    let number = PushSubject.appNumber(ofTopic: app)
    return devices.map { DeviceAddress(device: $0, app: number) }
  }
}

/// The access token of a topic: `tk_` and 29 letters and digits, the form of ntfy's own tokens.
package enum NtfyToken {
  package static func random() -> String {
    "tk_" + .random(29, of: "abcdefghijklmnopqrstuvwxyz0123456789")
  }

  /// The digest of a token, which is all that is kept of it.
  package static func digest(_ token: String) -> String {
    Fingerprint.text(Array(token.utf8))
  }
}

extension String {
  /// Characters of `letters`, each chosen at random by the system's generator.
  static func random(_ count: Int, of letters: String) -> String {
    let letters = Array(letters)
    return String((0..<count).map { _ in letters[.random(in: letters.indices)] })
  }
}
