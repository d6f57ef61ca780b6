import NotificationTypes

/// The engine that is linked into this program. `NotificationDelivery` has the body. Nothing here
/// imports it, so that importers of this module need not load its dependencies.
@_silgen_name("tocsin_location_engine")
private func linkedLocationEngine() -> any LocationEngine

let engine = linkedLocationEngine()
