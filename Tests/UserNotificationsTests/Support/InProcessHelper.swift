import AlertPlayback
import AppNotifications
import DesktopBanners
import NotificationDelivery
import NotificationScheduling

extension ClientEnvironment {
  /// Has the notifications of an app delivered in this process, on a screen of the test's and a
  /// device that nobody hears.
  mutating func deliver(for app: String, on presenter: any BannerPresenter) {
    let folder = folder
    starter = {
      let delivery = try AppDelivery(
        for: app, .standard(in: folder), in: folder, configuration: HostConfiguration(),
        presenter: presenter, opener: { format in NullDevice(format, isPaced: false) }
      ) { _ in }
      if let delivery { Task { await delivery.run() } }
    }
  }
}
