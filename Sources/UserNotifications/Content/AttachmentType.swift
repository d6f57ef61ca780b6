import NotificationTypes

extension AttachmentType {
  /// Apple's uniform type identifier.
  /// - Parameter fileExtension: distinguishes types that are the same for the engine.
  func uniformIdentifier(fileExtension: String) -> String {
    switch self {
    case .aiff: fileExtension.lowercased() == "aifc" ? "public.aifc-audio" : "public.aiff-audio"
    case .wave: "com.microsoft.waveform-audio"
    case .mp3: "public.mp3"
    case .mpeg4Audio: "public.mpeg-4-audio"
    case .jpeg: "public.jpeg"
    case .gif: "com.compuserve.gif"
    case .png: "public.png"
    case .mpeg: fileExtension.lowercased() == "m2v" ? "public.mpeg-2-video" : "public.mpeg"
    case .mpeg4: "public.mpeg-4"
    case .avi: "public.avi"
    }
  }
}
