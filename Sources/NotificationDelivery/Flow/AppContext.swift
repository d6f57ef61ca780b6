import FoundationEssentials
import Glibc
import NotificationStorage
import NotificationTypes
import SoundResolution
import Synchronization

/// The data of a notification's app at the moment of its delivery.
struct AppContext: Sendable {
  var app: String
  var settings: AppSettings
  var registration: RegisteredApp?
  /// The category that the content names.
  var category: NotificationCategory?
  var state: AppState
  /// Whether the user was not asked about the app, and everything is allowed all the same.
  var isAllowedUnasked = false

  func sound(_ name: String?, isCritical: Bool) -> SoundRequest {
    SoundRequest(
      name,
      owner: SoundOwner(
        app: app, groups: registration?.groups ?? [], bundle: registration?.bundle),
      isCritical: isCritical)
  }

  /// The content in the user's current language, as far as the app has translations.
  func localized(_ content: NotificationContent) -> NotificationContent {
    guard !content.localization.isEmpty, let bundle = registration?.bundle else { return content }
    let strings = LocalizedStrings(bundle: bundle)
    return content.localized { strings.text($0) }
  }
}

extension DeliveryService {
  /// If the store cannot be read, the profile counts that was read last: an app that the user allows
  /// is still shown and heard.
  func context(of request: NotificationRequest) -> AppContext {
    var context = AppContext(
      app: request.app, settings: AppSettings(), registration: nil, category: nil,
      state: appState(request.app))
    var profile = store.lastProfile(of: request.app)
    do {
      profile = try store.profile(of: request.app, maximumAge: .milliseconds(10))
    } catch {
      counters.add { $0.storeFailures += 1 }
      log(DeliveryEvent(.error, "\(error)", ["app": request.app]))
    }
    if let profile {
      context.settings = profile.settings
      context.registration = profile.registration
      let category = request.content.categoryIdentifier
      context.category = profile.categories.first {
        $0.identifier == category && !category.isEmpty
      }
    }
    if context.settings.permissions.authorization == .notDetermined, !context.settings.isSilent,
      isAllowedUnasked
    {
      context.settings.permissions = AppSettings.everything
      context.isAllowedUnasked = true
    }
    return context
  }

  func decide(
    _ content: NotificationContent, _ context: AppContext, isScreenLocked: Bool = false
  ) -> DeliveryDecision {
    var surroundings = surroundings(at: Date())
    surroundings.isScreenLocked = isScreenLocked
    return DeliveryDecision(
      of: content, settings: context.settings, app: context.state, in: surroundings)
  }

  /// Whether the user is asked about the app first.
  func waitsForAnswer(_ context: AppContext) -> Bool {
    !context.isAllowedUnasked && !context.settings.isSilent && policy.authorization == .ask
      && context.settings.permissions.authorization == .notDetermined
  }

  private func appState(_ app: String) -> AppState {
    switch consultation.presence(of: app) {
    case .absent: return .notRunning
    case .background: return .background
    case .foreground: return .foreground(nil)
    }
  }

  private func surroundings(at date: Date) -> Surroundings {
    let policy = policy
    var seconds = time_t(date.timeIntervalSince1970)
    var parts = tm()
    localtime_r(&seconds, &parts)
    let time = TimeOfDay(hour: Int(parts.tm_hour), minute: Int(parts.tm_min))
    return Surroundings(
      time: time ?? .midnight, doNotDisturb: policy.doNotDisturb, quietHours: policy.quietHours,
      passingCriteria: policy.passingCriteria, isMuted: policy.isMuted)
  }

  /// Whether an app without an answer may do everything, and the user is not asked.
  private var isAllowedUnasked: Bool {
    let policy = policy
    switch policy.authorization {
    case .allow: return true
    case .deny: return false
    case .ask: return policy.unattended && questions.withLock(\.isNobodyThere)
    }
  }
}

extension AppSettings {
  /// The permissions of an app that the user trusts.
  static let everything = NotificationSettings(
    authorization: .authorized, alert: .enabled, sound: .enabled, badge: .enabled,
    notificationCentre: .enabled, lockScreen: .enabled, criticalAlert: .disabled,
    timeSensitive: .enabled)
}
