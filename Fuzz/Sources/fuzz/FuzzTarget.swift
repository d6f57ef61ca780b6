/// The code that is fuzzed.
enum FuzzTarget: String, CaseIterable {
  case caf, wave, aiff, measure, foreign, edit
  case ima4, encode, convert, copy, name, bridge, boxes, pakt
  case payload, push, ntfy, source, project
  case dataFormat = "data-format"
  case request

  /// Checks all properties that must hold for any `input`; ends the process if one does not.
  func check(_ input: [UInt8]) {
    switch self {
    case .caf: checkContainer(input, named: "sound.caf")
    case .wave: checkContainer(input, named: "sound.wav")
    case .aiff: checkContainer(input, named: "sound.aiff")
    case .measure: checkMeasuring(input)
    case .foreign: checkForeign(input)
    case .edit: checkEdits(input)
    case .ima4: checkIMA4(input)
    case .encode: checkEncoding(input)
    case .convert: checkConversion(input)
    case .copy: checkCopy(input)
    case .name: checkName(input)
    case .bridge: checkBridge(input)
    case .boxes: checkBoxes(input)
    case .pakt: checkPacketTable(input)
    case .payload: checkPayload(input)
    case .push: checkPush(input)
    case .ntfy: checkNtfy(input)
    case .source: checkSource(input)
    case .project: checkProject(input)
    case .dataFormat: checkDataFormat(input)
    case .request: checkRequest(input)
    }
  }

  /// The target that a file is for: its name starts with the target's, as in `caf-crash-….`
  init?(namedAtStartOf name: Substring) {
    let match = Self.allCases.first { name.hasPrefix($0.rawValue + "-") }
    guard let match = match ?? (name.hasPrefix("aifc-") ? .aiff : nil) else { return nil }
    self = match
  }
}

/// Ends the process, as a trap would, unless `condition` holds: libFuzzer keeps the input.
@inline(__always)
func claim(_ condition: Bool, _ text: @autoclosure () -> String) {
  if !condition { fatalError("the claim does not hold: " + text()) }
}
