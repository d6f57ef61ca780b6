import ArgumentParser
import Files

/// An option of a conversion: a row of the table that grammar, help, manual page and completions are
/// made of.
struct ConvertOption: Sendable {
  /// As they are typed: `-d`, `--data`.
  let names: [String]
  /// What the help calls its values, each an argument of its own; empty for a flag.
  let values: [String]
  let help: String
  var section = Section.conversion
  let effect: Effect

  /// Where the help lists it.
  enum Section: Sendable {
    /// afconvert's, in the order of its help.
    case conversion
    case editing, run
    /// afconvert's, for codecs that alert sounds do not have.
    case ignored
    /// The parser lists it by itself.
    case parser
  }

  /// What it does, and whether it holds for the run or for one output.
  ///
  /// A value that it does not take is thrown as ``Expected``.
  enum Effect: Sendable {
    case run(@Sendable (inout ConvertArguments.Run, [OptionValue]) throws -> Void)
    case output(@Sendable (inout OutputOptions, [OptionValue]) throws -> Void)
    /// Begins an output, which its value names.
    case beginsOutput
    case none
  }

  /// - Parameter words: its names as they are typed, then what the help calls its values.
  init(_ words: String, _ help: String, _ effect: Effect) {
    let words = words.split(separator: " ").map(String.init)
    names = words.filter { $0.hasPrefix("-") }
    values = words.filter { !$0.hasPrefix("-") }
    self.help = help
    self.effect = effect
  }

  /// The name for messages about what was asked for: the long one.
  var name: String { names[names.count - 1] }
}

extension ConvertOption {
  /// Those that a tool knows.
  static func options(of tool: Personality) -> [ConvertOption] {
    tool == .tocsin ? table : table.filter { $0.section != .editing && $0.section != .run }
  }

  /// Whether `text` names it: in whole, or, of a short name with one letter, by that letter alone
  /// (`-data` is `-d`).
  func isNamed(_ text: String, byLetter: Bool) -> Bool {
    guard byLetter else { return names.contains(text) }
    return !text.hasPrefix("--") && names.contains { $0.count == 2 && text.hasPrefix($0) }
  }

  /// Does what it does, for the run or for `output`.
  /// - Throws: `UsageError` where it does not take `values`.
  func apply(
    _ values: [String], to run: inout ConvertArguments.Run, _ output: inout OutputOptions
  ) throws(UsageError) {
    output.given.insert(name)
    let typed = values.map(OptionValue.init)
    do {
      switch effect {
      case .run(let apply): try apply(&run, typed)
      case .output(let apply): try apply(&output, typed)
      case .beginsOutput, .none: break
      }
    } catch let error as Expected {
      let value = printable(values.joined(separator: " "))
      throw UsageError("\(name) must be \(error.text), not '\(value)'")
    } catch { throw UsageError("\(error)") }
  }

  /// What the parser of the other commands shows of it.
  fileprivate var declaration: Any {
    let names = NameSpecification(
      self.names.map { name in
        let word = name.drop { $0 == "-" }
        if name.hasPrefix("--") { return .customLong(String(word)) }
        return word.count == 1
          ? .customShort(word.first ?? "-") : .customLong(String(word), withSingleDash: true)
      })
    if values.isEmpty { return Flag(wrappedValue: false, name: names, help: ArgumentHelp(help)) }
    return Option<String?>(
      name: names, help: ArgumentHelp(help, valueName: values.joined(separator: " ")))
  }
}

/// A section of the table, as the parser of the other commands takes options: for help, manual page and
/// completions.
struct ConvertSection<List: ConvertSectionList>: ParsableArguments, CustomReflectable {
  init() {}

  init(from decoder: any Decoder) throws { _ = try decoder.container(keyedBy: AnyKey.self) }

  /// The parser finds options by reflection.
  var customMirror: Mirror {
    let rows = ConvertOption.table.filter { $0.section == List.section }
    return Mirror(
      self, children: rows.map { (label: "_" + $0.name.filter(\.isLetter), $0.declaration) },
      displayStyle: .struct)
  }

  /// The parser asks for the keys of its options in debug builds alone.
  private struct AnyKey: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }
    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }
}

/// Names a section by a type, as the parser's groups of options are types.
protocol ConvertSectionList {
  static var section: ConvertOption.Section { get }
}

enum ConversionSection: ConvertSectionList { static let section = ConvertOption.Section.conversion }
enum EditingSection: ConvertSectionList { static let section = ConvertOption.Section.editing }
enum RunSection: ConvertSectionList { static let section = ConvertOption.Section.run }
enum IgnoredSection: ConvertSectionList { static let section = ConvertOption.Section.ignored }
