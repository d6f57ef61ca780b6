import Foundation
import RemoteNotifications
import Testing

@Suite("Enrolments and tokens")
struct EnrolmentTests {
  private static var whole: [String: Any] {
    [
      "version": 1, "name": "kitchen", "device": "0123456789abcdef", "engine": ["tls://host:4222"],
      "credentials": "…", "deviceKey": String(repeating: "0f", count: 32),
      "gateway": "https://host:8443",
    ]
  }

  private func enrolment(_ change: (inout [String: Any]) -> Void = { _ in }) throws
    -> RemoteEnrolment
  {
    var object = Self.whole
    change(&object)
    return try RemoteEnrolment(parsing: JSONSerialization.data(withJSONObject: object))
  }

  @Test func aWholeOneIsRead() throws {
    let enrolment = try enrolment()
    #expect(enrolment.name == "kitchen" && enrolment.ca == nil && enrolment.key != nil)
    #expect(try RemoteEnrolment(parsing: JSONEncoder().encode(enrolment)) == enrolment)
  }

  @Test func othersAreRefusedWithTheReason() {
    #expect(throws: EnrolmentError.notJSON) { try RemoteEnrolment(parsing: Data("x".utf8)) }
    #expect(throws: EnrolmentError.unknownVersion(2)) { try enrolment { $0["version"] = 2 } }
    #expect(throws: EnrolmentError.unknownVersion(nil)) { try enrolment { $0["version"] = nil } }
    for key in ["device", "deviceKey", "engine", "name"] {
      #expect(throws: EnrolmentError.missing(key)) { try enrolment { $0[key] = nil } }
    }
    #expect(throws: EnrolmentError.missing("device")) { try enrolment { $0["device"] = "x" } }
    #expect(throws: EnrolmentError.missing("deviceKey")) {
      try enrolment { $0["deviceKey"] = "00" }
    }
    #expect(throws: EnrolmentError.missing("engine")) {
      try enrolment { $0["engine"] = ["http://h"] }
    }
    #expect(throws: EnrolmentError.missing("engine")) {
      try enrolment { $0["engine"] = [String]() }
    }
  }

  @Test func anAnswerHasATokenOrAReason() {
    func reply(_ text: String) -> TokenReply? { TokenReply(parsing: Data(text.utf8)) }
    let token = String(repeating: "5e", count: 32)
    #expect(reply("{\"token\":\"\(token)\",\"time\":5}") == TokenReply(token: token, time: 5))
    #expect(reply(#"{"error":"revoked"}"#) == TokenReply(error: "revoked"))
    for text in ["", "{}", #"{"token":"5e"}"#, #"{"token":7}"#, "[]"] {
      #expect(reply(text) == nil)
    }
    #expect(TokenRequest(topic: "org.example").body == Data(#"{"topic":"org.example"}"#.utf8))
  }
}
