import AlertSounds
import AudioFormats

/// The facts about files as afinfo's XML: an element a line, so that `grep` reads it too.
///
/// From public fixtures and readers of the format come the declaration, the namespace, the
/// hierarchy, the quotes about the file type, and the names `file_name` `num_channels`
/// `sample_rate` `format_type` `duration` `audio_bytes` `audio_packets` `bit_rate`
/// `packet_table_info` `valid_frames` `pcm_info` `source_info` `info_dict` `entry` `alerts`.
/// They leave some of it open; this is decided here:
/// - the other names, which follow the lines of the text or the fields of Core Audio;
/// - deviations from the file format's rules are `alert` elements of the track, requested or not;
/// - an element whose value is not known is left out, as is a file that cannot be read;
/// - "UTF8" is not a registered name of an encoding, and some parsers refuse non-ASCII bytes under
///   it: all characters outside ASCII are character references, so that every parser reads the
///   same.
struct AfinfoXML {
  static let head = """
    <?xml version="1.0" encoding="UTF8"?>
    <audio_info xmlns="http://apple.com/core_audio/audio_info">
    """
  static let foot = "</audio_info>"

  private let sound: SoundInformation
  private let options: AfinfoOptions

  init(_ sound: SoundInformation, _ options: AfinfoOptions) {
    self.sound = sound
    self.options = options
  }

  /// The element of the file that is number `id` of those asked for, counted from 0.
  func element(id: Int) -> String {
    let file = XMLElement(
      "audio_file", ["audio_file_id": "\(id)"],
      containing: [
        XMLElement("file_name", text: sound.file),
        XMLElement("file_type", text: "'\(sound.fileType)'"),
        XMLElement("tracks", containing: [track]),
        XMLElement("alerts", containing: []),
      ])
    return file.lines.map { "  " + $0 }.joined(separator: "\n")
  }

  private var track: XMLElement {
    let children: [XMLElement?] = [
      XMLElement("num_channels", value: sound.channels),
      XMLElement("sample_rate", ["units": "Hz"], text: rate),
      XMLElement("format_type", text: sound.formatID),
      XMLElement("channel_layout", value: sound.speakerLayout),
      sound.duration.map {
        XMLElement("duration", ["units": "sec"], text: fixed($0, decimals: 6))
      },
      XMLElement("audio_bytes", value: sound.audioBytes),
      XMLElement("audio_packets", value: sound.packets),
      XMLElement("bit_rate", value: sound.bitRate),
      XMLElement("packet_size_upper_bound", value: sound.packetSizeUpperBound),
      XMLElement("maximum_packet_size", value: sound.maximumPacketSize),
      XMLElement("audio_data_file_offset", value: sound.audioOffset),
      XMLElement("optimized", value: sound.isOptimized),
      packetTable, samples,
      sound.sourceBitDepth.map {
        XMLElement("source_info", containing: [XMLElement("source_bit_depth", text: $0)])
      },
      dictionary,
      XMLElement("alerts", containing: sound.irregularities.map { XMLElement("alert", text: $0) }),
    ]
    return XMLElement("track", ["track_id": "1"], containing: children.compactMap(\.self))
  }

  private var rate: String {
    let isWhole = sound.sampleRate == sound.sampleRate.rounded()
    return isWhole ? fixed(sound.sampleRate, decimals: 0) : "\(sound.sampleRate)"
  }

  private var packetTable: XMLElement? {
    guard let table = sound.packetTable else { return nil }
    return XMLElement(
      "packet_table_info",
      containing: [
        XMLElement("valid_frames", text: "\(table.validFrames)"),
        XMLElement("priming_frames", text: "\(table.primingFrames)"),
        XMLElement("remainder_frames", text: "\(table.remainderFrames)"),
      ])
  }

  private var samples: XMLElement? {
    guard let samples = sound.samples else { return nil }
    let children: [XMLElement?] = [
      XMLElement("sample_type", text: samples.type),
      XMLElement("bits_per_channel", text: "\(samples.bitDepth)"),
      XMLElement("byte_order", value: samples.byteOrder),
    ]
    return XMLElement("pcm_info", containing: children.compactMap(\.self))
  }

  private var dictionary: XMLElement? {
    let entries = options.inspection.dictionary(of: sound)
    guard options.wantsInformation || !entries.isEmpty else { return nil }
    return XMLElement(
      "info_dict",
      containing: entries.map { XMLElement("entry", ["key": $0.key], text: $0.value) })
  }
}
