import Foundation
import NotificationTypes
import TestSupport
import Testing

@testable import UserNotifications

@Suite("Attachments")
struct AttachmentTests {
  static let png: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13]
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func attachment(
    _ name: String, _ bytes: [UInt8], options: [AnyHashable: Any]? = nil
  ) throws -> UNNotificationAttachment {
    try folder.write(bytes, to: name)
    return try UNNotificationAttachment(identifier: "a", url: folder.url(name), options: options)
  }

  static let kinds: [(name: String, head: [UInt8], type: String, media: String)] = [
    ("a.aiff", Array("FORM....AIFF".utf8), "public.aiff-audio", "audio/aiff"),
    ("a.aif", Array("FORM....AIFC".utf8), "public.aiff-audio", "audio/aiff"),
    ("a.wav", Array("RIFF....WAVE".utf8), "com.microsoft.waveform-audio", "audio/wav"),
    ("a.mp3", Array("ID3.".utf8), "public.mp3", "audio/mpeg"),
    ("a.mp3", [0xFF, 0xFB, 0x90, 0x64], "public.mp3", "audio/mpeg"),
    ("a.m4a", Array("....ftypM4A ".utf8), "public.mpeg-4-audio", "audio/mp4"),
    ("a.JPG", [0xFF, 0xD8, 0xFF, 0xE0], "public.jpeg", "image/jpeg"),
    ("a.gif", Array("GIF89a".utf8), "com.compuserve.gif", "image/gif"),
    ("a.png", png, "public.png", "image/png"),
    ("a.mpg", [0, 0, 1, 0xBA], "public.mpeg", "video/mpeg"),
    ("a.m2v", [0, 0, 1, 0xB3], "public.mpeg-2-video", "video/mpeg"),
    ("a.mp4", Array("....ftypisom".utf8), "public.mpeg-4", "video/mp4"),
    ("a.avi", Array("RIFF....AVI LIST".utf8), "public.avi", "video/x-msvideo"),
  ]

  @Test("The type is that of the file's name, and comes back from the store", arguments: kinds)
  func types(kind: (name: String, head: [UInt8], type: String, media: String)) throws {
    let attachment = try attachment(kind.name, kind.head)
    #expect(attachment.type == kind.type && attachment.identifier == "a")
    #expect(attachment.value.mediaType == kind.media)
    #expect(UNNotificationAttachment(value: attachment.value).type == kind.type)
    #expect(try archived(attachment) == attachment)
  }

  @Test("Without an extension the first bytes tell, and a hint comes before the name")
  func hints() throws {
    #expect(try attachment("picture", Self.png).type == "public.png")
    let hint = [UNNotificationAttachmentOptionsTypeHintKey: "public.png"]
    #expect(try attachment("picture.dat", Self.png, options: hint).type == "public.png")
  }

  @Test("A hinted file is a picture wherever it is shown")
  func hintedMediaType() throws {
    let hint = [UNNotificationAttachmentOptionsTypeHintKey: "public.png"]
    let value = try attachment("picture.dat", Self.png, options: hint).value
    #expect(value.mediaType == "image/png")
    #expect(UNNotificationAttachment(value: value).type == "public.png")
  }

  static let clippings: [(option: any Sendable, clipping: AttachmentThumbnail.Clipping?)] = [
    (CGRect(x: 0.25, y: 0, width: 0.5, height: 1), .init(x: 0.25, y: 0, width: 0.5, height: 1)),
    (
      ["X": 0, "Y": 0.5, "Width": 1, "Height": 0.5] as [String: Double],
      .init(x: 0, y: 0.5, width: 1, height: 0.5)
    ),
    (["X": 0, "Y": 0, "Width": 1] as [String: Int], nil),
    (CGRect(x: 0.5, y: 0, width: 0.75, height: 1), nil),
    (CGRect(x: 0, y: 0, width: 0, height: 1), nil),
    (CGRect(x: Double.nan, y: 0, width: 1, height: 1), nil), ("{{0, 0}, {1, 1}}", nil),
  ]

  @Test("The part of a picture is kept where it lies within the picture", arguments: clippings)
  func clipping(sample: (option: any Sendable, clipping: AttachmentThumbnail.Clipping?)) throws {
    let options = [UNNotificationAttachmentOptionsThumbnailClippingRectKey: sample.option]
    let attachment = try attachment("a.png", Self.png, options: options)
    #expect(attachment.value.thumbnail?.clipping == sample.clipping)
    #expect(try archived(attachment)?.value == attachment.value)
  }

  @Test("A hidden thumbnail is kept with the attachment", arguments: [true, false])
  func hidden(isHidden: Bool) throws {
    for option in [isHidden, NSNumber(value: isHidden)] as [Any] {
      let options = [UNNotificationAttachmentOptionsThumbnailHiddenKey: option]
      let attachment = try attachment("a.png", Self.png, options: options)
      #expect(attachment.value.thumbnail == (isHidden ? .init(isHidden: true) : nil))
      #expect(UNNotificationAttachment(value: attachment.value).value == attachment.value)
    }
  }

  private func code(_ name: String, _ bytes: [UInt8]) -> UNError.Code? {
    do {
      _ = try attachment(name, bytes)
      return nil
    } catch { return (error as? UNError)?.code }
  }

  @Test("What cannot be shown is refused with its code")
  func refusals() throws {
    #expect(code("a.txt", Array("text".utf8)) == .attachmentUnrecognizedType)
    #expect(code("nothing", Array("text".utf8)) == .attachmentUnrecognizedType)
    #expect(code("a.png", Array("GIF89a".utf8)) == .attachmentCorrupt)
    #expect(code("a.png", []) == .attachmentInvalidFileSize)
  }

  @Test("What is not a file is not an attachment: absent, a folder, a pipe, a web address")
  func noFiles() throws {
    #expect(mkfifo(folder.path("pipe.png"), 0o600) == 0)
    try FileManager.default.createDirectory(
      at: folder.url("folder.png"), withIntermediateDirectories: false)
    let urls = ["absent.png", "folder.png", "pipe.png"].map { folder.url($0) }
    for url in urls + [URL(string: "https://example.org/a.png")].compactMap(\.self) {
      #expect(throws: UNError(.attachmentInvalidURL)) {
        try UNNotificationAttachment(identifier: "", url: url)
      }
    }
  }

  static let limits: [(name: String, head: [UInt8], megabytes: UInt64)] = [
    ("a.mp3", Array("ID3".utf8), 5), ("a.png", png, 10), ("a.mp4", Array("....ftyp".utf8), 50),
  ]

  @Test("Audio has 5 MB, pictures 10, movies 50, and not a byte more", arguments: limits)
  func sizes(limit: (name: String, head: [UInt8], megabytes: UInt64)) throws {
    try folder.write(limit.head, to: limit.name)
    let file = try FileHandle(forWritingTo: folder.url(limit.name))
    try file.truncate(atOffset: limit.megabytes * 1_000_000)
    let url = folder.url(limit.name)
    #expect(try UNNotificationAttachment(identifier: "", url: url).identifier.count == 36)
    try file.truncate(atOffset: limit.megabytes * 1_000_000 + 1)
    #expect(throws: UNError(.attachmentInvalidFileSize)) {
      try UNNotificationAttachment(identifier: "", url: url)
    }
  }
}
