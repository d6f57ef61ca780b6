/// A source whose expressions are evaluated, or what stands in an interpolation of one.
final class SourceUnit {
  let tokens: SourceTokens
  /// The source's path in the tree; empty for the only source of a scan.
  let file: TreePath
  /// The source around the interpolation, and the token that contains it.
  let outer: (unit: SourceUnit, index: Int)?
  /// The offset in the file at which the text starts.
  private let base: Int

  private(set) lazy var outline = outer == nil ? Outline.of(tokens) : Outline.empty
  /// The variables, by the first tokens of what they are given.
  private(set) lazy var variables = Dictionary(
    outline.declarations.values.joined().map { ($0.value, $0) },
    uniquingKeysWith: { first, _ in first })
  private var parsed: [Int: Expression] = [:]
  private var elements: [Int: [Element]] = [:]
  private var lists: [Int: [Parameter]] = [:]

  init(_ tokens: SourceTokens, file: TreePath = "") {
    self.tokens = tokens
    self.file = file
    outer = nil
    base = 0
  }

  private init(_ tokens: SourceTokens, inside outer: SourceUnit, at index: Int, base: Int) {
    self.tokens = tokens
    file = outer.file
    self.outer = (outer, index)
    self.base = outer.base + base
  }

  /// What an interpolation between two offsets of this source contains; nil for a long one.
  func hole(_ range: Range<Int>, ofToken index: Int) -> SourceUnit? {
    guard range.count <= 256 else { return nil }
    let inner = SourceTokens(Array(tokens.bytes[range]), tokens.language)
    return SourceUnit(inner, inside: self, at: index, base: range.lowerBound)
  }

  /// The types that the source declares or makes, by their names' last words: `Tone` of `AlarmTone`.
  private(set) lazy var typesByLastWord: [String: Set<String>] = {
    let names = Set(outline.types.keys).union(outline.calls.keys)
    return names.reduce(into: [:]) { found, name in
      guard name.first?.isUppercase == true, let last = name.lastIndex(where: \.isUppercase) else {
        return
      }
      found[String(name[last...]), default: []].insert(name)
    }
  }()

  /// The offset of a token in the file.
  func offset(of index: Int) -> Int {
    base + (tokens.tokens.indices.contains(index) ? Int(tokens.tokens[index].start) : 0)
  }

  /// The source in the file itself, and the place in it.
  func place(of index: Int) -> (unit: SourceUnit, index: Int) {
    var place: (unit: SourceUnit, index: Int) = (self, index)
    while let outer = place.unit.outer { place = outer }
    return place
  }

  /// The expression that starts at a token.
  func expression(at index: Int) -> Expression {
    if let known = parsed[index] { return known }
    let expression = ExpressionParser(self).expression(at: index).expression
    parsed[index] = expression
    return expression
  }

  /// What stands between the commas of a bracket.
  func elements(in bracket: Int) -> [Element] {
    if let known = elements[bracket] { return known }
    let found = ExpressionParser(self).elements(in: bracket)
    elements[bracket] = found
    return found
  }

  /// Whether an object has one of some members.
  func has(_ names: [String], in bracket: Int) -> Bool {
    elements(in: bracket).contains { $0.label.map(names.contains) == true }
  }

  /// Whether an object takes the members of another one, `...base`, or is too long to tell.
  func spreads(in bracket: Int) -> Bool {
    let elements = elements(in: bracket)
    return elements.count >= ExpressionParser.elementLimit || elements.contains(where: \.isSpread)
  }

  func parameters(in list: Int) -> [Parameter] {
    if let known = lists[list] { return known }
    let found = ParameterReader(tokens).parameters(in: list)
    lists[list] = found
    return found
  }
}

/// A value whose texts are asked for.
indirect enum Expression {
  case unknown
  /// `null`, or a word for the default sound.
  case nothing
  /// A literal, at a token.
  case text(String, Int)
  /// A text with interpolations, at a token.
  case template([Piece], Int)
  case sum(Expression, Expression, Int)
  case choice([Branch])
  case name(String, Int)
  /// A member of a value; of the type that is expected where the value is nil.
  case member(Expression?, String, Int)
  case subscripted(Expression, bracket: Int)
  /// A call with the bracket of its arguments, and that of the values that it sets afterwards.
  case call(Expression, list: Int, initializer: Int?)
  /// An object, a table or a list, by its opening bracket.
  case bracket(Int)
  case pair(Expression, Expression)
  /// A function without a name: its result starts at a token.
  case closure(result: Int, isBlock: Bool)
  /// An instance that a type's declaration makes: the value of an enumeration.
  case instance(Outline.TypeDeclaration, list: Int?, name: String)
  case type(Outline.TypeDeclaration)
  /// Some value of a type.
  case some(String)

  enum Piece {
    case text(String)
    case hole(SourceUnit)
    case unknown
  }

  struct Branch {
    let value: Expression
    var platform: SoundBundle.Platform?
    /// The texts that the condition excludes.
    var excluded: Set<String> = []
  }
}

/// One of the values in a bracket.
struct Element {
  let label: String?
  let value: Expression
  /// The tokens of the value.
  let range: Range<Int>
  /// Whether its members are those of the bracket: `...base`.
  var isSpread = false
}

struct Parameter {
  let name: String
  /// nil where calls give it by its place alone.
  let label: String?
  let type: String?
  let standard: Int?
  /// The member of the argument that it stands for: `function post({ sound })`.
  var member: String?
  /// The place of the argument.
  var place: Int
}
