import NotificationTypes

/// The engine that is linked into this program. `AppNotifications` has the body. Nothing here
/// imports it, so that importers of this module need not load its dependencies.
@_silgen_name("tocsin_notification_engine")
private func linkedEngine() -> any NotificationEngine

/// The backend of the centre.
let engine = linkedEngine()
