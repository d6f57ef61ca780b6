import CYAML

/// libyaml's parser over bytes that stay where they are.
final class YAMLEventReader {
  /// An event of a text, in the order of the text.
  enum Event {
    case streamStart, streamEnd, documentStart, documentEnd
    case alias(String)
    case scalar(String, isPlain: Bool, anchor: String?)
    case sequenceStart(anchor: String?)
    case sequenceEnd
    case mappingStart(anchor: String?)
    case mappingEnd
  }

  /// The line in which an event begins, from 1.
  private(set) var line = 1
  private(set) var column = 1

  private let parser = UnsafeMutablePointer<yaml_parser_t>.allocate(capacity: 1)
  private let bytes: UnsafeBufferPointer<UInt8>

  /// - Parameter bytes: valid while the reader lives.
  init(_ bytes: UnsafeBufferPointer<UInt8>) throws(YAMLError) {
    // Before the last property is set: from then on deinit calls the library.
    guard YAMLLibrary.isInstalled else {
      parser.deallocate()
      throw YAMLError(message: "libyaml is not installed (libyaml-0-2)", line: 1, column: 1)
    }
    self.bytes = bytes
    parser.initialize(to: yaml_parser_t())
    guard yaml_parser_initialize(parser) == 1 else {
      throw YAMLError(message: "there is no memory left", line: 1, column: 1)
    }
    yaml_parser_set_input_string(parser, bytes.baseAddress, bytes.count)
  }

  deinit {
    yaml_parser_delete(parser)
    parser.deallocate()
  }

  func next() throws(YAMLError) -> Event {
    var event = yaml_event_t()
    guard yaml_parser_parse(parser, &event) == 1 else { throw problem }
    defer { yaml_event_delete(&event) }
    line = position(event.start_mark.line)
    column = position(event.start_mark.column)
    return switch event.type {
    case YAML_STREAM_START_EVENT: .streamStart
    case YAML_DOCUMENT_START_EVENT: .documentStart
    case YAML_DOCUMENT_END_EVENT: .documentEnd
    case YAML_ALIAS_EVENT: .alias(text(event.data.alias.anchor) ?? "")
    case YAML_SCALAR_EVENT: scalar(event.data.scalar)
    case YAML_SEQUENCE_START_EVENT: .sequenceStart(anchor: text(event.data.sequence_start.anchor))
    case YAML_SEQUENCE_END_EVENT: .sequenceEnd
    case YAML_MAPPING_START_EVENT: .mappingStart(anchor: text(event.data.mapping_start.anchor))
    case YAML_MAPPING_END_EVENT: .mappingEnd
    default: .streamEnd
    }
  }

  private func scalar(_ scalar: yaml_event_s.__Unnamed_union_data.__Unnamed_struct_scalar) -> Event
  {
    let bytes = UnsafeBufferPointer(start: scalar.value, count: scalar.length)
    return .scalar(
      String(decoding: bytes, as: UTF8.self), isPlain: scalar.style == YAML_PLAIN_SCALAR_STYLE,
      anchor: text(scalar.anchor))
  }

  private func text(_ start: UnsafeMutablePointer<yaml_char_t>?) -> String? {
    start.map { String(cString: $0) }
  }

  private func position(_ index: Int) -> Int { index + 1 }

  private var problem: YAMLError {
    let problem = parser.pointee.problem.map { ": " + String(cString: $0) } ?? ""
    let message = "this is not YAML" + problem
    guard parser.pointee.error != YAML_READER_ERROR else {
      return unreadable(message, at: parser.pointee.problem_offset)
    }
    let mark = parser.pointee.problem_mark
    return YAMLError(message: message, line: position(mark.line), column: position(mark.column))
  }

  /// The reader of characters does not count lines: it stops at a byte.
  private func unreadable(_ message: String, at offset: Int) -> YAMLError {
    let before = bytes.prefix(max(offset, 0))
    let newlines = before.count { $0 == UInt8(ascii: "\n") }
    let start = before.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
    let column = String(decoding: before[start...], as: UTF8.self).count + 1
    return YAMLError(message: message, line: newlines + 1, column: column)
  }
}
