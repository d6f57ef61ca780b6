/// Follows names, members and calls to what they stand for.
struct Lookup {
  typealias Value = Evaluator.Value

  let evaluator: Evaluator
  /// The steps from the expression that is asked for.
  let depth: Int

  init(_ evaluator: Evaluator, _ depth: Int) {
    self.evaluator = evaluator
    self.depth = depth
  }

  /// The same a step further.
  var next: Lookup { Lookup(evaluator, depth + 1) }

  func resolve(_ expression: Expression, _ unit: SourceUnit, _ at: Int) -> [Value] {
    evaluator.resolve(Value(expression, unit, at), depth + 1)
  }

  /// The values; an unknown one where there are none.
  func known(_ values: [Value], _ unit: SourceUnit, _ at: Int) -> [Value] {
    values.isEmpty ? [Value(.unknown, unit, at)] : values
  }

  /// A function as a value.
  func closure(_ function: Outline.Function, _ unit: SourceUnit) -> [Value] {
    [Value(.closure(result: function.body, isBlock: function.isBlock), unit, function.body)]
  }
}
