import Synchronization

/// The limit on pushes to one device token: a token bucket.
package final class RateLimit: Sendable {
  /// The maximum number of pushes at once, after a pause.
  private let burst: Double
  /// The average number of pushes per second; 0 for no limit.
  private let rate: Double
  /// The number of addresses above which full buckets are removed.
  private let capacity: Int
  private let buckets = Mutex<[DeviceAddress: Bucket]>([:])

  package init(burst: Int, rate: Double, capacity: Int = 65_536) {
    self.burst = Double(burst)
    self.rate = rate
    self.capacity = capacity
  }

  /// - Parameter now: milliseconds since 1970.
  package func allows(_ address: DeviceAddress, now: Int64) -> Bool {
    guard rate > 0 else { return true }
    return buckets.withLock { buckets in
      if buckets.count >= capacity { forgetFull(&buckets, now: now) }
      var bucket = buckets[address] ?? Bucket(level: burst, time: now)
      bucket.level = level(bucket, now: now)
      bucket.time = now
      let isAllowed = bucket.level >= 1
      if isAllowed { bucket.level -= 1 }
      buckets[address] = bucket
      return isAllowed
    }
  }

  private func level(_ bucket: Bucket, now: Int64) -> Double {
    min(burst, bucket.level + Double(max(0, now - bucket.time)) / 1_000 * rate)
  }

  /// Removes all buckets if none is full: so large a number of addresses at once is an attack on
  /// the memory.
  private func forgetFull(_ buckets: inout [DeviceAddress: Bucket], now: Int64) {
    buckets = buckets.filter { level($0.value, now: now) < burst }
    if buckets.count >= capacity { buckets = [:] }
  }

  private struct Bucket {
    var level: Double
    var time: Int64
  }
}
