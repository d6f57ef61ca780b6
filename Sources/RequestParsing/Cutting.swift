extension StringProtocol {
  /// Splits a text in two at the first occurrence of a separator.
  ///
  /// It takes the place of `split` with indices into its result, which may have fewer parts than
  /// the caller expects: of `=`, `split` makes none.
  /// - Parameter separator: a character of ASCII.
  /// - Returns: the text before the separator, and the text after it; nil where the separator does
  ///   not occur.
  public func cut(at separator: Unicode.Scalar) -> (before: SubSequence, after: SubSequence?) {
    guard let index = unicodeScalars.firstIndex(of: separator) else { return (self[...], nil) }
    return (self[..<index], self[unicodeScalars.index(after: index)...])
  }
}
