/// Kotlin, Java and C#: resources that become the sound of a channel or of a notification.
///
/// The compiler checks that the sound of `R.raw.ding` exists; the sound of a string,
/// `android.resource://app/raw/ding`, may be missing.
struct AndroidScan {
  let tokens: SourceTokens
  let values: SoundValues

  func run(_ hits: inout ReferenceHits) {
    let sinks = SoundSinks(tokens)
    for index in tokens.tokens.indices {
      lookAtRingtone(index, &hits)
      guard let (name, offset, isCompiled) = resource(at: index), hits.mayLook() else { continue }
      switch sinks.sink(of: index) {
      case .notification:
        if let address = tokens.string(index).flatMap(ResourceAddress.init) {
          hits.note(.resource(name: address.name, package: address.package), at: offset)
        }
        hits.ask(
          for: name, at: offset, .androidSource, on: .android,
          isCertain: tokens.mentions.androidNotification, isCompiled: isCompiled)
      case .ringtone:
        hits.ask(
          for: name, at: offset, .androidSource, on: .android, isCertain: false,
          isCompiled: isCompiled)
      case nil: continue
      }
    }
  }

  /// `getDefaultUri(R.raw.ding)`, whose argument is a kind of ringtone, a number.
  private func lookAtRingtone(_ index: Int, _ hits: inout ReferenceHits) {
    guard tokens.isWord(index, "getDefaultUri"), tokens.isMark(index + 1, "("),
      let resource = resource(at: index + 2), resource.isCompiled, hits.mayLook()
    else { return }
    hits.complain(
      .soundNamePath,
      "getDefaultUri takes a kind of ringtone: \(printed(resource.name)) is not played",
      fix: "give the resource's address, android.resource://PACKAGE/raw/\(resource.name)",
      at: resource.offset)
  }

  /// The resource in `R.raw.ding`, `"…/${R.raw.ding}"` or a string that ends in `/raw/ding`, with
  /// its offset, and whether the compiler checks it.
  func resource(at index: Int) -> (name: String, offset: Int, isCompiled: Bool)? {
    let token = tokens.tokens[index]
    switch token.kind {
    case .word:
      let isCSharp = tokens.language == .cSharp
      guard tokens.isWord(index, isCSharp ? "Resource" : "R"), tokens.isMark(index + 1, "."),
        tokens.isWord(index + 2, isCSharp ? "Raw" : "raw"), tokens.isMark(index + 3, "."),
        let name = tokens.word(index + 4)
      else { return nil }
      // .NET's builds write the names of resources in lower case.
      return (isCSharp ? name.lowercased() : name, Int(tokens.tokens[index + 4].start), true)
    case .string, .computedString:
      return name(inText: token).map { ($0.name, Int(token.start), $0.isCompiled) }
    case .mark: return nil
    }
  }

  private func name(inText token: Token) -> (name: String, isCompiled: Bool)? {
    let content = tokens.bytes[Int(token.start)..<Int(token.end)]
      .dropFirst(Int(token.prefix)).dropLast(Int(token.suffix))
    guard content.count <= 1024,
      content.contains(bytesOf: "raw/") || content.contains(bytesOf: "R.raw.")
    else { return nil }
    let parts = String(decoding: content, as: UTF8.self).split(
      separator: "/", omittingEmptySubsequences: false)
    guard parts.count >= 2, var name = parts.last else { return nil }
    // `${R.raw.ding}`, also with the package before it
    let path = name.hasPrefix("${") ? name.dropFirst(2).dropLast().split(separator: ".") : []
    let isCompiled =
      name.hasSuffix("}") && path.count > 2 && path.suffix(3).prefix(2) == ["R", "raw"]
    if isCompiled { name = path[path.count - 1] }
    guard isCompiled || parts[parts.count - 2] == "raw", !name.isEmpty,
      !name.contains(where: { "$ {}%".contains($0) })
    else { return nil }
    return (String(name), isCompiled)
  }
}
