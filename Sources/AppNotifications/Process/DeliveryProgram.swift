package import LinuxProcess
package import NotificationStorage

/// The program that delivers an app's notifications where no daemon does: `tocsind`, for one app.
package struct DeliveryProgram: Sendable {
  let app: String
  let folder: StoreFolder
  let variables: [String: String]

  package init(app: String, folder: StoreFolder, variables: [String: String]) {
    self.app = app
    self.folder = folder
    self.variables = variables
  }

  /// Starts the program, and returns when it is at work, or another process is.
  package func start() throws(DetachedProgram.Failure) {
    guard let program = DetachedProgram.find("tocsind", at: "TOCSIN_DAEMON", variables) else {
      throw DetachedProgram.Failure(
        description:
          "the program tocsind is not installed: install the package tocsind, or build it "
          + "beside this program"
      )
    }
    try program.start(["--app", app, "--store", folder.path], variables)
  }
}
