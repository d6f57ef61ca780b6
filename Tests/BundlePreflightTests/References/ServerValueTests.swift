import Testing

@testable import BundlePreflight

@Suite("A server's sound that stands elsewhere in its source")
struct ServerValueTests {
  @Test(
    "is followed",
    arguments: [
      Snippet(
        "a.py", "TONE = \"▸ding.caf\"\npayload = {\"aps\": {\"sound\": TONE}}", "ding.caf@apple"),
      Snippet(
        "a.py", "tone = 'ding'\npayload = {'aps': {'sound': ▸f'{tone}.caf'}}", "ding.caf@apple"),
      Snippet(
        "a.py", #"body = "{\"aps\": {\"sound\": \"▸ding.caf\"}}""#, "ding.caf@apple"),
      Snippet(
        "a.sh", #"curl -d "{\"aps\":{\"sound\":\"▸ding.caf\"}}" https://example.org"#,
        "ding.caf@apple"),
      Snippet("a.yml", "# APNs\naps:\n  sound: ▸ding.caf", "ding.caf@apple"),
      Snippet("a.py", "body = '{\"aps\": {\"sound\": \"▸ding.caf\"}}'", "ding.caf@apple"),
      Snippet("a.rb", "TONE = '▸ding.caf'\nn = { :aps => { :sound => TONE } }", "ding.caf@apple"),
      Snippet(
        "a.py", "class Sounds:\n  DING = '▸ding.caf'\np = {'aps': {'sound': Sounds.DING}}",
        "ding.caf@apple"),
      Snippet(
        "a.rb", "tone = 'ding'\nn = { aps: { sound: ▸\"#{tone}.caf\" } }", "ding.caf@apple"),
      Snippet(
        "a.php", "<?php\nconst TONE = '▸ding.caf';\n$p = ['aps' => ['sound' => TONE]];",
        "ding.caf@apple"),
      Snippet(
        "a.php", "<?php\n$tone = 'ding';\n$p = ['aps' => ['sound' => ▸$tone . '.caf']];",
        "ding.caf@apple"),
      Snippet(
        "a.go", "func f() {\n  tone := \"▸ding.caf\"\n  send(payload.Aps{Sound: tone})\n}",
        "ding.caf@apple"),
    ])
  func found(_ snippet: Snippet) { #expect(snippet.found == snippet.expected) }

  @Test(
    "is not guessed where a call gives it, or the source has several",
    arguments: [
      ("a.py", "tone = 'ding.caf'\ndef send(tone):\n  return {'aps': {'sound': tone}}"),
      ("a.py", "tone = 'ding.caf'\ntone = 'gong.caf'\np = {'aps': {'sound': tone}}"),
      ("a.go", "var tone = pick()\nvar p = payload.Aps{Sound: tone}"),
      ("a.go", "func f(tone string) {\n  send(payload.Aps{Sound: tone})\n}"),
    ])
  func unknown(_ file: String, _ text: String) { #expect(Snippet(file, text).found == []) }

  @Test("in a source of many texts is sought in time that grows with its size")
  func large() {
    let text = "# APNs\n" + String(repeating: "log(\"the sound of aps, again\")\n", count: 30_000)
    #expect(ReferenceScan.scan(Array(text.utf8), path: "a.py").references.isEmpty)
  }
}
