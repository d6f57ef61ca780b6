import AlertSounds
import AudioFormats
import Files
import Foundation
import TestSupport
import Testing

@testable import BundlePreflight

/// The archives are made by Python, which knows nothing of the reader under test.
@Suite("Hostile archives: a clear finding, nothing written, bounded time and memory")
struct HostileArchiveTests {
  private func rules(_ tree: ArchiveTree) -> [String] {
    tree.findings.map { $0.kind ?? $0.finding.rule }
  }

  /// An archive, and the folder that it lies in as long as somebody holds it.
  private struct Opened {
    let tree: ArchiveTree
    let folder: PreflightFolder

    /// What reading all files gives: their sizes, -1 for what cannot be read.
    func read(limit: Int64) -> [String: Int64] {
      let sizes = Lock<[String: Int64]>([:])
      tree.read(tree.files, limit: limit) { file, source in
        sizes.set(file.path.text, (try? source.get().byteCount) ?? -1)
      }
      return withExtendedLifetime(folder) { sizes.value }
    }
  }

  /// The archive that `script` writes to `a.zip`.
  private func archive(
    _ script: String, limits: ArchiveLimits = ArchiveLimits()
  ) throws -> Opened {
    let folder = try PreflightFolder()
    try folder.python("import zipfile, tarfile, io, os\n" + script)
    let tree = ArchiveTree(path: folder.folder.path("a.zip"), limits: limits)
    return Opened(tree: tree, folder: folder)
  }

  @Test("Names that lead out of the folder are told, and left out")
  func zipSlip() throws {
    let opened = try archive(
      """
      z = zipfile.ZipFile('a.zip', 'w')
      for name in ['../up.caf', '/abs.caf', 'a/../../b.caf', 'a\\\\..\\\\c.caf', 'fine.caf',
                   '../\\u0301x.caf']:
          z.writestr(name, b'x')
      z.close()
      """)
    #expect(rules(opened.tree) == Array(repeating: "archive-entry-name", count: 5))
    #expect(opened.tree.files.map(\.path) == ["fine.caf"])
    #expect(try opened.folder.folder.names() == ["a.zip"])
  }

  @Test("A bomb is read up to the limit of a sound, whatever its header says")
  func bomb() throws {
    let opened = try archive(
      """
      z = zipfile.ZipFile('a.zip', 'w', zipfile.ZIP_DEFLATED)
      z.writestr('bomb.caf', b'\\0' * (300 << 20))
      z.writestr('small.caf', b'caff')
      z.close()
      """)
    #expect(opened.read(limit: 1 << 20) == ["bomb.caf": -1, "small.caf": 4])
  }

  @Test("A header that lies about a size cannot make more memory be used")
  func lyingHeader() throws {
    let opened = try archive(
      """
      z = zipfile.ZipFile('a.zip', 'w', zipfile.ZIP_DEFLATED)
      z.writestr('bomb.caf', b'\\0' * (64 << 20))
      z.close()
      data = bytearray(open('a.zip', 'rb').read())
      size = (64 << 20).to_bytes(4, 'little')
      at = data.find(size)
      while at >= 0:
          data[at:at + 4] = (100).to_bytes(4, 'little')
          at = data.find(size, at)
      open('a.zip', 'wb').write(data)
      """)
    let sizes = opened.read(limit: 1 << 20)
    #expect(sizes.keys.sorted() == ["bomb.caf"] && sizes.values.allSatisfy { $0 <= 1 << 20 })
  }

  @Test("Too many entries end the look at an archive")
  func manyEntries() throws {
    let opened = try archive(
      """
      z = zipfile.ZipFile('a.zip', 'w')
      for i in range(100000): z.writestr('f%d.caf' % i, b'')
      z.close()
      """)
    #expect(rules(opened.tree) == ["archive-limit"])
    #expect(opened.tree.files.count == ArchiveLimits().entryCount)
  }

  @Test("A compressed tar file is not inflated without end")
  func inflatedTar() throws {
    var limits = ArchiveLimits()
    limits.inflatedBytes = 8 << 20
    let opened = try archive(
      """
      t = tarfile.open('a.zip', 'w:gz')
      for i in range(8):
          info = tarfile.TarInfo('f%d.bin' % i); info.size = 4 << 20
          t.addfile(info, io.BytesIO(b'\\0' * info.size))
      t.close()
      """, limits: limits)
    #expect(rules(opened.tree) == ["archive-limit"])
    #expect(opened.tree.files.count < 8)
  }

