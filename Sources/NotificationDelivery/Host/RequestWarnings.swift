import FoundationEssentials
import Glibc
public import NotificationStorage
public import NotificationTypes
import SoundResolution

/// The parts of a request that will not take effect, as far as this is known when it is scheduled.
public struct RequestWarnings {
  /// The warnings, each as a sentence for people.
  public private(set) var sentences: [String] = []

  /// - Parameters:
  ///   - request: the request of an app.
  ///   - profile: the profile of the app in the store.
  ///   - configuration: contains the folders of sounds.
  public init(
    _ request: NotificationRequest, profile: AppProfile, configuration: HostConfiguration
  ) {
    let content = request.content
    let permissions = profile.storedSettings?.permissions
    if permissions?.authorization == .denied {
      sentences.append("'\(request.app)' may not send notifications: it will be in no list")
    }
    if content.sound?.isCritical == true, permissions?.criticalAlert != .enabled {
      sentences.append(
        "'\(request.app)' may not send critical alerts: allow it with "
          + "'tocsinctl settings \(request.app) --critical on'")
    }
    if let name = content.sound?.name {
      let owner = SoundOwner(
        app: request.app, groups: profile.registration?.groups ?? [],
        bundle: profile.registration?.bundle)
      do throws(SoundFallback) {
        _ = try SoundResolver(configuration.places).find(name, for: owner)
      } catch {
        sentences.append("the default sound will play: \(error)")
      }
    }
    let category = content.categoryIdentifier
    if !category.isEmpty, !profile.categories.contains(where: { $0.identifier == category }) {
      sentences.append("'\(request.app)' has no category '\(category)': no actions are offered")
    }
    for attachment in content.attachments where access(attachment.path, R_OK) != 0 {
      sentences.append("there is no file '\(attachment.path)' to show")
    }
  }
}
