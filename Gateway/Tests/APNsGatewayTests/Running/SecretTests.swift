import Foundation
import TestSupport
import Testing

@testable import APNsGateway

extension RunningTests {
  /// Files with secrets, as commands write them under the usual umask.
  @Suite struct SecretTests {
    @Test func `enrolments and invitations are in files that only their owner reads`() throws {
      let bed = try Testbed(.new, nodes: 3)
      for (command, file) in [
        ("device add cellar", "cellar.enrol"), ("device add attic --output box", "box"),
        ("invite -o joining", "joining"),
      ] {
        #expect(try shell(bed, command) == "\(file)\n")
        #expect(try mode(bed, file) == 0o600)
      }
      #expect(try mode(bed, "invitation") == 0o600)
      #expect(try mode(bed, "kitchen.enrol") == 0o600)
    }

    @Test func `a file that is there stays, and then no box is added`() throws {
      let bed = try Testbed(.new)
      try "mine".write(
        toFile: bed.folder + "/cellar.enrol", atomically: true, encoding: .utf8)
      let error = #expect(throws: Failure.self) { try shell(bed, "device add cellar") }
      #expect(error?.description.contains("cellar.enrol is there already") == true)
      #expect(try String(contentsOfFile: bed.folder + "/cellar.enrol", encoding: .utf8) == "mine")
      #expect(try !bed.command(["device", "list"]).contains("cellar"))
      #expect(throws: Failure.self) { try shell(bed, "device add ../cellar") }
    }

    @Test func `a redirection that others could read is refused, a private one and a pipe are not`()
      throws
    {
      let bed = try Testbed(.new)
      for command in ["device add cellar -o -", "topic add tea --device kitchen"] {
        let error = #expect(throws: Failure.self) { try shell(bed, command + " > open") }
        #expect(error?.description.contains("others may read") == true)
        #expect(try Data(contentsOf: URL(fileURLWithPath: bed.folder + "/open")).isEmpty)
      }
      #expect(try !bed.command(["device", "list"]).contains("cellar"))
      #expect(try !bed.command(["topic", "list"]).contains("tea"))
      #expect(try shell(bed, "device add cellar -o - | cat").contains(#""deviceKey""#))
      try shell(bed, "device add attic -o - > closed", umask: "077")
      #expect(try mode(bed, "closed") == 0o600)
    }

    @Test func `only its owner can open what is in the state, whatever umask and modes there were`()
      throws
    {
      let bed = try Testbed(.new)
      let state = bed.folder + "/wide"
      let manager = FileManager.default
      try manager.createDirectory(atPath: state, withIntermediateDirectories: false)
      func widen() throws {
        for (path, isFolder) in entries(of: state) {
          try manager.setAttributes(
            [.posixPermissions: isFolder ? 0o777 : 0o666], ofItemAtPath: path)
        }
      }
      func wide() throws -> Set<String> {
        let found = try entries(of: state).filter { path, isFolder in
          try mode(path) != (isFolder ? 0o700 : 0o600)
        }
        return Set(found.map { String($0.path.dropFirst(state.count + 1)) })
      }
      func run(_ commands: [String]) throws {
        for command in commands { try shell(bed, command, umask: "0", state: state) }
      }
      try widen()
      try run([
        "init localhost --with localhost:1:2 --with localhost:3:4 --engine "
          + bed.engineKind.program,
        "key add --team TEAM123456 --topic org.example.*", "device add cellar",
        "certificate add pastry --topic org.example.kitchen", "topic add tea --device cellar",
        "invite",
      ])
      #expect(try wide() == [])
      for name in ["cellar.enrol", "pastry.pem", "invitation"] {
        #expect(try mode(bed.folder + "/" + name) == 0o600, "\(name)")
      }
      // A file that a command replaces is the owner's alone again.
      try widen()
      try run([
        "key add --team TEAM123456 --topic org.example.*", "seal rotate", "device add attic",
        "topic add coffee --device attic", "upgrade",
      ])
      let replaced = ["devices.json", "providers.json", "seal.json", "topics.json"]
      #expect(try wide().isDisjoint(with: replaced))
    }

    @Test func `a folder that belongs to somebody else is not taken`() throws {
      let path = FileManager.default.temporaryDirectory.path + "/tocsin-\(UUID().uuidString)"
      try FileManager.default.createDirectory(
        atPath: path, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o777])
      defer { try? FileManager.default.removeItem(atPath: path) }
      try FileManager.default.setAttributes([.posixPermissions: 0o777], ofItemAtPath: path)
      try withOrdinaryRights {
        #expect(throws: GatewayError.self) { try StateFolder(path).make() }
      }
    }

    /// All in a folder, and itself.
    private func entries(of folder: String) -> [(path: String, isFolder: Bool)] {
      let names = FileManager.default.subpaths(atPath: folder) ?? []
      return ([folder] + names.map { folder + "/" + $0 }).map { path in
        var isFolder: ObjCBool = false
        _ = FileManager.default.fileExists(atPath: path, isDirectory: &isFolder)
        return (path, isFolder.boolValue)
      }
    }

    /// By a shell, in the bed's folder.
    @discardableResult
    private func shell(
      _ bed: Testbed, _ command: String, umask: String = "022", state: String? = nil
    ) throws -> String {
      let words = command.split(separator: " ").map(String.init)
      let end = words.firstIndex { $0 == ">" || $0 == "|" } ?? words.count
      let line = (words[..<end] + ["--state", state ?? bed.state] + words[end...])
        .joined(separator: " ")
      return try Testbed.run(
        "/bin/sh", ["-c", "set -e; umask \(umask); \(Testbed.program) \(line)"], in: bed.folder)
    }

    private func mode(_ bed: Testbed, _ file: String) throws -> Int {
      try mode(bed.folder + "/" + file)
    }

    private func mode(_ path: String) throws -> Int {
      let attributes = try FileManager.default.attributesOfItem(atPath: path)
      return try #require(attributes[.posixPermissions] as? Int)
    }
  }
}
