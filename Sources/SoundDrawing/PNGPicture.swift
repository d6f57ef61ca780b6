import Files

/// A picture as pixels, drawn by librsvg and cairo, which are loaded for it.
public enum PNGPicture {
  /// Why there is no PNG.
  public enum Failure: Error, CustomStringConvertible {
    case notInstalled
    case notDrawn

    /// What is missing and what to do about it, as a sentence without a full stop.
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
  private static let argb32: Int32 = 0  // CAIRO_FORMAT_ARGB32

  /// `svg` as a PNG.
  /// - Parameters:
  ///   - svg: the text of the picture.
  ///   - width: in CSS pixels.
  ///   - height: in CSS pixels.
  /// - Throws: `Failure`.
  public static func bytes(of svg: String, width: Int, height: Int) throws(Failure) -> [UInt8] {
    guard let library = unsafe RSVGLibrary.shared else { throw .notInstalled }
    let surface = unsafe library.makeSurface(
      argb32, Int32(width * scale), Int32(height * scale))
    defer { unsafe library.destroySurface(surface) }
    let context = unsafe library.makeContext(surface)
    defer { unsafe library.destroyContext(context) }
    let data = Array(svg.utf8)
    let handle = unsafe data.withUnsafeBufferPointer {
      unsafe library.parse($0.baseAddress, $0.count, nil)
    }
    guard let handle = unsafe handle else { throw .notDrawn }
    defer { unsafe library.release(UnsafeMutableRawPointer(handle)) }
    let area = [0, 0, Double(width * scale), Double(height * scale)]
    let isDrawn = unsafe area.withUnsafeBufferPointer {
      unsafe library.render(handle, context, $0.baseAddress, nil)
    }
    var bytes: [UInt8] = []
    let status = unsafe withUnsafeMutablePointer(to: &bytes) {
      unsafe library.writePNG(surface, appendBytes, UnsafeMutableRawPointer($0))
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

/// librsvg from 2.46 on, and the functions of cairo and GLib that come with it.
@unsafe private struct RSVGLibrary: Sendable {
  typealias Handle = OpaquePointer
  typealias Surface = OpaquePointer
  typealias Context = OpaquePointer
  typealias GError = UnsafeMutablePointer<UnsafeMutableRawPointer?>
  typealias Append =
    @convention(c) (UnsafeMutableRawPointer?, UnsafePointer<UInt8>?, UInt32) -> Int32
  typealias Parse = @convention(c) (UnsafePointer<UInt8>?, Int, GError?) -> Handle?
  /// The third is an RsvgRectangle: four doubles.
  typealias Render =
    @convention(c) (Handle?, Context?, UnsafePointer<Double>?, GError?) -> Int32
  typealias Release = @convention(c) (UnsafeMutableRawPointer?) -> Void
  typealias MakeSurface = @convention(c) (Int32, Int32, Int32) -> Surface?
  typealias MakeContext = @convention(c) (Surface?) -> Context?
  typealias Destroy = @convention(c) (OpaquePointer?) -> Void
  typealias WritePNG = @convention(c) (Surface?, Append?, UnsafeMutableRawPointer?) -> Int32

  let parse: Parse
  let render: Render
  let release: Release
  let makeSurface: MakeSurface
  let makeContext: MakeContext
  let destroySurface: Destroy
  let destroyContext: Destroy
  let writePNG: WritePNG

  /// The library by the name of its binary interface; nil where it is not installed.
  static let shared = unsafe RSVGLibrary("librsvg-2.so.2")

  private init?(_ name: String) {
    guard let library = unsafe SharedLibrary(name),
      let parse: Parse = unsafe library.function("rsvg_handle_new_from_data"),
      let render: Render = unsafe library.function("rsvg_handle_render_document"),
      let release: Release = unsafe library.function("g_object_unref"),
      let makeSurface: MakeSurface = unsafe library.function("cairo_image_surface_create"),
      let makeContext: MakeContext = unsafe library.function("cairo_create"),
      let destroySurface: Destroy = unsafe library.function("cairo_surface_destroy"),
      let destroyContext: Destroy = unsafe library.function("cairo_destroy"),
      let writePNG: WritePNG = unsafe library.function("cairo_surface_write_to_png_stream")
    else { return nil }
    unsafe (self.parse, self.render, self.release) = (parse, render, release)
    unsafe (self.makeSurface, self.makeContext) = (makeSurface, makeContext)
    unsafe (self.destroySurface, self.destroyContext) = (destroySurface, destroyContext)
    unsafe self.writePNG = writePNG
  }
}
