import NotificationStorage
import Triggers

/// A position as people and programs write it: `52.5163,13.3777`, or a geo URI (RFC 5870), whose `u`
/// is the accuracy in metres.
struct PositionText {
  let coordinate: GeoCoordinate
  let accuracy: Double?

  init?(_ text: String) {
    var parameters = text.split(separator: ";", omittingEmptySubsequences: false)[...]
    guard var place = parameters.popFirst() else { return nil }
    let isURI = place.lowercased().hasPrefix("geo:")
    if isURI { place = place.dropFirst(4) }
    guard isURI || parameters.isEmpty else { return nil }
    let numbers = place.split(separator: ",", omittingEmptySubsequences: false).map { Double($0) }
    // A URI may have an altitude.
    guard numbers.count == 2 || isURI && numbers.count == 3,
      let latitude = numbers[0], let longitude = numbers[1],
      let coordinate = GeoCoordinate(latitude: latitude, longitude: longitude)
    else { return nil }
    self.coordinate = coordinate
    let names = parameters.map { $0.lowercased() }
    // Numbers by other systems of coordinates than WGS 84 are other places.
    guard names.allSatisfy({ !$0.hasPrefix("crs=") || $0 == "crs=wgs84" }) else { return nil }
    guard let uncertainty = names.first(where: { $0.hasPrefix("u=") }) else {
      accuracy = nil
      return
    }
    guard let metres = Double(uncertainty.dropFirst(2)), metres >= 0, metres.isFinite else {
      return nil
    }
    accuracy = metres
  }
}
