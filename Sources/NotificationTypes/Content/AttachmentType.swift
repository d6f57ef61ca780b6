/// A type of file that a notification can show, with the limits of Apple's documentation of
/// attachments.
package enum AttachmentType: String, CaseIterable, Sendable {
  case aiff = "audio/aiff"
  case wave = "audio/wav"
  case mp3 = "audio/mpeg"
  case mpeg4Audio = "audio/mp4"
  case jpeg = "image/jpeg"
  case gif = "image/gif"
  case png = "image/png"
  case mpeg = "video/mpeg"
  case mpeg4 = "video/mp4"
  case avi = "video/x-msvideo"

  /// The maximum size in bytes: 5 MB of audio, 10 MB of a picture, 50 MB of a film.
  package var greatestSize: Int {
    switch self {
    case .aiff, .wave, .mp3, .mpeg4Audio: 5_000_000
    case .jpeg, .gif, .png: 10_000_000
    case .mpeg, .mpeg4, .avi: 50_000_000
    }
  }

  /// - Parameter name: a media type, a uniform type identifier, or a file name's extension.
  package init?(named name: String) {
    let name = name.lowercased()
    guard let type = Self.allCases.first(where: { $0.rawValue == name || $0.names.contains(name) })
    else { return nil }
    self = type
  }

  private var names: [String] {
    switch self {
    case .aiff:
      ["aiff", "aif", "aifc", "audio/x-aiff", "public.aiff-audio", "public.aifc-audio"]
    case .wave:
      ["wav", "wave", "audio/x-wav", "audio/vnd.wave", "com.microsoft.waveform-audio"]
    case .mp3: ["mp3", "audio/mp3", "public.mp3"]
    case .mpeg4Audio:
      ["m4a", "audio/x-m4a", "public.mpeg-4-audio", "com.apple.m4a-audio"]
    case .jpeg: ["jpeg", "jpg", "public.jpeg"]
    case .gif: ["gif", "com.compuserve.gif"]
    case .png: ["png", "public.png"]
    case .mpeg:
      ["mpeg", "mpg", "m2v", "video/mpeg2", "public.mpeg", "public.mpeg-2-video"]
    case .mpeg4: ["mp4", "m4v", "video/x-m4v", "public.mpeg-4", "com.apple.m4v-video"]
    case .avi: ["avi", "video/avi", "public.avi"]
    }
  }

  /// The number of bytes that identify the type of a file.
  package static let headSize = 12

  /// Whether a file that begins with these bytes can be of the type.
  package func matches(_ head: [UInt8]) -> Bool {
    func has(_ text: String, at offset: Int = 0) -> Bool {
      head.dropFirst(offset).starts(with: text.utf8)
    }
    switch self {
    case .aiff: return has("FORM") && (has("AIFF", at: 8) || has("AIFC", at: 8))
    case .wave: return (has("RIFF") || has("RF64")) && has("WAVE", at: 8)
    // An ID3 tag (ID3v2.4, 3.1), or the sync word of a frame of layer III (ISO 11172-3, 2.4.1.3).
    case .mp3:
      return has("ID3") || head.count > 1 && head[0] == 0xFF && head[1] & 0xE6 == 0xE2
    // A file type box first (ISO 14496-12, 4.3).
    case .mpeg4Audio, .mpeg4: return has("ftyp", at: 4)
    case .jpeg: return head.starts(with: [0xFF, 0xD8, 0xFF])
    case .gif: return has("GIF87a") || has("GIF89a")
    case .png: return head.starts(with: [0x89] + Array("PNG\r\n".utf8) + [0x1A, 0x0A])
    // A pack header, or a video sequence header (ISO 13818-1, 2.5.3; ISO 13818-2, 6.2.1).
    case .mpeg:
      return head.starts(with: [0, 0, 1, 0xBA]) || head.starts(with: [0, 0, 1, 0xB3])
    case .avi: return has("RIFF") && has("AVI ", at: 8)
    }
  }
}
