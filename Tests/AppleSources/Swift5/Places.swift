// An app's own source: what it makes public needs no documentation here.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

import UserNotifications

public func arrivalRequest() -> UNNotificationRequest {
  let center = CLLocationCoordinate2D(latitude: 37.335400, longitude: -122.009201)
  let region = CLCircularRegion(center: center, radius: 2000.0, identifier: "Headquarters")
  region.notifyOnEntry = true
  region.notifyOnExit = false
  let trigger = UNLocationNotificationTrigger(region: region, repeats: false)
  let content = UNMutableNotificationContent()
  content.body = "You are there"
  return UNNotificationRequest(identifier: "arrival", content: content, trigger: trigger)
}
