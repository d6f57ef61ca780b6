/// A text that is looked up in the user's language: a key of a strings table, and the arguments of
/// the translation.
public struct LocalizedText: Codable, Sendable, Hashable {
  /// An argument, which replaces a placeholder of the translation.
  public indirect enum Argument: Sendable, Hashable {
    case text(String)
    case integer(Int64)
    case number(Double)
    /// A text that is looked up itself.
    case localized(LocalizedText)
  }

  /// The key in the app's strings table; it is shown itself where no table has it.
  public var key: String
  /// The arguments in the order of the placeholders `%@`, or by number for `%2$@`.
  public var arguments: [Argument]

  /// A text by its key; `arguments` fill the placeholders of the translation.
  public init(key: String, arguments: [Argument] = []) {
    self.key = key
    self.arguments = arguments
  }

  /// Deeper arguments are refused: a decoder that recurses could be driven into the end of its
  /// stack.
  static let greatestDepth = 16

  private enum CodingKeys: String, CodingKey { case key, arguments }

  /// Reads the JSON form.
  /// - Throws: `DecodingError`, also where arguments are nested more deeply than 32 texts.
  public init(from decoder: any Decoder) throws {
    guard decoder.codingPath.count < 2 * Self.greatestDepth else {
      throw DecodingError.dataCorrupted(
        .init(
          codingPath: decoder.codingPath,
          debugDescription: "arguments are nested deeper than \(Self.greatestDepth) levels"))
    }
    let container = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      key: try container.decode(String.self, forKey: .key),
      arguments: try container.decode(.arguments, or: []))
  }
}

extension LocalizedText.Argument: Codable {
  /// Reads a text, a number, or the object of a text that is looked up itself.
  /// - Throws: `DecodingError` for anything else.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if let value = try? container.decode(Int64.self) {
      self = .integer(value)
    } else if let value = try? container.decode(Double.self) {
      self = .number(value)
    } else if let value = try? container.decode(String.self) {
      self = .text(value)
    } else {
      self = .localized(try container.decode(LocalizedText.self))
    }
  }

  /// Writes the plain value.
  /// - Throws: any error from the encoder.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .text(let value): try container.encode(value)
    case .integer(let value): try container.encode(value)
    case .number(let value): try container.encode(value)
    case .localized(let text): try container.encode(text)
    }
  }
}

/// The texts of a content that are looked up when it is delivered; nil keeps a text as it is.
public struct ContentLocalization: Codable, Sendable, Hashable {
  /// Replaces the content's title.
  public var title: LocalizedText?
  /// Replaces the content's subtitle.
  public var subtitle: LocalizedText?
  /// Replaces the content's body.
  public var body: LocalizedText?

  /// The texts that are looked up; nil keeps a text as it is.
  public init(
    title: LocalizedText? = nil, subtitle: LocalizedText? = nil, body: LocalizedText? = nil
  ) {
    self.title = title
    self.subtitle = subtitle
    self.body = body
  }

  /// Whether no text is looked up.
  public var isEmpty: Bool { title == nil && subtitle == nil && body == nil }
}

extension NotificationContent {
  /// The content with its localised texts as `translate` returns them; where it returns nil, the
  /// original text stays.
  public func localized(
    by translate: (LocalizedText) -> String?
  ) -> NotificationContent {
    guard !localization.isEmpty else { return self }
    var content = self
    content.title = localization.title.flatMap(translate) ?? title
    content.subtitle = localization.subtitle.flatMap(translate) ?? subtitle
    content.body = localization.body.flatMap(translate) ?? body
    return content
  }
}
