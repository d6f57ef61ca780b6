import AudioFormats
import Dispatch
import Files
import Foundation
import Glibc
import Synchronization
import TestSupport
import Testing

@testable import SoundResolution

@Suite("Files beneath a folder, whatever an app has put there")
struct SoundFileReaderTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try FileManager.default.createDirectory(
      at: folder.url("base/inner"), withIntermediateDirectories: true)
    try folder.write("good".utf8, to: "base/good")
    try folder.write("inner".utf8, to: "base/inner/good")
    try folder.write("secret".utf8, to: "secret")
  }

  /// What is read of `path`, or the refusal.
  private func read(
    _ path: String, beneath base: String? = nil, openat2: Bool,
    _ links: SoundFileReader.Links = .refused
  ) -> Result<[UInt8]?, SoundFileRefusal> {
    let reader = SoundFileReader(usesOpenat2: openat2)
    return Result { () throws(SoundFileRefusal) in
      try reader.read([PlainName](path), beneath: base ?? folder.path("base"), links: links)
    }
  }

  private func link(_ target: String, at name: String) {
    #expect(symlink(target, folder.path("base/\(name)")) == 0)
  }

  @Test("A file of an app is found by its names alone")
  func appFile() throws {
    func content(_ names: String...) -> [UInt8]? {
      AppFile.content(of: names, beneath: folder.path("base"), byteLimit: 5)
    }
    link("good", at: "knot")
    try folder.write("longer".utf8, to: "base/large")
    #expect(content("good") == Array("good".utf8))
    #expect(content("inner", "good") == Array("inner".utf8))
    #expect(content() == nil && content("inner/good") == nil && content("inner") == nil)
    #expect(content("..", "secret") == nil && content("knot") == nil && content("none") == nil)
    #expect(content("large") == nil)
  }

  @Test("A regular file is read, also behind folders", arguments: [true, false])
  func regular(openat2: Bool) {
    #expect(read("good", openat2: openat2) == .success(Array("good".utf8)))
    #expect(read("inner/good", openat2: openat2) == .success(Array("inner".utf8)))
  }

  @Test("What is not there is not there, wherever the way ends", arguments: [true, false])
  func absent(openat2: Bool) {
    #expect(read("nothing", openat2: openat2) == .success(nil))
    #expect(read("nothing/good", openat2: openat2) == .success(nil))
    #expect(read("good/good", openat2: openat2) == .success(nil))
    #expect(
      read("good", beneath: folder.path("nowhere"), openat2: openat2) == .success(nil))
  }

  @Test(
    "No link is followed, wherever it leads and wherever it stands", arguments: [true, false],
    ["good", "../secret", "/dev/zero", "/proc/self/mem", "nowhere", "loop"])
  func links(openat2: Bool, target: String) {
    link(target, at: "loop")
    #expect(read("loop", openat2: openat2) == .failure(.link))
  }

  @Test("No folder on the way may be a link either", arguments: [true, false])
  func linkedFolder(openat2: Bool) {
    link("inner", at: "linked")
    #expect(read("linked/good", openat2: openat2) == .failure(.link))
  }

  @Test("Where links are allowed, they lead nowhere else")
  func linksWithin() {
    link("good", at: "alias")
    link("../secret", at: "out")
    link(folder.path("base/good"), at: "absolute")
    #expect(read("alias", openat2: true, .within) == .success(Array("good".utf8)))
    #expect(read("out", openat2: true, .within) == .failure(.link))
    #expect(read("absolute", openat2: true, .within) == .failure(.link))
  }

  @Test("The kernel's own links to open files are refused", arguments: [true, false])
  func magicLinks(openat2: Bool) {
    #expect(read("exe", beneath: "/proc/self", openat2: openat2) == .failure(.link))
    #expect(
      read("exe", beneath: "/proc/self", openat2: openat2, .within) == .failure(.link))
  }

  @Test("A pipe, a socket, a device and a folder are told as such", arguments: [true, false])
  func otherKinds(openat2: Bool) throws {
    #expect(mkfifo(folder.path("base/pipe"), 0o600) == 0)
    let socket = try UnixSocket(at: folder.path("base/socket"))
    defer { socket.close() }
    #expect(read("pipe", openat2: openat2) == .failure(.notRegular(.pipe)))
    #expect(read("socket", openat2: openat2) == .failure(.notRegular(.socket)))
    #expect(read("inner", openat2: openat2) == .failure(.notRegular(.directory)))
    for device in ["zero", "null", "full"] {
      #expect(
        read(device, beneath: "/dev", openat2: openat2) == .failure(.notRegular(.device)))
    }
  }

  @Test("A file of /proc that has no size yields nothing", arguments: [true, false])
  func proc(openat2: Bool) {
    #expect(read("mem", beneath: "/proc/self", openat2: openat2) == .success([]))
  }

  @Test("16 MiB are read, a byte more is not, nor a hole of 5 GiB")
  func sizes() {
    for (name, size) in [("most", 16 << 20), ("more", 16 << 20 + 1), ("hole", 5 << 30)] {
      let file = open(folder.path("base/\(name)"), O_CREAT | O_WRONLY, 0o600)
      #expect(ftruncate(file, size) == 0)
      close(file)
    }
    #expect((try? read("most", openat2: true).get())?.count == 16 << 20)
    #expect(
      read("more", openat2: true) == .failure(.tooLarge(byteCount: 16 << 20 + 1)))
    #expect(read("hole", openat2: true) == .failure(.tooLarge(byteCount: 5 << 30)))
  }

  @Test(
    "What may not be read is told; a folder that may not be looked into is an absent one",
    arguments: [true, false])
  func denied(openat2: Bool) throws {
    chmod(folder.path("base/good"), 0)
    chmod(folder.path("base/inner"), 0)
    // Otherwise its owner could not remove it.
    defer { chmod(folder.path("base/inner"), 0o700) }
    try withOrdinaryRights {
      #expect(read("good", openat2: openat2) == .failure(.permissionDenied))
      #expect(read("inner/good", openat2: openat2) == .success(nil))
    }
  }

  @Test("A name that changes hands while it is opened never leads out", arguments: [true, false])
  func swapped(openat2: Bool) {
    link("../secret", at: "outside")
    let isOver = Atomic(false)
    let swapping = DispatchGroup()
    let (good, sound) = (folder.path("base/good"), folder.path("base/sound"))
    let outside = folder.path("base/outside")
    DispatchQueue(label: "swap").async(group: swapping) {
      while !isOver.load(ordering: .relaxed) {
        unlink(sound)
        Glibc.link(good, sound)
        unlink(sound)
        rename(outside, sound)
        rename(sound, outside)
      }
    }
    var seen: Set<String> = []
    for _ in 0..<5_000 {
      switch read("sound", openat2: openat2) {
      case .success(let bytes): seen.insert(String(decoding: bytes ?? [], as: UTF8.self))
      case .failure(let refusal): #expect(refusal == .link)
      }
    }
    isOver.store(true, ordering: .relaxed)
    swapping.wait()
    #expect(seen.isSubset(of: ["good", ""]))
  }

  @Test("A file that is cut while it is read is an error, and no shorter sound")
  func cut() throws {
    let isOver = Atomic(false)
    let cutting = DispatchGroup()
    let path = folder.path("base/cut")
    let size = 1 << 20
    try Data(count: size).write(to: folder.url("base/cut"))
    DispatchQueue(label: "cut").async(group: cutting) {
      while !isOver.load(ordering: .relaxed) {
        truncate(path, 1)
        truncate(path, size)
      }
    }
    for _ in 0..<500 {
      switch read("cut", openat2: true) {
      case .success(let bytes): #expect(bytes?.count == size || bytes?.count == 1)
      case .failure(let refusal): #expect(refusal == .endedEarly)
      }
    }
    isOver.store(true, ordering: .relaxed)
    cutting.wait()
  }
}

/// A bound socket of the file system.
private struct UnixSocket {
  private let descriptor: Int32

  struct Failure: Error { let code: Int32 }

  init(at path: String) throws {
    descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    // A path of the temporary folder can be longer than an address.
    let folder = open((path as NSString).deletingLastPathComponent, O_DIRECTORY)
    defer { Glibc.close(folder) }
    let short = "/proc/self/fd/\(folder)/\((path as NSString).lastPathComponent)"
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: short.utf8) }
    let size = socklen_t(MemoryLayout<sockaddr_un>.size)
    let result = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(descriptor, $0, size) }
    }
    guard result == 0 else { throw Failure(code: errno) }
  }

  func close() { Glibc.close(descriptor) }
}
