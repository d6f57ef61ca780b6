import Foundation
import TestSupport
import Testing

extension RunningTests {
  /// What pushes to ntfy pushes to a box: curl over both versions of HTTP, and Apprise.
  @Suite struct NtfyTests {
    /// Adds a topic; its access token, when the gateway knows it.
    private func topic(
      _ bed: Testbed, _ name: String, _ options: [String] = ["--device", "kitchen"]
    ) throws -> String {
      let token = try bed.command(["topic", "add", name] + options)
        .trimmingCharacters(in: .whitespacesAndNewlines)
      try bed.wait("the gateway knows the topic") {
        // An unknown priority is refused after the token is.
        try curl(bed, "/\(name)", token, ["-H", "Priority: 9", "-d", "x"]).contains("40007")
      }
      return token
    }

    private func curl(
      _ bed: Testbed, _ path: String, _ token: String? = nil, _ arguments: [String],
      base: String? = nil
    ) throws -> String {
      let header = token.map { ["-H", "Authorization: Bearer \($0)"] } ?? []
      return try Testbed.run(
        "curl",
        [
          "-sS", "--max-time", "60", "--cacert", bed.state + "/ca.pem", "-w",
          "%{http_code} %{http_version} %header{retry-after}",
        ] + header + arguments + [(base ?? "https://localhost:\(bed.port)") + path])
    }

    private func newest(_ bed: Testbed, _ app: String) throws -> String {
      try bed.client("newest", [app]).joined()
    }

