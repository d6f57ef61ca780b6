import Foundation

/// A kind of file that can be shown or played with a notification, and how large it may be.
struct AttachmentType: Sendable, Hashable {
  /// How the bytes of a file begin.
  struct Signature: Sendable, Hashable {
    var offset = 0
    var bytes: [UInt8]

    init(_ text: String, at offset: Int = 0) { self.init([UInt8](text.utf8), at: offset) }

    init(_ bytes: [UInt8], at offset: Int = 0) {
      self.offset = offset
      self.bytes = bytes
    }

    func matches(_ head: Data) -> Bool {
      head.count >= offset + bytes.count && head.dropFirst(offset).starts(with: bytes)
    }
  }

  /// Apple's uniform type identifier.
  let identifier: String
  let mediaType: String
  let extensions: [String]
  let byteLimit: Int64
  /// Any of these lists, each of which must match as a whole.
  let signatures: [[Signature]]

  func matches(_ head: Data) -> Bool {
    signatures.contains { $0.allSatisfy { $0.matches(head) } }
  }

  /// The type by its identifier or its file name's extension.
  static func of(identifier: String) -> AttachmentType? {
    all.first { $0.identifier == identifier }
  }

  static func of(extension name: String) -> AttachmentType? {
    all.first { $0.extensions.contains(name.lowercased()) }
  }

  /// The type of a file whose name does not say it.
  static func of(head: Data) -> AttachmentType? { all.first { $0.matches(head) } }

  // Types and limits: Apple, UNNotificationAttachment, "Supported File Types".
  static let all = audio + images + movies

  private static func type(
    _ identifier: String, _ mediaType: String, _ extensions: [String], megabytes: Int64,
    _ signatures: [[Signature]]
  ) -> AttachmentType {
    AttachmentType(
      identifier: identifier, mediaType: mediaType, extensions: extensions,
      byteLimit: megabytes * 1_048_576, signatures: signatures)
  }

  private static let audio = [
    type(
      "public.aiff-audio", "audio/aiff", ["aiff", "aif"], megabytes: 5,
      [[.init("FORM"), .init("AIFF", at: 8)], [.init("FORM"), .init("AIFC", at: 8)]]),
    type(
      "com.microsoft.waveform-audio", "audio/wav", ["wav", "wave"], megabytes: 5,
      [[.init("RIFF"), .init("WAVE", at: 8)]]),
    // A tag, or the sync word of layer III with and without a checksum.
    type(
      "public.mp3", "audio/mpeg", ["mp3"], megabytes: 5,
      [[.init("ID3")]]
        + [
          [0xFF, 0xFA], [0xFF, 0xFB], [0xFF, 0xF2], [0xFF, 0xF3], [0xFF, 0xE2], [0xFF, 0xE3],
        ]
        .map { [.init($0)] }),
    type(
      "public.mpeg-4-audio", "audio/mp4", ["m4a"], megabytes: 5,
      [[.init("ftypM4A", at: 4)], [.init("ftyp", at: 4)]]),
  ]

  private static let images = [
    type(
      "public.jpeg", "image/jpeg", ["jpg", "jpeg"], megabytes: 10, [[.init([0xFF, 0xD8, 0xFF])]]),
    type(
      "com.compuserve.gif", "image/gif", ["gif"], megabytes: 10,
      [[.init("GIF87a")], [.init("GIF89a")]]),
    type(
      "public.png", "image/png", ["png"], megabytes: 10,
      [[.init([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A])]]),
  ]

  private static let movies = [
    type(
      "public.mpeg", "video/mpeg", ["mpg", "mpeg"], megabytes: 50,
      [[.init([0, 0, 1, 0xBA])], [.init([0, 0, 1, 0xB3])]]),
    type(
      "public.mpeg-2-video", "video/mpeg", ["m2v"], megabytes: 50, [[.init([0, 0, 1, 0xB3])]]),
    type(
      "public.mpeg-4", "video/mp4", ["mp4", "m4v"], megabytes: 50, [[.init("ftyp", at: 4)]]),
    type(
      "public.avi", "video/x-msvideo", ["avi"], megabytes: 50,
      [[.init("RIFF"), .init("AVI ", at: 8)]]),
  ]
}