  @Test("Archives in archives are named, and not opened")
  func nested() throws {
    let opened = try archive(
      """
      inner = io.BytesIO()
      with zipfile.ZipFile(inner, 'w') as z: z.writestr('deep.caf', b'x')
      z = zipfile.ZipFile('a.zip', 'w'); z.writestr('inner.zip', inner.getvalue()); z.close()
      """)
    #expect(rules(opened.tree) == ["archive-nested"])
    #expect(!opened.tree.files.contains { $0.path.name == "deep.caf" })
  }

  @Test("An encrypted archive is told once, with the number of its entries")
  func encrypted() throws {
    // The flag that says so is bit 0 of the general purpose flags (APPNOTE 4.4.4).
    let opened = try archive(
      """
      z = zipfile.ZipFile('a.zip', 'w')
      for name in ['a.caf', 'b.caf']: z.writestr(name, b'x' * 40)
      z.close()
      data = bytearray(open('a.zip', 'rb').read())
      for mark, place in ((b'PK\\3\\4', 6), (b'PK\\1\\2', 8)):
          at = data.find(mark)
          while at >= 0:
              data[at + place] |= 1
              at = data.find(mark, at + 4)
      open('a.zip', 'wb').write(data)
      """)
    #expect(rules(opened.tree) == ["archive-unreadable"])
    #expect(
      opened.tree.findings.first?.finding.message.hasPrefix("2 entries are encrypted") == true)
  }

  @Test("A name that is there twice is told")
  func twice() throws {
    let opened = try archive(
      """
      import warnings; warnings.simplefilter('ignore')
      z = zipfile.ZipFile('a.zip', 'w')
      z.writestr('a.caf', b'1'); z.writestr('a.caf', b'2'); z.close()
      """)
    #expect(rules(opened.tree) == ["archive-entry-name"])
    #expect(opened.tree.files.count == 1)
  }

  @Test("Every truncation of a zip and of a tar file ends in a finding or in fewer files")
  func truncations() throws {
    let folder = try archive(
      """
      z = zipfile.ZipFile('a.zip', 'w', zipfile.ZIP_DEFLATED)
      for i in range(3): z.writestr('f%d.caf' % i, os.urandom(300))
      z.close()
      t = tarfile.open('a.tar.gz', 'w:gz')
      for i in range(3):
          info = tarfile.TarInfo('f%d.caf' % i); info.size = 300
          t.addfile(info, io.BytesIO(os.urandom(300)))
      t.close()
      """
    ).folder
    for name in ["a.zip", "a.tar.gz"] {
      let whole = try folder.folder.bytes(of: name)
      // After this the entries are whole: a directory, or the padding of a tar file.
      let end = name == "a.zip" ? directoryOffset(whole) : whole.count - 64
      for size in stride(from: 0, to: whole.count, by: 7) {
        let path = try folder.write(Array(whole[..<size]), to: "cut-" + name)
        let tree = ArchiveTree(path: path)
        let sizes = Opened(tree: tree, folder: folder).read(limit: 1 << 20)
        #expect(
          !tree.findings.isEmpty || sizes.count < 3 || sizes.values.contains(-1) || size >= end,
          "\(name) cut at \(size)")
      }
    }
  }

  /// Where the central directory of a zip file starts (APPNOTE 4.3.12).
  private func directoryOffset(_ zip: [UInt8]) -> Int {
    zip.indices.first { zip[$0...].starts(with: [0x50, 0x4B, 1, 2]) } ?? zip.count
  }

  @Test("What is not an archive, not a file, or a pipe is told, and nothing hangs")
  func odd() throws {
    let folder = try PreflightFolder()
    try folder.write("no archive", to: "a.zip")
    try folder.python("import os; os.mkfifo('p.zip'); os.mkdir('d.zip')")
    for name in ["a.zip", "p.zip", "gone.zip", "d.zip"] {
      let tree = ArchiveTree(path: folder.folder.path(name))
      #expect(rules(tree) == ["archive-unreadable"] && tree.files.isEmpty, "\(name)")
    }
  }
}

/// A dictionary that several threads fill.
final class Lock<Value: Sendable>: @unchecked Sendable {
  private let lock = NSLock()
  private var content: Value

  init(_ value: Value) { content = value }

  var value: Value { lock.withLock { content } }

  func set(_ key: String, _ number: Int64) where Value == [String: Int64] {
    lock.withLock { content[key] = number }
  }
}
