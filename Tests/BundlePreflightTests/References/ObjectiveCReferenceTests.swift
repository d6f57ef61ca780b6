import Testing

@testable import BundlePreflight

@Suite("Sounds asked for in Objective-C")
struct ObjectiveCReferenceTests {
  @Test("Parse puts what stands beside an alert into the payload")
  func parse() {
    let data = #"NSDictionary *d = @{@"badge": @1, @"alert": @"hello", @"sound": @"ding.caf"};"#
    let push = ReferenceScan.scan(Array((data + "[PFPush new];").utf8), path: "a.m")
    #expect(Snippet.describe(push) == ["1:66 ding.caf@apple"])
    #expect(ReferenceScan.scan(Array(data.utf8), path: "a.m").references.isEmpty)
    let other = data.replacing("alert", with: "other") + "[PFPush new];"
    #expect(ReferenceScan.scan(Array(other.utf8), path: "a.m").references.isEmpty)
  }

  @Test(
    "are found where they are named",
    arguments: [
      Snippet(
        "A.m", #"content.sound = [UNNotificationSound soundNamed:@▸"ding.caf"];"#,
        "ding.caf@apple"),
      Snippet(
        "A.mm", #"[UNNotificationSound criticalSoundNamed:@▸"siren.caf" withAudioVolume:1.0f];"#,
        "siren.caf@apple"),
      Snippet(
        "A.m", #"[UNNotificationSound ringtoneSoundNamed: @▸"ring.caf"]"#, "ring.caf@apple"),
      Snippet(
        "A.m",
        """
        id path = [[NSBundle mainBundle] ▸pathForResource:@"a" ofType:@"caf"];
        content.sound = [UNNotificationSound soundNamed:path];
        """, "/a.caf@apple"),
      Snippet(
        "A.m",
        "UILocalNotification *n = [UILocalNotification new];\nn.soundName = @▸\"ding.aiff\";",
        "ding.aiff@apple"),
      Snippet(
        "A.m", "UILocalNotification *n;\n[n setSoundName:@▸\"ding.aiff\"];", "ding.aiff@apple"),
      Snippet("A.m", #"note.soundName = @▸"Glass.aiff";"#, "?Glass.aiff@apple"),
      Snippet("A.m", #"configuration.ringtoneSound = @▸"ring.caf";"#, "?ring.caf@apple"),
      Snippet(
        "A.m",
        """
        static NSString *const kSound = @▸"ding.caf";
        - (void)send { content.sound = [UNNotificationSound soundNamed:kSound]; }
        """, "ding.caf@apple"),
      Snippet(
        "A.m", "#define SOUND @▸\"ding.caf\"\nid s = [UNNotificationSound soundNamed:SOUND];",
        "ding.caf@apple"),
      Snippet(
        "A.m", #"NSDictionary *p = @{@"aps": @{@"sound": @▸"ding.caf"}};"#, "ding.caf@apple"),
      Snippet(
        "A.m", #"char q = '"'; [UNNotificationSound soundNamed:@▸"a.caf"];"#, "a.caf@apple"),
      Snippet(
        "A.m", "#pragma mark - Don't\n[UNNotificationSound soundNamed:@▸\"a.caf\"];",
        "a.caf@apple"),
      Snippet(
        "A.m", #"[UNNotificationSound soundNamed:loud ? @▸"a.caf" : @▸"b.caf"];"#,
        "a.caf@apple", "b.caf@apple"),
      Snippet("A.m", #"[UNNotificationSound soundNamed:[NSString stringWithFormat:@"%@.x", a]];"#),
    ])
  func found(snippet: Snippet) {
    #expect(snippet.found == snippet.expected)
  }

  @Test(
    "are not mistaken",
    arguments: [
      #"// [UNNotificationSound soundNamed:@"a.caf"]"#,
      #"/* [UNNotificationSound soundNamed:@"a.caf"] */"#,
      #"NSLog(@"[UNNotificationSound soundNamed:@\"a.caf\"]");"#,
      "#if 0\nx = [UNNotificationSound soundNamed:@\"a.caf\"];\n#endif",
      #"[[NSSound soundNamed:@"Glass"] play];"#,
      #"[self playSoundNamed:@"pop.caf"]; NSString *soundName = @"pop.caf";"#,
      "n.soundName = UILocalNotificationDefaultSoundName;",
      "content.sound = [UNNotificationSound defaultSound];",
      "+ (instancetype)soundNamed:(UNNotificationSoundName)name;",
    ])
  func clean(text: String) {
    #expect(Snippet.describe(ReferenceScan.scan(Array(text.utf8), path: "A.m")) == [])
  }
}
