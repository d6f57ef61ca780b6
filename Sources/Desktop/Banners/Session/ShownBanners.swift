/// The numbers of the banners on the present server. This type neither waits nor sends.
struct ShownBanners {
  /// The maximum number of banners. Beyond it the oldest is forgotten, because some servers never
  /// report that a banner has closed.
  static let limit = 1_024

  private struct Entry {
    var banner: Banner.ID
    var offer: ActionOffer
    var token: String?
  }

  private var entries: [UInt32: Entry] = [:]
  private var numbers: [Banner.ID: UInt32] = [:]
  /// The numbers in the order of their arrival.
  private var arrivals: [UInt32] = []

  func number(of banner: Banner.ID) -> UInt32? { numbers[banner] }

  /// Records that the server shows `banner` under `number`, and drops earlier entries of both.
  mutating func insert(_ banner: Banner.ID, number: UInt32, offer: ActionOffer) {
    remove(number)
    if let old = numbers[banner] { remove(old) }
    entries[number] = Entry(banner: banner, offer: offer)
    numbers[banner] = number
    arrivals.append(number)
    if arrivals.count > Self.limit { remove(arrivals[0]) }
  }

  @discardableResult
  mutating func remove(_ number: UInt32) -> Banner.ID? {
    guard let entry = entries.removeValue(forKey: number) else { return nil }
    numbers[entry.banner] = nil
    arrivals.removeAll { $0 == number }
    return entry.banner
  }

  /// Removes all banners, because their server has ended.
  mutating func removeAll() -> [Banner.ID] {
    defer { self = ShownBanners() }
    return Array(numbers.keys)
  }

  mutating func setToken(_ token: String, of number: UInt32) { entries[number]?.token = token }

  /// The event that a signal of the server means, if it is about a banner of ours without an event
  /// yet. A banner has one event only, so it is forgotten.
  mutating func event(_ signal: ServerSignal) -> BannerEvent? {
    guard let entry = entries[signal.number], let kind = kind(signal, entry.offer) else {
      return nil
    }
    remove(signal.number)
    return BannerEvent(banner: entry.banner, kind: kind, activationToken: entry.token)
  }

  private func kind(_ signal: ServerSignal, _ offer: ActionOffer) -> BannerEvent.Kind? {
    switch signal {
    case .closed(_, let reason): .closed(reason)
    case .activated(_, let key): offer.identifier(of: key).map { .activated(action: $0) }
    case .replied(_, let text):
      offer.replyIdentifier.map { .replied(action: $0, text: text) }
    case .token: nil
    }
  }
}
