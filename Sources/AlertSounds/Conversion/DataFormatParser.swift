import AudioFormats
import Files

/// The grammar of `-d`, in the order in which afconvert looks at it.
struct DataFormatParser {
  private let text: String
  private var rest: Substring

  init(_ text: String) {
    self.text = text
    rest = text[...]
  }

  mutating func parse() throws(SoundError) -> DataFormatRequest {
    if text == "0" { return DataFormatRequest(nil) }
    if text == "N" {
      throw failure("'N' is for lossless compressed sources (ALAC, FLAC); name a data format")
    }
    let named = try formatID()
    var coding: DataFormat.Coding
    if let named { coding = named } else { coding = try linearPCM() }
    let rate = try sampleRate()
    try applyFlags(to: &coding)
    try checkFramesPerPacket(of: coding)
    guard rest.isEmpty else { throw failure("'\(rest)' is left over") }
    return DataFormatRequest(coding, sampleRate: rate)
  }

  private func failure(_ what: String) -> SoundError {
    // Format IDs and PCM names differ in their case only: `IMA4`, `lei16`.
    let near =
      Self.names.first { $0.lowercased() == text.lowercased() && $0 != text }
      .map { "; did you mean '\($0)'?" } ?? ""
    return .request("invalid data format '\(printable(text))': \(printable(what))\(near)")
  }

  private static let names =
    ["ima4", "ulaw", "alaw", "I8", "UI8"]
    + ["LE", "BE"].flatMap { order in
      ["I16", "I24", "I32", "F32", "F64"].map { order + $0 }
    }

  // MARK: Format IDs

  /// Format IDs of Core Audio that no encoder here can make.
  private static let knownElsewhere: Set<String> = [
    "aac ", "aace", "aacf", "aacg", "aach", "aacl", "aacp", "alac", "flac", "opus", ".mp1", ".mp2",
    ".mp3", "ac-3", "ec-3", "ilbc", "samr", "QDM2", "QDMC", "Qclp", "Qclq", "MAC3", "MAC6", "dvi8",
    "agsm", "usac", "apac", "aacd",
  ]

  /// A format ID of four characters, or of three before the end or one of `- @ / #`.
  private mutating func formatID() throws(SoundError) -> DataFormat.Coding? {
    // `\xHH` means a byte that cannot be typed; only Microsoft's codecs have such names.
    guard !rest.prefix(16).contains("\\x") else { throw Self.refusal(text) }
    for length in [4, 3] where rest.count >= length {
      let after = rest.dropFirst(length)
      guard length == 4 || after.first.map({ "-@/#".contains($0) }) ?? true else { continue }
      let name = rest.prefix(length) + (length == 3 ? " " : "")
      let coding = DataFormat.Coding.named.first { $0.name == name }
      guard let coding else {
        guard Self.knownElsewhere.contains(String(name)) else { continue }
        throw Self.refusal(text)
      }
      rest = after
      return coding
    }
    return nil
  }

  private static func refusal(_ text: String) -> SoundError {
    .request(
      "invalid data format '\(printable(text))': alert sounds hold linear PCM, ima4, ulaw or alaw")
  }

  // MARK: Linear PCM

  /// `[-][BE|LE]{F|I|UI}bits`; without an order, the machine's own, little-endian.
  private mutating func linearPCM() throws(SoundError) -> DataFormat.Coding {
    _ = take("-")
    let order: LinearPCM.ByteOrder = take("BE") ? .bigEndian : .littleEndian
    if order == .littleEndian { _ = take("LE") }
    let type: LinearPCM.SampleType
    if take("F") {
      type = .float
    } else if take("UI") {
      type = .unsignedInteger
    } else if take("I") {
      type = .signedInteger
    } else {
      throw failure("it is neither a format ID nor linear PCM such as LEI16, BEF32 or UI8")
    }
    let bits = takeWhile(\.isNumber)
    guard let depth = Int(bits), let pcm = LinearPCM(type, bitDepth: depth, byteOrder: order) else {
      let depths =
        switch type {
        case .float: "floats have 32 or 64 bits"
        case .signedInteger: "integers have 8, 16, 24 or 32 bits"
        case .unsignedInteger: "unsigned integers have 8 bits"
        }
      throw failure(depths)
    }
    return .linearPCM(pcm)
  }

  // MARK: Suffixes

  private mutating func sampleRate() throws(SoundError) -> Double? {
    guard take("@") else { return nil }
    let digits = takeWhile { $0.isNumber || $0 == "." }
    guard let rate = Double(digits), rate == 0 || DataFormat.sampleRates.contains(rate) else {
      throw failure("'@' needs a sample rate of 1…768000 Hz, or 0 for that of the source")
    }
    return rate == 0 ? nil : rate  // 0 keeps the source's
  }

  /// Applies Core Audio's linear PCM flags, which replace those of the name.
  private mutating func applyFlags(to coding: inout DataFormat.Coding) throws(SoundError) {
    guard take("/") else { return }
    let digits = takeWhile(\.isHexDigit)
    guard let flags = UInt32(digits, radix: 16) else {
      throw failure("'/' needs hexadecimal flags")
    }
    guard case .linearPCM(let pcm) = coding else {
      guard flags == 0 else { throw failure("this coding has no flags") }
      return
    }
    guard let flagged = LinearPCM(streamFlags: flags, bitDepth: pcm.bitDepth)
    else { throw failure("flags 0x\(digits) make no packed, interleaved samples") }
    coding = .linearPCM(flagged)
  }

  private mutating func checkFramesPerPacket(
    of coding: DataFormat.Coding
  ) throws(SoundError) {
    guard take("#") else { return }
    let frames = Int(takeWhile(\.isNumber))
    guard frames == (coding == .ima4 ? IMA4Layout.framesPerPacket : 1) else {
      throw failure("ima4 has 64 frames a packet, all others 1")
    }
  }

  private mutating func take(_ prefix: String) -> Bool {
    guard rest.hasPrefix(prefix) else { return false }
    rest = rest.dropFirst(prefix.count)
    return true
  }

  private mutating func takeWhile(_ isPart: (Character) -> Bool) -> Substring {
    let part = rest.prefix(while: isPart)
    rest = rest.dropFirst(part.count)
    return part
  }
}
