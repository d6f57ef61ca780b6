import AlertSounds
import AudioFormats
import Files
import FoundationEssentials
import Glibc

extension RepairPlan {
  /// The end of a repair.
  public enum Outcome {
    /// The file is repaired; its old content has this path now, where it was to be kept.
    case done(original: String?)
    case failed(any Error)
  }

  /// Makes the planned repairs; each file is replaced whole or not at all.
  /// - Parameters:
  ///   - files: the files whose old content stays beside them, under another name.
  ///   - report: called for each repair.
  /// - Returns: whether all repairs succeeded.
  public func perform(
    keepingOriginalsOf files: Set<String> = [], _ report: (Repair, Outcome) -> Void
  ) -> Bool {
    var isDone = true
    var mended: Set<String> = []
    var kept: Set<String> = []
    // From the last place to the first, so that the positions of earlier ones in the same line stay
    // valid.
    for repair in repairs.sorted(by: { $0.position > $1.position }) {
      // A file that several links lead to is fixed once.
      let target = repair.target
      guard mended.insert("\(repair.position) \(target)").inserted else { continue }
      do {
        // A link may have changed since the plan.
        try repair.check(within: paths)
        // A text with several repairs was kept before the first one.
        let isKept = files.contains(repair.file) && !kept.contains(target)
        let original = try Self.keeping(isKept, target) {
          try repair.perform(on: target, allowsLoss: options.allowsLoss)
        }
        kept.insert(target)
        report(repair, .done(original: original))
      } catch {
        isDone = false
        report(repair, .failed(error))
      }
    }
    return isDone
  }

  /// Runs `body`, which replaces the file `target`.
  /// - Returns: the path of the old content, if it is to be kept.
  private static func keeping(_ isKept: Bool, _ target: String, _ body: () throws -> Void) throws
    -> String?
  {
    guard isKept else {
      try body()
      return nil
    }
    let original = try keepOriginal(of: target)
    do { try body() } catch {
      // The file is as it was.
      unlink(original)
      throw error
    }
    return original
  }
}

/// The error of a link that leads out of the given paths.
struct LeadsOut: Error, CustomStringConvertible {
  let target: String

  var description: String {
    "a link leads out of the folder, to \(printable(target)): name that file to repair it"
  }
}

/// The target of `path` through all links; `path` itself if it does not exist.
private func resolved(_ path: String) -> String {
  guard let real = realpath(path, nil) else { return path }
  defer { free(real) }
  return String(cString: real)
}

extension Repair {
  var position: (Int, Int) {
    switch action {
    case .rename(let line, let column, _): (line, column)
    case .edit(let edit): (edit.line, edit.column)
    case .convert: (0, 0)
    }
  }

  /// The file that links lead to: a link stays a link, and its target is fixed.
  public var target: String { resolved(file) }

  /// Checks that the file, through all links, is one of `paths` or below one.
  func check(within paths: [String]) throws(LeadsOut) {
    let target = TreePath(self.target)
    guard
      paths.contains(file) || paths.contains(where: { target.isBelow(TreePath(resolved($0))) })
    else { throw LeadsOut(target: target.text) }
  }

  fileprivate func perform(on file: String, allowsLoss: Bool) throws {
    switch action {
    case .convert(let request):
      let sound = try SoundFile(path: file)
      var output = SoundConverter.Output(file, request)
      output.mayReplaceInput = true
      // Devices play one or two channels.
      if sound.channelCount > 2 { output.request.channelCount = 2 }
      let comparison = RepairGuard(before: sound, request: request)
      _ = try SoundConverter.convert(
        [sound], by: [ConversionPlan(output, of: [sound])],
        review: { if !allowsLoss { try comparison.check($0) } })
    case .rename, .edit:
      let source = try FileSource(path: file)
      let edited = try changed(try source.bytes(at: 0, count: Int(source.byteCount)))
      let file = try AtomicFile(path: file)
      try file.write(edited, at: 0)
      try file.commit()
    }
  }

  /// The text after the repair; unchanged if the repair is not of a text.
  func changed(_ bytes: [UInt8]) throws -> [UInt8] {
    switch action {
    case .convert: bytes
    case .rename(let line, let column, let name):
      try PayloadEdit(bytes).replacing(line: line, column: column, with: name)
    case .edit(let edit): try PayloadEdit(bytes).applying(edit)
    }
  }
}

/// Changes one string of a JSON text and leaves every other byte as it is.
struct PayloadEdit {
  /// The error of a text that has changed since the scan.
  struct Moved: Error, CustomStringConvertible {
    let description = "the file has changed or is not UTF-8; nothing was written"
  }

  private let bytes: [UInt8]

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// The text with `name` in the string whose quotation mark stands at `line` and `column`.
  func replacing(line: Int, column: Int, with name: String) throws -> [UInt8] {
    // UTF-16 has zero bytes next to its quotation marks.
    guard !bytes.contains(0), let start = offset(line: line, column: column),
      bytes[start] == UInt8(ascii: "\""), let end = stringEnd(from: start)
    else { throw Moved() }
    let encoder = JSONEncoder()
    encoder.outputFormatting = .withoutEscapingSlashes
    return bytes[..<start] + [UInt8](try encoder.encode(name)) + bytes[end...]
  }

  /// The text with one name changed, if the old name is still in its place.
  func applying(_ edit: TextEdit) throws -> [UInt8] {
    guard !bytes.contains(0), let start = offset(line: edit.line, column: edit.column),
      bytes[start...].starts(with: edit.old.utf8)
    else { throw Moved() }
    return bytes[..<start] + Array(edit.new.utf8) + bytes[(start + edit.old.utf8.count)...]
  }

  /// The text between the quotation marks at `line` and `column`; nil if no string starts there.
  func string(line: Int, column: Int) -> String? {
    guard !bytes.contains(0), let start = offset(line: line, column: column),
      bytes[start] == UInt8(ascii: "\""), let end = stringEnd(from: start)
    else { return nil }
    return String(decoding: bytes[(start + 1)..<(end - 1)], as: UTF8.self)
  }

  /// The byte offset of a place of the scan, which does not count a byte order mark.
  private func offset(line: Int, column: Int) -> Int? {
    let text = SourceText(bytes).bytes
    var places = TextPlaces(text)
    return places.offset(of: TextPlace(line: line, column: column))
      .map { $0 + bytes.count - text.count }
  }

  /// The offset after the closing quotation mark.
  private func stringEnd(from start: Int) -> Int? {
    var at = start + 1
    while at < bytes.count {
      switch bytes[at] {
      case UInt8(ascii: "\\"): at += 2
      case UInt8(ascii: "\""): return at + 1
      default: at += 1
      }
    }
    return nil
  }
}
