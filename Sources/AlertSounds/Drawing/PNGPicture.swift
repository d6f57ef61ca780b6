import CRSVG

/// A picture as pixels, drawn by librsvg and cairo, which are loaded for it.
public enum PNGPicture {
  /// The reason why a PNG cannot be made.
  public enum Failure: Error, CustomStringConvertible {
    case notInstalled
    case notDrawn

    /// The missing part and its remedy, as a sentence without a full stop.
    public var description: String {
      switch self {
      case .notInstalled:
        "a PNG takes librsvg, which is not installed: install the package librsvg2-2, or write an SVG"
      case .notDrawn: "librsvg could not draw the picture: write an SVG"
      }
    }
  }

  /// Pixels for each CSS pixel.
  private static let scale = 2

  /// `svg` as a PNG.
  /// - Parameters:
  ///   - svg: the text of the picture.
  ///   - width: in CSS pixels.
  ///   - height: in CSS pixels.
  /// - Throws: `Failure`.
  public static func bytes(of svg: String, width: Int, height: Int) throws(Failure) -> [UInt8] {
    guard tocsin_has_rsvg() != 0 else { throw .notInstalled }
    let surface = unsafe cairo_image_surface_create(
      Int32(CAIRO_FORMAT_ARGB32), Int32(width * scale), Int32(height * scale))
    defer { unsafe cairo_surface_destroy(surface) }
    let context = unsafe cairo_create(surface)
    defer { unsafe cairo_destroy(context) }
    let data = Array(svg.utf8)
    let handle = unsafe data.withUnsafeBufferPointer {
      unsafe rsvg_handle_new_from_data($0.baseAddress, $0.count, nil)
    }
    guard let handle = unsafe handle else { throw .notDrawn }
    defer { unsafe g_object_unref(UnsafeMutableRawPointer(handle)) }
    var area = RsvgRectangle(
      x: 0, y: 0, width: Double(width * scale), height: Double(height * scale))
    let isDrawn = unsafe rsvg_handle_render_document(handle, context, &area, nil)
    var bytes: [UInt8] = []
    let status = unsafe withUnsafeMutablePointer(to: &bytes) {
      unsafe cairo_surface_write_to_png_stream(surface, appendBytes, UnsafeMutableRawPointer($0))
    }
    guard isDrawn != 0, status == 0 else { throw .notDrawn }
    return bytes
  }
}

/// Takes a piece of the PNG; 0 is cairo's status of success.
private func appendBytes(
  _ bytes: UnsafeMutableRawPointer?, _ data: UnsafePointer<UInt8>?, _ count: UInt32
) -> Int32 {
  unsafe bytes?.assumingMemoryBound(to: [UInt8].self).pointee
    .append(contentsOf: UnsafeBufferPointer(start: data, count: Int(count)))
  return 0
}
