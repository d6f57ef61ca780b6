/// The name of one entry of a folder: it cannot lead out of it.
struct PlainName: Hashable, Sendable {
  /// Linux's `NAME_MAX`.
  static let longest = 255

  let text: String

  /// nil where `text` could be anything but the name of one file.
  init?(_ text: String) {
    guard !text.isEmpty, text.utf8.count <= Self.longest, text != ".", text != "..",
      !text.utf8.contains(UInt8(ascii: "/")), !text.utf8.contains(0)
    else { return nil }
    self.text = text
  }

  /// The files that are looked for under this name, in each folder in this order.
  ///
  /// Apple wants the extension; scripts may leave it out.
  var candidates: [String] {
    let extensions = ["caf", "aiff", "aif", "aifc", "wav"]
    return [text] + extensions.map { "\(text).\($0)" }.filter { $0.utf8.count <= Self.longest }
  }
}
