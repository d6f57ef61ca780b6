import Foundation
import LinuxProcess
import NotificationScheduling
import NotificationTypes
import TestSupport
import Testing

@testable import NotificationStorage

@Suite("Identifiers of any text stay in the store's folder")
struct HostileNameTests {
  /// Names that have led out of a folder, or into other names, somewhere.
  static let known: [String] = [
    "", ".", "..", "...", "/", "//", "../..", "../x", "a/../../b", "/etc/passwd", "\0", "a\0b",
    "..\0",
    ".hidden", "-", "--", "~", "a b", "a\nb", "_", "_2e", "_2e_2e", "\u{1}2", "\u{12}", "scheduler",
    "store", "x.lock", "x.log", "é", "e\u{301}", "\u{202E}gnp", "😀",
    String(repeating: ".", count: 300), String(repeating: "a", count: 180),
    String(repeating: "a", count: 181), String(repeating: "a", count: 300),
    String(repeating: "a", count: 299) + "b", String(repeating: "é", count: 200),
    String(repeating: "/..", count: 100),
  ]

  private static func random(_ generator: inout SeededGenerator) -> String {
    let alphabet = Array("../_\0-a2e\u{1}\u{301}é😀~ \n".unicodeScalars)
    let maximum = [3, 20, 400].randomElement(using: &generator) ?? 3
    let length = Int.random(in: 0...maximum, using: &generator)
    var text = String.UnicodeScalarView()
    for _ in 0..<length {
      if Bool.random(using: &generator) {
        text.append(alphabet.randomElement(using: &generator) ?? ".")
      } else {
        let number = UInt32.random(in: 0...0x10FFFF, using: &generator)
        text.append(Unicode.Scalar(number) ?? "x")
      }
    }
    return String(text)
  }

  @Test("A component is one visible name of a file, and no two identifiers share one")
  func components() {
    var generator = SeededGenerator.printed(for: "hostile names")
    let names = Self.known + (0..<20_000).map { _ in Self.random(&generator) }
    var owners: [String: [UInt8]] = [:]
    for name in names {
      let component = FileNameComponent(of: name).description
      let bytes = Array(component.utf8)
      #expect(!bytes.isEmpty && bytes.count <= FileNameComponent.maximumLength)
      #expect(!component.hasPrefix(".") && !bytes.contains(0) && !bytes.contains(UInt8(ascii: "/")))
      #expect(bytes.allSatisfy { $0 < 0x80 })
      // By their bytes: for Swift, texts are equal that Unicode calls equivalent.
      let known = owners.updateValue(Array(name.utf8), forKey: component)
      #expect(known == nil || known == Array(name.utf8), "\(component)")
      // With the longest role and the longest suffix it is still a name.
      #expect("attachments-\(component).lock".utf8.count <= 255)
    }
  }

  @Test(
    "Ordinary identifiers are their own component, so the files of earlier versions keep their names",
    arguments: [
      "mail", "org.example.Mail", "com.example.app-2", "A1", String(repeating: "a", count: 180),
    ])
  func ordinary(name: String) {
    #expect(FileNameComponent(of: name).description == name)
    #expect(SchedulerLock.Scope.app(name).owner.description == "scheduler-\(name)")
  }

  @Test("The digest is SHA-256's (FIPS 180-4, examples)")
  func digest() {
    #expect("abc".digest == "ba7816bf8f01cfea414140de5dae2223")
    #expect("".digest == "e3b0c44298fc1c149afbf4c8996fb924")
    #expect(
      "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq".digest
        == "248d6a61d20638b8e5c026930c3e6039")
  }

  @Test("What an app makes lies in the store's folder and in the runtime folder, whatever its name")
  func files() throws {
    var generator = SeededGenerator.printed(for: "files of hostile names")
    let names = Self.known + (0..<100).map { _ in Self.random(&generator) }
    let outer = try TemporaryFolder()
    try outer.write("mine".utf8, to: "sentinel")
    let folder = StoreFolder(path: outer.path("home/state/tocsin"))
    let store = try NotificationStore(folder: folder)
    for name in names {
      let owner = SchedulerLock.Scope.app(name).owner
      let lock = try SchedulerLock(.app(name), in: folder, socket: nil)
      let log = try #require(try DeliveryLog(of: owner, in: folder, applied: 0))
      let helper = try #require(try AppHelper.take(name, in: folder))
      let listener = try AppListener(app: name, in: folder)
      #expect(DeliveryLog.owners(in: folder).contains(owner))
      #expect(AppHelper.isThere(for: name, in: folder))
      #expect(AppPresence.current(of: name, in: folder) == .background)
      #expect(WakeSocket.path(of: owner, in: folder).utf8.count < 512)
      try StoreFile.makeFolder(folder.attachments(of: name))
      withExtendedLifetime((lock, log, helper, listener)) {}
      log.end()
      // A preallocated MiB each would fill the disk.
      unlink(folder.deliveryLog(of: owner))
    }
    #expect(try outer.names() == ["home", "sentinel"])
    #expect(try outer.bytes(of: "sentinel") == Array("mine".utf8))
    let manager = FileManager.default
    #expect(try manager.contentsOfDirectory(atPath: outer.path("home")) == ["state"])
    #expect(try manager.contentsOfDirectory(atPath: outer.path("home/state")) == ["tocsin"])
    let attachments = try manager.contentsOfDirectory(atPath: folder.attachments)
    let different = Set(names.map { Array($0.utf8) })
    #expect(attachments.count == different.count)
    #expect(try store.fetch(.pending(app: nil)).isEmpty)
  }
}
