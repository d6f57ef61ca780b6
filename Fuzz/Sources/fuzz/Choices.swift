/// Choices by the first bytes of an input; after its end, each choice is 0.
struct Choices {
  private var bytes: ArraySlice<UInt8>

  init(_ input: some Collection<UInt8>) { bytes = Array(input)[...] }

  /// A number below 256.
  mutating func byte() -> Int { Int(bytes.popFirst() ?? 0) }

  /// A number of `range`.
  mutating func number(in range: ClosedRange<Int>) -> Int {
    let bits = (0..<3).reduce(0) { bits, _ in bits << 8 | byte() }
    return range.lowerBound + bits % range.count
  }

  /// One of `options`.
  mutating func one<Option>(of options: [Option]) -> Option { options[byte() % options.count] }

  /// The remaining bytes.
  var rest: [UInt8] { Array(bytes) }
}
