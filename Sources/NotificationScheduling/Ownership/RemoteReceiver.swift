/// The process that receives what servers send, as others know it: it holds a place among the apps.
package enum RemoteReceiver {
  /// Its identifier.
  package static let app = "tocsin-remote"

  /// The note in which it tells how it is: seconds since 1970, and a text.
  package static let statusNote = "remote-status"

  /// Tells it that registrations or the enrolment have changed.
  /// - Returns: false where it does not run.
  @discardableResult
  package static func wake(in folder: StoreFolder) -> Bool { AppPresence.wake(app, in: folder) }
}

extension StoreFolder {
  /// The box's enrolment with a gateway, which holds secrets.
  package var enrolment: String { path + "/remote.json" }
}
