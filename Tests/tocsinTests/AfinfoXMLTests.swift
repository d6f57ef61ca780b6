import AudioFormats
import Foundation
import FoundationXML
import TestSupport
import Testing

@Suite("afinfo's XML")
struct AfinfoXMLTests {
  private let sounds: AfinfoSounds

  init() throws { sounds = try AfinfoSounds() }

  @Test("All facts stand in elements of their own")
  func golden() throws {
    try sounds.write(
      "chime.caf", .caf, .ima4, frames: 264_600, information: AfinfoSounds.appleInformation)
    let result = try sounds.afinfo("-x", "chime.caf")
    #expect(result.status == 0)
    #expect(result.text == Self.chime)
  }

  private static let chime = """
    <?xml version="1.0" encoding="UTF8"?>
    <audio_info xmlns="http://apple.com/core_audio/audio_info">
      <audio_file audio_file_id="0">
        <file_name>chime.caf</file_name>
        <file_type>'caff'</file_type>
        <tracks>
          <track track_id="1">
            <num_channels>1</num_channels>
            <sample_rate units="Hz">44100</sample_rate>
            <format_type>ima4</format_type>
            <duration units="sec">6.000000</duration>
            <audio_bytes>140590</audio_bytes>
            <audio_packets>4135</audio_packets>
            <bit_rate>187425</bit_rate>
            <packet_size_upper_bound>34</packet_size_upper_bound>
            <maximum_packet_size>34</maximum_packet_size>
            <audio_data_file_offset>4096</audio_data_file_offset>
            <optimized>true</optimized>
            <packet_table_info>
              <valid_frames>264600</valid_frames>
              <priming_frames>0</priming_frames>
              <remainder_frames>40</remainder_frames>
            </packet_table_info>
            <source_info>
              <source_bit_depth>I16</source_bit_depth>
            </source_info>
            <info_dict>
              <entry key="approximate duration in seconds">6</entry>
              <entry key="source bit depth">I16</entry>
            </info_dict>
            <alerts></alerts>
          </track>
        </tracks>
        <alerts></alerts>
      </audio_file>
    </audio_info>

    """

  @Test("Samples are told apart in pcm_info")
  func samples() throws {
    try sounds.write("f.caf", .caf, .linearPCM(.float32(.bigEndian)), channels: 2, frames: 10)
    let found = try AudioInfo(parsing: sounds.afinfo("--xml", "f.caf").output).files[0]
    #expect(found["format_type"] == "lpcm")
    #expect(found["channel_layout"] == "Stereo (L R)")
    #expect(found["sample_type"] == "float")
    #expect(found["bits_per_channel"] == "32")
    #expect(found["byte_order"] == "big-endian")
  }

  @Test("Several files make one document, and one that cannot be read leaves it whole")
  func severalFiles() throws {
    try sounds.write("a.wav", .wave, .linearPCM(.int16(.littleEndian)), frames: 10)
    try sounds.write("b.aifc", .aifc, .ima4, frames: 10)
    let result = try sounds.afinfo("-x", "a.wav", "missing.caf", "b.aifc")
    #expect(result.status == 1)
    let files = try AudioInfo(parsing: result.output).files
    #expect(files.map { $0["file_type"] } == ["'WAVE'", "'AIFC'"])
    #expect(files.map { $0["file_name"] } == ["a.wav", "b.aifc"])
    #expect(try AudioInfo(parsing: sounds.afinfo("-x", "missing.caf").output).files.isEmpty)
  }

  @Test("Deviations are alerts without being asked for")
  func alerts() throws {
    try sounds.write("a.caf", .caf, .uLaw, frames: 100)
    try sounds.folder.write(sounds.folder.bytes(of: "a.caf").dropLast(), to: "cut.caf")
    let found = try AudioInfo(parsing: sounds.afinfo("-x", "cut.caf").output).files[0]
    #expect(found["alert"]?.hasPrefix("at byte 4080: chunk 'data' claims 104 bytes") == true)
  }

  /// Two parsers, for they do not agree on what "UTF8" is.
  @Test("Names and strings survive every parser")
  func escapes() throws {
    let name = "Größe & <\"Glocke\"> 鐘 🔔.caf"
    let value = "a<b>&\"c\" 鐘 \u{1}\u{FFFE}\t."
    try sounds.write(name, .caf, .uLaw, frames: 10, information: [("ti&tle", value)])
    let result = try sounds.afinfo("-x", name)
    let found = try AudioInfo(parsing: result.output).files[0]
    #expect(found["file_name"] == name)
    #expect(found["ti&tle"] == "a<b>&\"c\" 鐘 \u{FFFD}\u{FFFD}\t.")

    try sounds.folder.write(result.output, to: "out.xml")
    let program = """
      import sys, xml.etree.ElementTree as tree
      track = '{http://apple.com/core_audio/audio_info}'
      root = tree.parse('out.xml').getroot()
      sys.stdout.buffer.write(root.findtext(f'.//{track}file_name').encode())
      """
    let python = try Tool("python3").run(["-c", program], in: sounds.folder.url)
    #expect(python.text == name, "\(python.errors)")
  }
}

/// The leaves of a document in afinfo's namespace, by element name, file by file; entries of a
/// dictionary by their key.
private final class AudioInfo: NSObject, XMLParserDelegate {
  private(set) var files: [[String: String]] = []
  private var key = ""
  private var text = ""
  private var foreignNames: [String] = []

  init(parsing data: Data) throws {
    super.init()
    let parser = XMLParser(data: data)
    parser.shouldProcessNamespaces = true
    parser.delegate = self
    try #require(parser.parse(), "\(String(describing: parser.parserError))")
    #expect(foreignNames.isEmpty)
  }

  func parser(
    _ parser: XMLParser, didStartElement name: String, namespaceURI: String?,
    qualifiedName: String?, attributes: [String: String]
  ) {
    if namespaceURI != "http://apple.com/core_audio/audio_info" { foreignNames.append(name) }
    if name == "audio_file" { files.append([:]) }
    key = attributes["key"] ?? name
    text = ""
  }

  func parser(_ parser: XMLParser, foundCharacters string: String) { text += string }

  func parser(
    _ parser: XMLParser, didEndElement name: String, namespaceURI: String?, qualifiedName: String?
  ) {
    guard !files.isEmpty, !key.isEmpty else { return }
    files[files.count - 1][key] = text
    key = ""
  }
}
