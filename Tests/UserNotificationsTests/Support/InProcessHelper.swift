import AlertPlayback
import AppNotifications
import Desktop
import NotificationDelivery
import NotificationScheduling
import NotificationStorage

extension ClientEnvironment {
  /// Has the notifications of an app delivered in this process, on a screen of the test's and a
  /// device that nobody hears. A delegate may take a minute for its answer, for a machine that is
  /// busy needs more than is given to apps.
  mutating func deliver(for app: String, on presenter: any BannerPresenter) {
    let folder = folder
    answerLimit = .seconds(60)
    var configuration = HostConfiguration()
    configuration.policy.answerLimit = answerLimit
    starter = { [configuration] in
      let delivery = try AppDelivery(
        for: app, .standard(in: folder), in: folder, configuration: configuration,
        presenter: presenter, opener: { format in NullDevice(format, isPaced: false) }
      ) { _ in }
      if let delivery { Task { await delivery.run() } }
    }
  }
}
