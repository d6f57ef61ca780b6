package import FoundationEssentials
import Glibc

// Foundation brings its ICU along, 34 MB, into each program that is linked with it.

extension Data {
  /// Reads a file to its end, or up to so many bytes.
  /// - Returns: nil where it cannot be read.
  package init?(reading file: Int32, upTo limit: Int) {
    self.init()
    var piece = [UInt8](repeating: 0, count: 64 << 10)
    while count < limit {
      let length = read(file, &piece, Swift.min(piece.count, limit - count))
      if length == 0 { break }
      if length > 0 { append(contentsOf: piece[..<length]) }
      guard length > 0 || errno == EINTR else { return nil }
    }
  }
}

extension StringProtocol {
  /// The text without the space and the line feeds around it.
  package var trimmed: String {
    let end = lastIndex { !$0.isWhitespace }
    return end.map { String(self[...$0].drop(while: \.isWhitespace)) } ?? ""
  }

  /// The text with spaces after it, in a column of so many characters.
  package func padded(to width: Int) -> String {
    self + String(repeating: " ", count: Swift.max(0, width - count))
  }
}
