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

    /// By a shell, in the bed's folder.
    @discardableResult
    private func shell(_ bed: Testbed, _ command: String, umask: String = "022") throws -> String {
      let words = command.split(separator: " ").map(String.init)
      let end = words.firstIndex { $0 == ">" || $0 == "|" } ?? words.count
      let line = (words[..<end] + ["--state", bed.state] + words[end...]).joined(separator: " ")
      return try Testbed.run(
        "/bin/sh", ["-c", "set -e; umask \(umask); \(Testbed.program) \(line)"], in: bed.folder)
    }

    private func mode(_ bed: Testbed, _ file: String) throws -> Int {
      let attributes = try FileManager.default.attributesOfItem(atPath: bed.folder + "/" + file)
      return try #require(attributes[.posixPermissions] as? Int)
    }
  }
}
