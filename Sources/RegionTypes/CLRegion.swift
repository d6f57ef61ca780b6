public import Foundation

/// An area whose border is watched.
open class CLRegion: NSObject, NSCopying, NSSecureCoding {
  /// The app's own name for the area; crossings are reported by it.
  public let identifier: String
  /// Whether entering it counts.
  open var notifyOnEntry = true
  /// Whether leaving it counts.
  open var notifyOnExit = true

  init(identifier: String) { self.identifier = identifier }

  /// A copy of the area; a change of one does not affect the other.
  open func copy(with zone: NSZone? = nil) -> Any {
    CLRegion(identifier: identifier).taking(flagsOf: self)
  }

  func taking(flagsOf other: CLRegion) -> Self {
    notifyOnEntry = other.notifyOnEntry
    notifyOnExit = other.notifyOnExit
    return self
  }

  open override func isEqual(_ object: Any?) -> Bool {
    (object as? CLRegion)?.identifier == identifier
  }

  open override var hash: Int { identifier.hashValue }

  // MARK: Coding

  /// True: only the classes that belong into an archive are read from it.
  open class var supportsSecureCoding: Bool { true }

  /// Reads the area that `encode(with:)` has written; nil where the coder does not hold it.
  public required init?(coder: NSCoder) {
    guard let name = coder.decodeObject(of: NSString.self, forKey: "identifier") else { return nil }
    identifier = "\(name)"
    notifyOnEntry = coder.decodeBool(forKey: "notifyOnEntry")
    notifyOnExit = coder.decodeBool(forKey: "notifyOnExit")
  }

  /// Writes the area for `init(coder:)`.
  open func encode(with coder: NSCoder) {
    coder.encode(NSString(string: identifier), forKey: "identifier")
    coder.encode(notifyOnEntry, forKey: "notifyOnEntry")
    coder.encode(notifyOnExit, forKey: "notifyOnExit")
  }
}

/// A circle on the Earth.
open class CLCircularRegion: CLRegion {
  /// The middle of the circle.
  public let center: CLLocationCoordinate2D
  /// Metres.
  public let radius: CLLocationDistance

  /// A circle on the Earth, whose entering and leaving both count.
  public init(center: CLLocationCoordinate2D, radius: CLLocationDistance, identifier: String) {
    self.center = center
    self.radius = radius
    super.init(identifier: identifier)
  }

  open override func copy(with zone: NSZone? = nil) -> Any {
    CLCircularRegion(center: center, radius: radius, identifier: identifier).taking(flagsOf: self)
  }

  /// Whether the place is within the circle, on a sphere of the Earth's mean radius (IUGG:
  /// 6371.0088 km).
  open func contains(_ coordinate: CLLocationCoordinate2D) -> Bool {
    let radians = Double.pi / 180
    let latitudes = (coordinate.latitude - center.latitude) * radians
    let longitudes = (coordinate.longitude - center.longitude) * radians
    let haversine =
      pow(sin(latitudes / 2), 2)
      + cos(center.latitude * radians) * cos(coordinate.latitude * radians)
      * pow(sin(longitudes / 2), 2)
    return 2 * 6_371_008.8 * asin(min(1, haversine.squareRoot())) <= radius
  }

  // MARK: Coding

  /// Reads the area that `encode(with:)` has written; nil where the coder does not hold it.
  public required init?(coder: NSCoder) {
    center = CLLocationCoordinate2D(
      latitude: coder.decodeDouble(forKey: "latitude"),
      longitude: coder.decodeDouble(forKey: "longitude"))
    radius = coder.decodeDouble(forKey: "radius")
    super.init(coder: coder)
  }

  open override func encode(with coder: NSCoder) {
    super.encode(with: coder)
    coder.encode(center.latitude, forKey: "latitude")
    coder.encode(center.longitude, forKey: "longitude")
    coder.encode(radius, forKey: "radius")
  }
}
