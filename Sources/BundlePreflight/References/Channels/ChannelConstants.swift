/// The constants of all sources of one input, as names of channels: of one that a source names by
/// the constant of another, the identifier is that constant's value.
struct ChannelConstants {
  private let constants: SharedConstants

  init(_ constants: [SharedConstant]) { self.constants = SharedConstants(constants) }

  /// The uses with the identifiers of constants. A constant of a type that is not found still is one
  /// name for one channel; of one that is known by its name alone, each source may have its own.
  func resolved(_ uses: [ChannelUse]) -> [ChannelUse] {
    uses.compactMap { use in
      guard use.isConstant else { return use }
      guard let value = value(of: use.identifier, in: use.file) else {
        return use.identifier.contains(".") ? use : nil
      }
      var use = use
      (use.identifier, use.isConstant) = (value, false)
      return use
    }
  }

  /// The value of the constant that a source writes as `name`, `Channels.bells` or `BELLS`.
  func value(of name: String, in file: TreePath) -> String? {
    guard let language = SourceLanguage(suffix: file.suffix), !name.isEmpty else { return nil }
    let dot = name.lastIndex(of: ".")
    let type = dot.map { String(name[..<$0]) }
    let member = dot.map { String(name[name.index(after: $0)...]) } ?? name
    let languages: [SourceLanguage] =
      language == .kotlin || language == .java ? [.kotlin, .java] : [language]
    let values = languages.compactMap {
      constants.value(of: SharedConstant.Name(language: $0, type: type, name: member))
    }
    return values.count == 1 ? values[0] : nil
  }
}
