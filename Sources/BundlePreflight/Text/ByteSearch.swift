import Glibc

/// A text to search for in bytes, with the table of Horspool's search, which for a text of n bytes
/// examines about every n-th byte.
struct BytePattern: ExpressibleByStringLiteral, Sendable {
  private let text: StaticString
  /// By the byte at the end of the compared place: how far the search moves on.
  private let shifts: [UInt8]

  /// - Parameter text: of 1 to 255 bytes.
  init(stringLiteral text: StaticString) {
    self.text = text
    let length = text.utf8CodeUnitCount
    var shifts = [UInt8](repeating: UInt8(length), count: 256)
    for index in 0..<(length - 1) {
      shifts[Int(text.utf8Start[index])] = UInt8(length - 1 - index)
    }
    self.shifts = shifts
  }

  /// The end of the first place in `bytes` that starts at `from` or later.
  fileprivate func end(in bytes: UnsafeBufferPointer<UInt8>, from: Int) -> Int? {
    guard let start = bytes.baseAddress else { return nil }
    let length = text.utf8CodeUnitCount
    let lastOfText = text.utf8Start[length - 1]
    return shifts.withUnsafeBufferPointer { shifts in
      var end = from + length
      while end <= bytes.count {
        let last = start[end - 1]
        // Calling `memcmp` for each place would take most of the time.
        if last == lastOfText, memcmp(start + (end - length), text.utf8Start, length) == 0 {
          return end
        }
        end += Int(shifts[Int(last)])
      }
      return nil
    }
  }
}

/// Sets of texts that are sought in one pass: Wu and Manber's search, with pairs of bytes.
struct PatternSet: Sendable {
  /// The length of the shortest text.
  private let window: Int
  private let texts: [(text: StaticString, set: Int)]
  private let setCount: Int
  /// By the pair of bytes at the end of the window: how far the search moves on, or above that the
  /// number of the bucket whose texts are compared.
  private var steps: [UInt8]
  /// The texts of the buckets, one after the other, and where each bucket starts and the last ends.
  private let members: [Int]
  private let starts: [Int]

  /// - Parameter sets: at most 200 texts of three bytes or more. The longer the shortest is, the faster
  ///   is the search.
  init(_ sets: [[StaticString]]) {
    setCount = sets.count
    texts = sets.enumerated().flatMap { index, texts in texts.map { ($0, index) } }
    window = min(texts.map(\.text.utf8CodeUnitCount).min() ?? 3, 32)
    let last = UInt8(window - 1)
    steps = [UInt8](repeating: last, count: 1 << 16)
    var buckets: [[Int]] = []
    for (index, (text, _)) in texts.enumerated() {
      let pairs = (0..<window - 1).map {
        Int(text.utf8Start[$0]) << 8 | Int(text.utf8Start[$0 + 1])
      }
      for (place, pair) in pairs.dropLast().enumerated() {
        steps[pair] = steps[pair] > last ? steps[pair] : min(steps[pair], last - 1 - UInt8(place))
      }
      let end = pairs[window - 2]
      if steps[end] > last {
        buckets[Int(steps[end] - last) - 1].append(index)
      } else {
        buckets.append([index])
        steps[end] = last + UInt8(buckets.count)
      }
    }
    members = buckets.flatMap(\.self)
    starts = buckets.reduce(into: [0]) { $0.append(($0.last ?? 0) + $1.count) }
  }

  /// Which of the sets have a text that `bytes` contain.
  func found(in bytes: [UInt8]) -> [Bool] {
    var found = [Bool](repeating: false, count: setCount)
    bytes.withUnsafeBufferPointer { bytes in
      steps.withUnsafeBufferPointer { steps in
        guard let start = bytes.baseAddress else { return }
        var end = window
        while end <= bytes.count {
          let step = Int(steps[Int(start[end - 2]) << 8 | Int(start[end - 1])])
          guard step >= window else {
            end += step
            continue
          }
          let rest = bytes.count - end + window
          let bucket = step - window
          for place in starts[bucket]..<starts[bucket + 1] {
            let (text, set) = texts[members[place]]
            if found[set] { continue }
            let length = text.utf8CodeUnitCount
            found[set] =
              length <= rest && memcmp(start + (end - window), text.utf8Start, length) == 0
          }
          if found.allSatisfy(\.self) { return }
          end += 1
        }
      }
    }
    return found
  }
}

extension Collection where Element == UInt8 {
  /// Whether these bytes contain those of `pattern`.
  func contains(bytesOf pattern: BytePattern) -> Bool {
    withContiguousStorageIfAvailable { pattern.end(in: $0, from: 0) != nil } ?? false
  }

  /// The end of the first place of `pattern` that starts at least `offset` bytes after the first
  /// byte.
  func end(of pattern: BytePattern, from offset: Int) -> Int? {
    withContiguousStorageIfAvailable { pattern.end(in: $0, from: offset) } ?? nil
  }
}
