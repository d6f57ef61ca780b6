public import NotificationTypes

extension DeliveryDecision {
  /// Decides about a notification with `content`.
  public init(
    of content: NotificationContent, settings: AppSettings, app: AppState,
    in surroundings: Surroundings
  ) {
    let rules = DeliveryRules(
      content: content, settings: settings, app: app, surroundings: surroundings)
    let (banner, list, badge) = (rules.banner, rules.list, rules.badge)
    let sound = rules.sound(isAccompanied: banner == nil || list == nil || badge == nil)
    isListed = list == nil
    presentation = isListed ? .list : .none
    if banner == nil { presentation = settings.alertStyle == .alert ? .alert : .banner }
    showsText = rules.showsText
    self.badge = badge == nil ? content.badge : nil
    // Without an order the notification has no sound, and nothing is withheld.
    self.sound =
      rules.order.map { order in sound.map { .silent($0) } ?? .play(order) } ?? .silent(nil)
    asksApp = rules.isAuthorized && rules.foregroundOptions != nil
    withheld = [:]
    if rules.hasText { (withheld[.banner], withheld[.list]) = (banner, list) }
    if content.badge != nil { withheld[.badge] = badge }
    if content.sound != nil { withheld[.sound] = sound }
  }
}

/// The rules, each as the cause that withholds an interaction; nil lets it pass.
private struct DeliveryRules {
  typealias Cause = DeliveryDecision.Cause

  let content: NotificationContent
  let settings: AppSettings
  let app: AppState
  let surroundings: Surroundings

  var permissions: NotificationSettings { settings.permissions }

  var isAuthorized: Bool {
    permissions.authorization == .authorized || permissions.authorization == .provisional
  }

  /// A notification without words cannot call for attention.
  var hasText: Bool { !(content.title + content.subtitle + content.body).isEmpty }

  /// A critical alert that the user allows. One that is not allowed is an ordinary one.
  var isCritical: Bool {
    permissions.criticalAlert == .enabled
      && (content.interruptionLevel == .critical || content.sound?.isCritical == true)
  }

  var isTimeSensitive: Bool {
    content.interruptionLevel == .timeSensitive && permissions.timeSensitive == .enabled
  }

  /// The options of the app in the foreground, none where it has not answered; nil elsewhere.
  var foregroundOptions: PresentationOptions? {
    if case .foreground(let options) = app { options ?? [] } else { nil }
  }

  var showsText: Bool {
    switch settings.previews {
    case .always: true
    case .whenUnlocked: !surroundings.isScreenLocked
    case .never: false
    }
  }

  var banner: Cause? {
    first(
      authorization, hasText ? nil : .nothingToShow, provisional, switched(permissions.alert),
      settings.alertStyle == .none ? .switchedOff : nil, foreground(.banner), interruption,
      surroundings.isScreenLocked && permissions.lockScreen != .enabled ? .lockScreen : nil)
  }

  var list: Cause? {
    first(
      authorization, hasText ? nil : .nothingToShow, switched(permissions.notificationCentre),
      foreground(.list))
  }

  var badge: Cause? {
    guard content.badge != nil else { return .nothingToShow }
    return first(authorization, provisional, switched(permissions.badge), foreground(.badge))
  }

  /// - Parameter isAccompanied: whether the user gets anything else of the notification.
  func sound(isAccompanied: Bool) -> Cause? {
    guard content.sound != nil else { return .nothingToShow }
    // A critical alert must be heard even where nothing can be shown; it has a switch of its own.
    let hasCompany = isAccompanied || isCritical && hasText
    return first(
      authorization, provisional, isCritical ? nil : switched(permissions.sound),
      foreground(.sound), interruption, isCritical || !surroundings.isMuted ? nil : .muted,
      hasCompany ? nil : .soundAlone, order?.volume == 0 ? .switchedOff : nil)
  }

  /// The sound as it would be played; nil where the notification has none.
  var order: SoundOrder? {
    guard let sound = content.sound else { return nil }
    return SoundOrder(
      name: sound.name,
      priority: isCritical ? .critical : isTimeSensitive ? .timeSensitive : .normal,
      volume: isCritical ? sound.volume ?? 1 : settings.volume)
  }

  private var authorization: Cause? { isAuthorized ? nil : .notAuthorized }

  private var provisional: Cause? {
    permissions.authorization == .provisional ? .provisional : nil
  }

  /// The reason why a notification may not interrupt the user; nil where there is none.
  private var interruption: Cause? {
    if isCritical { return nil }
    if content.interruptionLevel == .passive { return .passive }
    if isTimeSensitive || passesByCriteria { return nil }
    if surroundings.doNotDisturb { return .doNotDisturb }
    let isQuiet = surroundings.quietHours?.contains(surroundings.time) ?? false
    return isQuiet ? .quietHours : nil
  }

  /// Whether the user lets it pass by the criteria that the app has given it.
  private var passesByCriteria: Bool {
    content.filterCriteria.map(surroundings.passingCriteria.contains) ?? false
  }

  private func foreground(_ option: PresentationOptions) -> Cause? {
    foregroundOptions.map { $0.contains(option) } ?? true ? nil : .foreground
  }

  private func switched(_ setting: NotificationSettings.Setting) -> Cause? {
    switch setting {
    case .enabled: nil
    case .disabled: .switchedOff
    case .notSupported: .notAuthorized
    }
  }

  private func first(_ causes: Cause?...) -> Cause? { causes.lazy.compactMap(\.self).first }
}
