/// The names of sounds that a function gets by the place of an argument: `make('bells', 'bell')` and
/// the parameter `sound` of `make(String id, String sound) {…}`.
///
/// Only calls in the same source count: elsewhere a function of the same name may be another one.
struct PositionalArguments {
  private struct Parameter: Hashable {
    /// The opening parenthesis of the parameters.
    let list: Int
    let place: Int
  }

  private let tokens: SourceTokens
  private let functions: FunctionResults
  private let calls: CallPlaces
  /// What is the same for all uses of a parameter.
  private let memo = Memo<Parameter, SoundValue.Branches?>()

  init(_ tokens: SourceTokens, _ functions: FunctionResults) {
    self.tokens = tokens
    self.functions = functions
    calls = CallPlaces(tokens)
  }

  /// The values that calls give the parameter at `index`, and one that is not known, for other
  /// sources may call the function, too; nil if it is no parameter, or no value is known.
  /// - Parameter value: reads the value that starts at a token.
  func choice(at index: Int, _ value: (Int) -> SoundValue) -> SoundValue.Branches? {
    guard let name = tokens.word(index), !tokens.isMark(index - 1, "."),
      SoundValues.ends(index + 1, tokens), let list = tokens.parameters(with: name, around: index),
      let place = place(of: name, in: list)
    else { return nil }
    let parameter = Parameter(list: list, place: place)
    return memo.value(for: parameter) { choice(of: parameter, value) }
  }

  private func choice(
    of parameter: Parameter, _ value: (Int) -> SoundValue
  ) -> SoundValue.Branches? {
    let list = parameter.list
    guard let function = tokens.function(taking: list), functions.isOne(function, taking: list)
    else { return nil }
    let compared = comparedTexts(below: list)
    let values = calls.places(of: function).prefix(64).filter { $0 != list }
      .compactMap { argument(parameter.place, of: $0) }.map(value).filter { given in
        switch given {
        case .name(let text, _): !compared.contains(text)
        case .choice, .constant: true
        case .parts, .unknown: false
        }
      }
    guard !values.isEmpty, SoundValue.isOfOneKind(values) else { return nil }
    return (values + [.parts([])]).map { ($0, nil) }
  }

  /// The place of a parameter that has no label.
  private func place(of name: String, in list: Int) -> Int? {
    tokens.parts(of: list).firstIndex { part in
      switch tokens.language {
      case .javaScript: tokens.isWord(part.lowerBound, name)
      case .swift:
        tokens.isWord(part.lowerBound, "_") && tokens.isWord(part.lowerBound + 1, name)
      case .dart:
        // After its type, `List<String>?`, and before its standard value.
        part.contains {
          tokens.isWord($0, name) && Int(tokens.tokens[$0].parent) == list
            && ($0 + 1 == part.upperBound || tokens.isMark($0 + 1, "="))
        }
      case .objectiveC, .kotlin, .java, .cSharp: false
      }
    }
  }

  private func argument(_ place: Int, of call: Int) -> Int? {
    let parts = tokens.parts(of: call)
    guard parts.indices.contains(place), !tokens.isMark(parts[place].lowerBound + 1, ":") else {
      return nil
    }
    return parts[place].lowerBound
  }

  /// The texts that the function compares something with: it asks for none of these.
  private func comparedTexts(below list: Int) -> Set<String> {
    let end = max(list, Int(tokens.tokens[list].partner))
    let body = (end..<tokens.tokens.count).prefix(12).first {
      tokens.isMark($0, "{") || tokens.isMark($0, "(")
    }
    guard let body else { return [] }
    return Set(
      (body..<max(body, Int(tokens.tokens[body].partner))).prefix(1024).compactMap { index in
        tokens.comparison(before: index) != nil || tokens.isWord(index - 1, "case")
          ? tokens.string(index) : nil
      })
  }
}
