import Dispatch
import FoundationEssentials
import Glibc
import LinuxProcess
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
  /// The content of the notification in the user's current language, as far as the app has translations.
  var content: NotificationContent
  /// Whether the user was not asked about the app, and everything is allowed all the same.
  var isAllowedUnasked = false

  func sound(_ name: String?, isCritical: Bool) -> SoundRequest {
    SoundRequest(
      name,
      owner: SoundOwner(
        app: app, groups: registration?.groups ?? [], bundle: registration?.bundle),
      isCritical: isCritical)
  }

  /// Translates the content, for which it reads files of the app.
  fileprivate mutating func localize() {
    guard !content.localization.isEmpty, let bundle = registration?.bundle else { return }
    let strings = LocalizedStrings(bundle: bundle)
    content = content.localized { strings.text($0) }
  }
}

extension DeliveryService {
  /// The time for which a delivery waits for the data of an app of which it has earlier ones.
  private static let contextTimeout = DispatchTimeInterval.milliseconds(250)

  /// The data of a request's app, read on a queue of its own in the order of the calls: that queue may wait
  /// for the disk, or for a process that holds the store. An app of which data were read before does
  /// not wait for long: an alarm is not late, and those count.
  func context(of request: NotificationRequest) async -> AppContext {
    let context = OneShot<AppContext?>()
    reading.queue.async { [self] in context.give(readContext(of: request)) }
    if store.lastProfile(of: request.app) != nil {
      executor.queue.asyncAfter(deadline: .now() + Self.contextTimeout) { context.give(nil) }
    }
    if let context = await context.value { return context }
    counters.add { $0.storeFailures += 1 }
    log(
      DeliveryEvent(
        .warning, "the store does not answer: the app's last settings count",
        ["app": request.app]))
    return makeContext(of: request, store.lastProfile(of: request.app), .notRunning)
  }

  /// If the store cannot be read, the profile counts that was read last: an app that the user allows
  /// is still shown and heard.
  private func readContext(of request: NotificationRequest) -> AppContext {
    var profile = store.lastProfile(of: request.app)
    do {
      profile = try store.profile(of: request.app, maximumAge: .milliseconds(10))
    } catch {
      counters.add { $0.storeFailures += 1 }
      log(DeliveryEvent(.error, "\(error)", ["app": request.app]))
    }
    var context = makeContext(of: request, profile, appState(request.app))
    context.localize()
    return context
  }

  private func makeContext(
    of request: NotificationRequest, _ profile: AppProfile?, _ state: AppState
  ) -> AppContext {
    var context = AppContext(
      app: request.app, settings: AppSettings(), registration: nil, category: nil, state: state,
      content: request.content)
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