    @Test(arguments: Testbed.Engine.allCases)
    func `curl publishes over both versions of HTTP`(_ engine: Testbed.Engine) throws {
      let bed = try Testbed(engine)
      let token = try topic(bed, "backups", ["--device", "kitchen", "--sound", "chime.caf"])
      for version in ["1.1", "2"] {
        let answer = try curl(
          bed, "/backups", token,
          ["--http\(version)", "-H", "Title: Kitchen \(version)", "-H", "p: 4", "-d", "Tea"])
        #expect(answer.contains(#""event":"message","expires":"#), "\(answer)")
        #expect(answer.contains(#""title":"Kitchen \#(version)","topic":"backups"}"#))
        #expect(answer.hasSuffix("200 \(version) "))
        let stored = try newest(bed, "ntfy.backups")
        #expect(stored.hasPrefix("ntfy.backups 10 - - True {"), "\(stored)")
        #expect(stored.contains(#""alert":{"body":"Tea","title":"Kitchen \#(version)"}"#))
        #expect(stored.contains(#""time-sensitive","sound":"chime.caf","thread-id":"backups""#))
        let json = try curl(
          bed, "/", token,
          ["--http\(version)", "-d", #"{"topic":"backups","message":"J","sequence_id":"s1"}"#])
        #expect(json.hasSuffix("200 \(version) "), "\(json)")
        #expect(try newest(bed, "ntfy.backups").hasPrefix("ntfy.backups 10 s1 - True {"))
      }
      let get = try curl(bed, "/backups/trigger?auth=\(Base64.text("Bearer \(token)"))", nil, [])
      #expect(get.contains(#""message":"triggered""#) && get.contains("200 "), "\(get)")
      let put = try curl(bed, "/backups", nil, ["-u", ":" + token, "-X", "PUT", "-d", "Put"])
      #expect(put.contains(#""message":"Put""#), "\(put)")
      // Two calls over one connection.
      let two = try Testbed.run(
        "curl",
        [
          "-sS", "--http1.1", "--max-time", "60", "--cacert", bed.state + "/ca.pem", "-w",
          "%{num_connects} ", "-H", "Authorization: Bearer \(token)", "-d", "x",
          "https://localhost:\(bed.port)/backups", "https://localhost:\(bed.port)/backups",
        ])
      #expect(two.hasSuffix("0 ") && two.contains("1 "), "\(two)")
      #expect(try bed.accepted() == 8)
    }

    @Test func `a fault has its code, over both versions of HTTP`() throws {
      let bed = try Testbed(.new)
      let token = try topic(bed, "backups")
      let other = try topic(bed, "other")
      let bytes = bed.folder + "/bytes"
      try Data([0xFF, 0xFE, 0x00]).write(to: URL(fileURLWithPath: bytes))
      let large = bed.folder + "/large"
      try Data(repeating: 0x61, count: 3_000_000).write(to: URL(fileURLWithPath: large))
      for version in ["--http1.1", "--http2"] {
        func code(_ path: String, _ token: String?, _ arguments: [String]) throws -> String {
          let answer = try curl(bed, path, token, [version] + arguments)
          return String(answer.dropFirst(8).prefix(5))
        }
        #expect(try code("/backups", nil, ["-d", "x"]) == "40301")
        #expect(try code("/backups", "tk_x", ["-d", "x"]) == "40101")
        #expect(try code("/backups", other, ["-d", "x"]) == "40301")
        #expect(try code("/nothing", token, ["-d", "x"]) == "40301")
        #expect(try code("/backups", token, ["--data-binary", "@" + bytes]) == "40011")
        #expect(try code("/backups", token, ["--data-binary", "@" + large]) == "41301")
        #expect(
          try code("/backups", token, ["-d", String(repeating: "a", count: 4_000)]) == "41301")
        #expect(try code("/backups", token, ["-H", "Delay: 1h", "-d", "x"]) == "40004")
        #expect(try code("/backups/json", token, []) == "40401")
        #expect(try code("/", token, ["-d", "x"]) == "40017")
      }
      #expect(
        try curl(bed, "/3/device/00", token, ["--http1.1", "-d", "x"]).contains(#""code":40401"#))
      #expect(try bed.metrics().contains(#"tocsin_gateway_ntfy_refused_total{code="40101"}"#))
      #expect(try bed.accepted() == 0)
      try bed.command(["topic", "remove", "backups"])
      try bed.wait("the topic is away") {
        try curl(bed, "/backups", token, ["-d", "x"]).contains("40101")
      }
    }

    @Test(arguments: Testbed.Engine.allCases)
    func `Apprise publishes, with and without TLS`(_ engine: Testbed.Engine) throws {
      let plain = try freePorts(1)[0]
      let bed = try Testbed(engine, settings: ["plainPort": plain])
      let token = try topic(bed, "backups")
      let lines = try bed.client(
        "apprise_client",
        [
          "ntfys://\(token)@localhost:\(bed.port)/backups?priority=max&tags=cup",
          "ntfys://localhost:\(bed.port)/backups?token=\(token)&click=https://example.org",
          "ntfys://owen:\(token)@localhost:\(bed.port)/backups?auth=basic",
          "ntfy://\(token)@localhost:\(plain)/backups?priority=low&actions=view%2COpen%2Chttps%3A%2F%2Fx.org",
          "ntfys://localhost:\(bed.port)/backups",
          "ntfys://tk_wrong@localhost:\(bed.port)/backups",
        ], with: ["REQUESTS_CA_BUNDLE": bed.state + "/ca.pem"])
      #expect(lines == ["True", "True", "True", "True", "False", "False"])
      #expect(try bed.accepted() == 4)
      let stored = try newest(bed, "ntfy.backups")
      #expect(stored.hasPrefix("ntfy.backups 5 - - True {"), "\(stored)")
      #expect(stored.contains(#""alert":{"body":"Tea is ready ☕","title":"Küche"}"#))
      #expect(stored.contains(#""interruption-level":"passive","thread-id":"backups""#))
      #expect(stored.contains(#"{"action":"view","label":"Open","url":"https://x.org"}"#))
    }

    @Test func `a topic rings on all its boxes, and is accepted when all have it`() throws {
      let bed = try Testbed(.new)
      let cellar = bed.folder + "/cellar.enrol"
      try bed.command(["device", "add", "cellar"])
      let token = try topic(
        bed, "bell", ["--device", "kitchen", "--device", "cellar", "--app", "org.example.bell"])
      #expect(
        try bed.command(["topic", "list"]) == "bell\torg.example.bell\tdefault\tkitchen,cellar\n")
      #expect(try curl(bed, "/bell", token, ["-d", "Ding"]).contains("200 2"))
      for enrolment in [bed.enrolment, cellar] {
        let stored = try bed.client(
          "newest", ["org.example.bell"], with: ["ENROLMENT": enrolment]
        ).joined()
        #expect(stored.contains(#"{"body":"Ding"}"#))
      }
      bed.engine?.kill()
      for version in ["--http1.1", "--http2"] {
        let refused = try curl(bed, "/bell", token, [version, "-d", "Lost"])
        #expect(refused.contains(#""code":50301"#) && refused.hasSuffix(" 10"), "\(refused)")
      }
      try bed.startEngine()
      try bed.waitUntilServing()
      #expect(try curl(bed, "/bell", token, ["-d", "Again"]).contains("200 2"))
      try bed.command(["device", "revoke", "cellar"])
      try bed.command(["device", "revoke", "kitchen"])
      try bed.wait("both boxes are revoked") {
        try curl(bed, "/bell", token, ["-d", "x"]).contains("boxes are revoked")
      }
      #expect(throws: Failure.self) {
        try bed.command(["topic", "add", "x", "--device", "kitchen"])
      }
    }
  }
}

/// Base 64 for addresses, without padding.
private enum Base64 {
  static func text(_ text: String) -> String {
    Data(text.utf8).base64EncodedString().replacingOccurrences(of: "+", with: "-")
      .replacingOccurrences(of: "/", with: "_").replacingOccurrences(of: "=", with: "")
  }
}
