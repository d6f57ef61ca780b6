import AppNotifications
import NotificationTypes

extension UIApplication {
  /// Sets the app's categories, and asks the user, once, for the requested permissions; about no
  /// types nobody is asked. The delegate gets the permitted ones, at once where the user has answered
  /// before.
  public func registerUserNotificationSettings(_ settings: UIUserNotificationSettings) {
    useOlderAPI()
    let categories = (settings.categories ?? []).map(\.value).sorted {
      $0.identifier < $1.identifier
    }
    let options = settings.types.authorization
    let client = client
    client.now { try? await $0.setCategories(categories) }
    Task {
      if options.isEmpty {
        await client.registerForNothing()
      } else {
        _ = try? await client.requestAuthorization(options)
      }
      let allowed = UIUserNotificationSettings(
        await client.settings(), await client.categories())
      self.delegate?.application(self, didRegister: allowed)
    }
  }

  /// The current permissions and the app's categories; no types before the app has registered.
  public var currentUserNotificationSettings: UIUserNotificationSettings? {
    let (settings, categories) = client.now { (await $0.settings(), await $0.categories()) }
    return UIUserNotificationSettings(settings, categories)
  }
}

extension UIUserNotificationSettings {
  fileprivate convenience init(
    _ permissions: NotificationSettings, _ categories: [NotificationCategory]
  ) {
    self.init(
      types: UIUserNotificationType(permissions),
      categories: categories.isEmpty
        ? nil : Set(categories.map(UIUserNotificationCategory.init(value:))))
  }
}
