extension DeliveryEvent {
  /// An event of the watch over regions.
  init?(_ event: RegionWatch.Event) {
    switch event {
    case .unreachable(let reason):
      self.init(
        .notice, "the position is not known: gpsd cannot be reached, and is tried again",
        ["reason": reason])
    case .connected: self.init(.notice, "the position is known again")
    case .crossed(let count): self.init(.info, "a region was crossed", ["due": "\(count)"])
    case .failed(let error): self.init(.error, "\(error)")
    }
  }
}
