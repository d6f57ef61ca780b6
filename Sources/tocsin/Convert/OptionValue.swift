import AudioFormats
import AudioProcessing

/// The value of an option, as it was typed.
struct OptionValue: Hashable, Sendable {
  let text: String
}

/// What an option takes in place of its value.
struct Expected: Error {
  let text: String

  init(_ text: String) { self.text = text }
}

extension OptionValue {
  func number(_ range: ClosedRange<Double>, _ unit: String) throws(Expected) -> Double {
    guard let value = Double(text), range.contains(value) else {
      throw Expected("\(Int(range.lowerBound)) to \(Int(range.upperBound)) \(unit)")
    }
    return value
  }

  /// At most a day.
  func seconds() throws(Expected) -> Double { try number(0...86_400, "seconds") }

  /// - Parameter words: what is expected; nil for the range.
  func whole<Value: FixedWidthInteger>(
    _ range: ClosedRange<Value>, _ words: String? = nil
  ) throws(Expected) -> Value {
    guard let value = Value(text), range.contains(value) else {
      throw Expected(words ?? "\(range.lowerBound)…\(range.upperBound)")
    }
    return value
  }

  /// A count of frames; a negative one keeps the input's.
  func frames() throws(Expected) -> Int32? {
    let count = try whole(Int32.min...Int32.max, "two numbers of frames")
    return count < 0 ? nil : count
  }

  func choice<Value>(_ values: [String: Value], _ words: String) throws(Expected) -> Value {
    guard let value = values[text] else { throw Expected(words) }
    return value
  }

  func pair(_ words: String) throws(Expected) -> (OptionValue, OptionValue) {
    let parts = text.split(separator: ",", omittingEmptySubsequences: false)
    guard parts.count == 2 else { throw Expected(words) }
    return (OptionValue(text: String(parts[0])), OptionValue(text: String(parts[1])))
  }

  func layout() throws(Expected) -> ChannelLayout {
    guard let layout = ChannelLayout(named: text) else {
      throw Expected("one of " + ChannelLayout.knownNames.joined(separator: " "))
    }
    return layout
  }

  /// The effort of the search for IMA4: afconvert's 0…127, or a word.
  func effort() throws(Expected) -> IMA4Encoder.Effort {
    if let effort = IMA4Encoder.Effort(rawValue: text) { return effort }
    switch Int(text) {
    case (0..<32)?: return .fast
    case (32..<96)?: return .normal
    case (96...127)?: return .best
    default: throw Expected("fast, normal, best or 0…127")
    }
  }

  /// afconvert's 0…127 on libsoxr's recipes.
  func resamplingQuality() throws(Expected) -> ResamplingQuality {
    switch try whole(0...127) {
    case 0: .quick
    case 1..<32: .low
    case 32..<64: .medium
    case 64..<96: .high
    default: .best
    }
  }
}
