import Testing

@testable import BundlePreflight

@Suite("Sounds in a branch for one platform")
struct PlatformConditionTests {
  private static func push(_ condition: String) -> String {
    """
    const messaging = require('firebase-admin/messaging');
    let payload;
    if (\(condition)) {
      payload = { notification: { title: 't', sound: ▸'bell.caf' } };
    }
    messaging.sendToDevice(token, payload);
    """
  }

  @Test(
    "are for that one",
    arguments: [
      ("user.device['OS type'] == 'ios'", "bell.caf@apple"),
      ("Platform.isAndroid", "bell.caf@android"),
      ("os === 'ios' && user.isLoud", "bell.caf@apple"),
    ])
  func one(_ condition: String, _ name: String) {
    let snippet = Snippet("push.js", Self.push(condition), name)
    #expect(snippet.found == snippet.expected)
  }

  @Test(
    "are for both where the condition does not choose one platform",
    arguments: [
      "user.isLoud", "os !== 'ios'", "!Platform.isIOS", "os === 'ios' || os === 'android'",
    ])
  func both(_ condition: String) {
    let snippet = Snippet("push.js", Self.push(condition), "bell.caf")
    #expect(snippet.found == snippet.expected)
  }

  @Test("A sound outside of that branch is for both")
  func beside() {
    let snippet = Snippet(
      "push.js",
      """
      if (os == 'ios') { log(); } else { send({ notification: { title, sound: ▸'bell.caf' }, token }); }
      while (os == 'ios') { send({ notification: { title, sound: ▸'bell.caf' }, token }); }
      """, "bell.caf", "bell.caf")
    #expect(snippet.found == snippet.expected)
  }
}
